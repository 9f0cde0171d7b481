// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// DelimitedText: lines of fields, as CSV (quoted where needed) or as TSV (tabs and line breaks in a
// field become spaces).
#pragma once

#include <QString>

namespace longpole::tables {

class DelimitedText
{
public:
    explicit DelimitedText(QChar separator);

    void field(const QString& value);
    void endLine();
    QString take() { return std::move(m_text); }

private:
    QChar m_separator;
    QString m_text;
    bool m_first = true; // of its line
};

} // namespace longpole::tables
