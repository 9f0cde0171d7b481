// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// ConfidenceLabel: how far the critical path can be trusted, in figures and words; always on screen
// where an answer is. Says what to record where the trace cannot tell.
#pragma once

#include "ui/session/session.h"

#include <QLabel>

namespace longpole::path_ui {

class ConfidenceLabel : public QLabel
{
    Q_OBJECT

public:
    explicit ConfidenceLabel(session::Session& session, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void follow();

    session::Session& m_session;
};

} // namespace longpole::path_ui
