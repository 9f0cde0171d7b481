// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// ConfidenceLabel: how far the critical path can be trusted, in figures and words; always on screen
// where an answer is. Says what to record where the trace cannot tell. Where there is little room
// (setBrief) it is one line, with the rest in its tooltip.
#pragma once

#include "ui/session/session.h"

#include <QLabel>

namespace longpole::path_ui {

class ConfidenceLabel : public QLabel
{
    Q_OBJECT

public:
    explicit ConfidenceLabel(session::Session& session, QWidget* parent = nullptr);
    void setBrief(bool brief);
    // A line: what it needs at a width, heightForWidth() tells. Its base asks for what it would
    // need in a narrow column, which leaves gaps on a wide screen.
    QSize minimumSizeHint() const override
    {
        const QMargins around = contentsMargins();
        return {0, fontMetrics().height() + around.top() + around.bottom()};
    }

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void follow();

    session::Session& m_session;
    bool m_brief = false;
};

} // namespace longpole::path_ui
