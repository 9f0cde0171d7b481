// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// CompareView: two recordings side by side: the verdict, both timelines, what changed. Holds the
// comparison and puts its parts together; a window gives it traces and keys. GUI thread.
#pragma once

#include "ui/compare/comparison.h"
#include "ui/compare/paired_timelines.h"
#include "ui/compare/view_state.h"

#include <QWidget>

#include <array>
#include <map>
#include <vector>

class QAction;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QSplitter;
class QToolButton;

namespace longpole::compare {

class CompareTables;
class VerdictCard;

class CompareView : public QWidget
{
    Q_OBJECT

public:
    explicit CompareView(QWidget* parent = nullptr);
    ~CompareView() override;

    // Shows both and compares them in the background.
    void open(Sides sides);
    void clear();
    bool showsSomething() const { return m_controller.sides().complete(); }
    // The window's actions as buttons above the timelines.
    void addActionsToBar(const QList<QAction*>& actions);

    void swap();
    void align(Edge edge);
    void step(int by); // to the next difference by its part in the change
    // What the user did to the view. Restoring wants the sides opened.
    ViewState state();
    void restore(const ViewState& state);
    QString linkWords() const; // "after is shown 1.23 ms later"

    ComparisonController& controller() { return m_controller; }
    PairedTimelines& timelines() { return *m_timelines; }
    VerdictCard& card() { return *m_card; }
    CompareTables& tables() { return *m_tables; }
    bool isSettled() const; // nothing is being worked out or loaded

signals:
    void said(const QString& sentence); // something to tell the user
    void opened(); // other sides, or the same swapped

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void followComparison();
    void fillRuns();
    void showTitles();
    void updateOffset();
    void showRun(Side side, int run);
    void putTrace(Side side, const TracePtr& trace);
    void rememberLanes(Side side);
    std::vector<timeline::LaneState> lanesOfRuns(Side side);
    void takeLanes(Side side, const timeline::LaneState& one,
                   const std::vector<timeline::LaneState>& runs);
    const std::vector<TracePtr>& runs(Side side) const;
    void buildRange();

    ComparisonController m_controller;
    VerdictCard* m_card;
    PairedTimelines* m_timelines;
    CompareTables* m_tables;
    QSplitter* m_splitter;
    QHBoxLayout* m_bar;
    QComboBox* m_runBefore;
    QComboBox* m_runAfter;
    QLineEdit* m_range;
    QLabel* m_offset;
    QLabel* m_pair;
    std::array<std::map<const model::Trace*, timeline::LaneState>, 2> m_lanes; // by side
    bool m_divided = false; // by the user: keep the share of the tables
};

} // namespace longpole::compare
