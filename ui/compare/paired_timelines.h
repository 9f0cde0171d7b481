// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// PairedTimelines: two timelines on one time axis, one above the other or side by side, and the
// ribbons between them. A place on the axis is a time before and, `offset` later, a time after;
// while linked, both sides show the same places. The selection is one: of an operation and its
// partner. GUI thread.
#pragma once

#include "ui/compare/comparison.h"
#include "ui/session/search_controller.h"
#include "ui/session/session.h"
#include "ui/timeline/timeline_view.h"

#include <QWidget>

class QSplitter;

namespace longpole::compare {

class RibbonStrip;

enum class Side : std::uint8_t
{
    Before,
    After
};

enum class Edge : std::uint8_t
{
    Start,
    End
};

class PairedTimelines : public QWidget
{
    Q_OBJECT

public:
    explicit PairedTimelines(QWidget* parent = nullptr);
    ~PairedTimelines() override;

    // Both begin at the same place of the axis.
    void setTraces(TracePtr before, TracePtr after);
    void setTrace(Side side, TracePtr trace); // another run of a side; keeps the axis
    void setTitle(Side side, const QString& title);
    // What joins them; null: nothing is known (yet). With it the first compared iterations are laid
    // one over the other, unless the user has moved them.
    void setComparison(ComparisonPtr comparison);

    session::Session& session(Side side) { return side == Side::Before ? m_before : m_after; }
    timeline_ui::TimelineView& view(Side side)
    {
        return *(side == Side::Before ? m_top : m_bottom);
    }
    timeline_ui::TimelineView& focusedView(); // the one used last
    Side focusedSide() const { return m_focused == m_bottom ? Side::After : Side::Before; }
    session::SearchController& search(Side side)
    {
        return side == Side::Before ? m_searchBefore : m_searchAfter;
    }
    RibbonStrip& ribbons() { return *m_ribbons; }

    bool linked() const { return m_linked; }
    void setLinked(bool linked); // linking keeps what is on screen: it sets the offset
    std::int64_t offsetNs() const { return m_offsetNs; }
    void setOffset(std::int64_t ns);
    // How far that is from laying the first compared iterations one over the other.
    std::int64_t shiftNs() const { return m_offsetNs - m_naturalOffsetNs; }
    void alignIterations(); // and shows all
    // Moves the side after so that both selected operations begin (end) at the same place. False
    // where one of them is missing.
    bool align(Edge edge);
    void setSideBySide(bool sideBySide);
    bool sideBySide() const;
    QByteArray splitterState() const;
    void restoreSplitter(const QByteArray& state); // after setSideBySide; keeps its layout

    // Selects a pair and shows it closely on both sides, one over the other.
    void showPair(std::uint32_t pair);
    std::uint32_t selectedPair() const { return m_selected; }

signals:
    void pairSelected(std::uint32_t pair); // kNoPair: what is selected has none
    void offsetChanged();
    void linkedChanged(bool linked);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void connectSide(Side side);
    void follow(Side moved);
    void followSelection(Side side);
    void updateLimits();
    void updateRibbons();
    bool comparesShown() const;
    TimeRange placeOf(const Pair& pair) const;
    void lookForNaturalOffset();
    std::int64_t offsetNear(std::uint32_t pair) const;

    session::Session m_before;
    session::Session m_after;
    session::SearchController m_searchBefore{m_before};
    session::SearchController m_searchAfter{m_after};
    timeline_ui::TimelineView* m_top;
    timeline_ui::TimelineView* m_bottom;
    RibbonStrip* m_ribbons;
    QSplitter* m_splitter;
    timeline_ui::TimelineView* m_focused;
    ComparisonPtr m_comparison;
    std::int64_t m_offsetNs = 0;
    std::int64_t m_naturalOffsetNs = 0;
    bool m_linked = true;
    bool m_moved = false; // by the user: keep the offset
    bool m_following = false;
    bool m_selecting = false;
    std::uint32_t m_selected = kNoPair;
};

} // namespace longpole::compare
