// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// MessageBar: one sentence across the window, without stopping anyone: what went wrong and what
// to do. Stays until dismissed or replaced.
#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace longpole::window {

class MessageBar : public QFrame
{
    Q_OBJECT

public:
    enum class Tone
    {
        Note,
        Error
    };

    explicit MessageBar(QWidget* parent = nullptr);
    void say(const QString& sentence, Tone tone);
    void dismiss();
    QString text() const;

private:
    QLabel* m_icon;
    QLabel* m_words;
    QToolButton* m_close = nullptr;
};

} // namespace longpole::window
