// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/path/answer_panel.h"

#include "ui/path/confidence_label.h"
#include "ui/path/region_bar.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace longpole::path_ui {

QString noAnswerWords(const session::Session& session)
{
    const session::CriticalPathController& path = session.criticalPath();
    return !session.trace()      ? AnswerPanel::tr("No trace is open.")
        : path.working()         ? AnswerPanel::tr("Following dependencies…")
        : path.error().isEmpty() ? AnswerPanel::tr("No answer yet.")
                                 : path.error();
}

AnswerPanel::AnswerPanel(session::Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_confidence(new ConfidenceLabel(session, this))
    , m_empty(new QLabel(this))
{
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_empty->setProperty("role", QStringLiteral("dim"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(new RegionBar(session, this));
    layout->addWidget(m_confidence);
    layout->addWidget(m_empty, 1);
}

void AnswerPanel::setContent(QWidget* content)
{
    m_content = content;
    static_cast<QVBoxLayout*>(layout())->addWidget(content, 1);
    connect(&m_session.criticalPath(), &session::CriticalPathController::changed, this,
            &AnswerPanel::follow);
    follow();
}

QString AnswerPanel::nothingIn(const session::PathAnswer& /*answer*/) const
{
    return {};
}

void AnswerPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    follow();
}

void AnswerPanel::resizeEvent(QResizeEvent* event)
{
    constexpr int kTight = 280; // below it the answer needs the lines of the sentences
    QWidget::resizeEvent(event);
    m_confidence->setBrief(height() < kTight);
}

void AnswerPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_shown) {
        ask(m_shown); // what is shown holds colours
    }
}

void AnswerPanel::follow()
{
    const session::PathAnswerPtr& answer = m_session.criticalPath().answer();
    const QString nothing = answer ? nothingIn(*answer) : noAnswerWords(m_session);
    m_content->setVisible(nothing.isEmpty());
    m_empty->setVisible(!nothing.isEmpty());
    m_empty->setText(nothing);
    if (!answer) {
        forget();
        m_shown.reset();
    } else if (answer != m_shown && isVisible()) {
        m_shown = answer;
        ask(answer);
    }
}

} // namespace longpole::path_ui
