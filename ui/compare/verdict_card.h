// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// VerdictCard: on top of a comparison: did it help, how sure is that, were the runs comparable, do
// the outputs agree. While comparing: progress, and a way to stop.
#pragma once

#include "ui/compare/comparison.h"
#include "ui/compare/verdict_words.h"

#include <QFrame>

class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace longpole::compare {

class VerdictCard : public QFrame
{
    Q_OBJECT

public:
    explicit VerdictCard(ComparisonController& controller, QWidget* parent = nullptr);
    const VerdictWords& words() const { return m_words; }
    QString shownText() const; // what stands there now, lines
    void chooseOutputs(bool folders); // asks for two files or folders of tensors and compares them

signals:
    void problemsRequested(); // to see all that was found about comparability

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void follow();
    void followOutputs();
    void showWorking(const QString& phase, int permille);
    void showWords();
    void retint();
    void fitSentence();

    ComparisonController& m_controller;
    VerdictWords m_words;
    QLabel* m_headline;
    QLabel* m_effect;
    QLabel* m_sentence;
    QLabel* m_finding; // the reason and the first thing to know besides
    QLabel* m_outputs;
    QPushButton* m_more;
    QToolButton* m_check;
    QToolButton* m_copy;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
};

} // namespace longpole::compare
