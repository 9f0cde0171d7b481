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

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void follow();

    session::Session& m_session;
    bool m_brief = false;
};

} // namespace longpole::path_ui
