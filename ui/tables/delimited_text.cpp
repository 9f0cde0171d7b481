// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/delimited_text.h"

#include <algorithm>

namespace longpole::tables {

namespace {

QString csvField(const QString& value)
{
    static const QString special = QStringLiteral(",\"\n\r");
    const bool quote =
        std::any_of(value.begin(), value.end(), [](QChar c) { return special.contains(c); });
    return quote ? QLatin1Char('"')
            + QString(value).replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"')
                 : value;
}

QString tsvField(QString value)
{
    return value.replace(QLatin1Char('\t'), QLatin1Char(' '))
        .replace(QLatin1Char('\n'), QLatin1Char(' '));
}

} // namespace

DelimitedText::DelimitedText(QChar separator)
    : m_separator(separator)
{ }

void DelimitedText::field(const QString& value)
{
    if (!m_first) {
        m_text += m_separator;
    }
    m_first = false;
    m_text += m_separator == QLatin1Char(',') ? csvField(value) : tsvField(value);
}

void DelimitedText::endLine()
{
    m_text += QLatin1Char('\n');
    m_first = true;
}

} // namespace longpole::tables
