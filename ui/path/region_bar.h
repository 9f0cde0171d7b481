// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// RegionBar: which part of the trace is asked about (all of it, an iteration, an annotation by
// name, the selected stretch of time), on which thread it is measured, how the work on the answer
// is going and what went wrong. All bars show and change the session's one question.
#pragma once

#include "ui/session/session.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;

namespace longpole::path_ui {

class RegionBar : public QWidget
{
    Q_OBJECT

public:
    explicit RegionBar(session::Session& session, QWidget* parent = nullptr);

    QComboBox* regions() const { return m_regions; }
    QComboBox* anchors() const { return m_anchors; }
    QLabel* says() const { return m_says; }

private:
    void fill();
    void follow();
    void followRegion();
    void followAnchor();
    QString answerWords() const;
    void chooseRegion(int index);
    void chooseTyped();
    void chooseAnchor(int index);

    session::Session& m_session;
    QComboBox* m_regions;
    QComboBox* m_anchors;
    QLabel* m_says;
    QPushButton* m_cancel;
};

} // namespace longpole::path_ui
