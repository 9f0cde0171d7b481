// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/message_bar.h"

#include "ui/theme/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>
#include <QToolButton>

namespace longpole::window {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_words(new QLabel(this))
{
    setProperty("role", QStringLiteral("message"));
    m_words->setWordWrap(true);
    m_words->setTextFormat(Qt::PlainText);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_words->setAccessibleName(tr("Message"));
    auto* close = new QToolButton(this);
    m_close = close;
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Dismiss the message"));
    close->setToolTip(tr("Dismiss"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 8, 6);
    layout->setSpacing(8);
    layout->addWidget(m_icon);
    layout->addWidget(m_words, 1);
    layout->addWidget(close);
    connect(close, &QToolButton::clicked, this, &MessageBar::dismiss);
    hide();
}

void MessageBar::say(const QString& sentence, Tone tone)
{
    setProperty("tone", tone == Tone::Error ? QStringLiteral("error") : QStringLiteral("note"));
    style()->unpolish(this);
    style()->polish(this);
    m_close->setIcon(theme::icon(QStringLiteral("close")));
    m_icon->setPixmap(theme::icon(QStringLiteral("warning")).pixmap(16, 16));
    m_icon->setVisible(tone == Tone::Error);
    m_words->setText(sentence);
    setAccessibleName(sentence);
    show();
}

void MessageBar::dismiss()
{
    m_words->clear();
    hide();
}

QString MessageBar::text() const
{
    return m_words->text();
}

} // namespace longpole::window
