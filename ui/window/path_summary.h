// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// PathSummary: the line of the summary card that says what the critical path is made of and what
// cost the GPUs most, with a button each to go there. Says so where the trace cannot tell.
#pragma once

#include "ui/session/session.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace longpole::charts {
class StackBar;
}

namespace longpole::window {

class PathSummary : public QWidget
{
    Q_OBJECT

public:
    explicit PathSummary(session::Session& session, QWidget* parent = nullptr);
    // The label of the words, which may be shown elsewhere; takeWords() brings it back.
    QLabel* words() const { return m_words; }
    void takeWords();
    QString text() const; // plain lines, for copying; empty while there is no answer

signals:
    void pathRequested(); // its panel
    void stallsRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void follow();
    void showLimits();
    void showStalls();
    void goToCause(std::size_t cause);

    session::Session& m_session;
    QHBoxLayout* m_layout;
    QLabel* m_words;
    charts::StackBar* m_bar;
    QPushButton* m_path;
    QLabel* m_stallWords;
    std::vector<QPushButton*> m_causes;
};

} // namespace longpole::window
