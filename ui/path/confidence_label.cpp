// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/path/confidence_label.h"

#include "ui/session/critical_path_controller.h"
#include "ui/session/path_words.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QResizeEvent>

namespace longpole::path_ui {

ConfidenceLabel::ConfidenceLabel(session::Session& session, QWidget* parent)
    : QLabel(parent)
    , m_session(session)
{
    setWordWrap(true);
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setAccessibleName(tr("How far the critical path can be trusted"));
    setContentsMargins(8, 0, 8, 4);
    connect(&session.criticalPath(), &session::CriticalPathController::changed, this,
            &ConfidenceLabel::follow);
    follow();
}

void ConfidenceLabel::setBrief(bool brief)
{
    if (brief != m_brief) {
        m_brief = brief;
        setWordWrap(!brief);
        QSizePolicy policy(brief ? QSizePolicy::Ignored : QSizePolicy::Preferred,
                           brief ? QSizePolicy::Fixed : QSizePolicy::Preferred);
        policy.setHeightForWidth(!brief); // else as high as in a narrow column
        setSizePolicy(policy);
        follow();
    }
}

void ConfidenceLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    if (m_brief && event->size().width() != event->oldSize().width()) {
        follow();
    }
}

void ConfidenceLabel::follow()
{
    const session::PathAnswerPtr& answer = m_session.criticalPath().answer();
    setVisible(answer != nullptr);
    if (!answer) {
        clear();
        return;
    }
    const theme::Theme& colours = theme::current();
    const session::PathVerdict verdict = session::verdictOf(answer->path);
    const QStringList words = session::confidenceWords(answer->path);
    const QString span = QStringLiteral("<span style='color:%1'>%2</span>");
    const QString figures = tr("Confidence: %1").arg(session::confidenceFigures(answer->path));
    QString html;
    if (!verdict.tells) {
        html += QStringLiteral("<b>%1</b> ")
                    .arg(span.arg(colours.caution.name(), verdict.sentence.toHtmlEscaped()));
    }
    html += span.arg(colours.dimText.name(), figures);
    if (!words.isEmpty()) {
        html += QStringLiteral(". ")
            + (words.join(QStringLiteral(". ")) + QLatin1Char('.')).toHtmlEscaped();
    }
    setToolTip(m_brief ? html : QString());
    if (m_brief) {
        const QString line = verdict.tells
            ? (QStringList(figures) + words).join(QStringLiteral(". "))
            : verdict.sentence;
        const QString shown =
            fontMetrics().elidedText(line, Qt::ElideRight, contentsRect().width());
        html = span.arg((verdict.tells ? colours.dimText : colours.caution).name(),
                        shown.toHtmlEscaped());
    }
    setText(html);
}

void ConfidenceLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        follow(); // its text holds colours
    }
}

} // namespace longpole::path_ui
