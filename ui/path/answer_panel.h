// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// AnswerPanel: what panels about the session's critical path have in common. The region and the
// confidence stand above; below is the panel's own content, or, where there is nothing to show,
// the words why. New answers are asked for only while the panel is visible. GUI thread.
#pragma once

#include "ui/session/critical_path_controller.h"
#include "ui/session/session.h"

#include <QString>
#include <QWidget>

class QLabel;

namespace longpole::path_ui {

class ConfidenceLabel;

// Why the session has no answer: no trace, still working, an error.
QString noAnswerWords(const session::Session& session);

class AnswerPanel : public QWidget
{
    Q_OBJECT

protected:
    AnswerPanel(session::Session& session, QWidget* parent);

    // Once, in the constructor; calls follow().
    void setContent(QWidget* content);
    // Gather what is to be shown of this answer, in the colours of the theme in use.
    virtual void ask(const session::PathAnswerPtr& answer) = 0;
    // What was asked for isn't needed any more.
    virtual void forget() = 0;
    // Why there is nothing to show of an answer; empty if there is something.
    virtual QString nothingIn(const session::PathAnswer& answer) const;

    session::Session& session() const { return m_session; }
    // The answer last asked for; none while there is none.
    const session::PathAnswerPtr& shown() const { return m_shown; }

    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void follow();

    session::Session& m_session;
    session::PathAnswerPtr m_shown;
    QWidget* m_content = nullptr;
    ConfidenceLabel* m_confidence;
    QLabel* m_empty;
};

} // namespace longpole::path_ui
