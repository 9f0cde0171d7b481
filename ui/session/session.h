// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Session: what one window is looking at. Views change it through the setters and follow its
// signals; they never talk to each other. Lives in the GUI thread; values are small and copied.
#pragma once

#include "core/model/trace.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace longpole::session {

// A place to come back to: a moment (begin == end) or a stretch of time.
struct Bookmark
{
    int number = 0; // 1..9 has a key, 0 has none
    TimeRange range;
    QString label;

    bool isMoment() const { return range.begin == range.end; }
    friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

class CriticalPathController;

// Search hits, sorted by SliceId, without duplicates. Never null once set.
using Hits = std::shared_ptr<const std::vector<SliceId>>;

class Session : public QObject
{
    Q_OBJECT

public:
    explicit Session(QObject* parent = nullptr);
    ~Session() override;

    // The trace on screen, null on the start page.
    const std::shared_ptr<const model::Trace>& trace() const { return m_trace; }
    // Clears selection, range, hits, bookmarks and hover first, then emits traceChanged.
    void setTrace(std::shared_ptr<const model::Trace> trace);

    // The selected slice, or none. An id outside the trace counts as none.
    SliceId selection() const { return m_selection; }
    void select(SliceId slice);
    // All that are selected, in the order they were, selection() last.
    const std::vector<SliceId>& selected() const { return m_selected; }
    // Adds a slice to the selection, or takes it out.
    void toggleSelected(SliceId slice);

    // The slice under the pointer, or none; and the time under the pointer.
    SliceId hover() const { return m_hover; }
    void setHover(SliceId slice);
    std::optional<TimeNs> cursor() const { return m_cursor; }
    void setCursor(std::optional<TimeNs> time);

    // The selected stretch of time, if any; never empty.
    std::optional<TimeRange> range() const { return m_range; }
    void setRange(std::optional<TimeRange> range);

    const Hits& hits() const { return m_hits; }
    void setHits(Hits hits);

    // Sorted by begin.
    const std::vector<Bookmark>& bookmarks() const { return m_bookmarks; }
    void setBookmarks(std::vector<Bookmark> bookmarks);
    // Takes the lowest free number 1..9 if `bookmark.number` is 0; an equal range is replaced.
    void addBookmark(Bookmark bookmark);
    void removeBookmark(TimeRange range);
    const Bookmark* bookmark(int number) const;

    // What limits the trace; worked out in the background once it is on screen.
    CriticalPathController& criticalPath() const { return *m_criticalPath; }

    // Asks the timeline to bring something into view; the selection stays as it is.
    void reveal(SliceId slice) { emit revealRequested(slice); }
    void showRange(TimeRange range) { emit showRangeRequested(range); }

signals:
    void traceChanged();
    void selectionChanged(longpole::SliceId slice);
    void selectedChanged(); // which slices are selected; after selectionChanged
    void hoverChanged(longpole::SliceId slice);
    void cursorChanged();
    void rangeChanged();
    void hitsChanged();
    void bookmarksChanged();
    void revealRequested(longpole::SliceId slice);
    void showRangeRequested(longpole::TimeRange range);

private:
    bool inTrace(SliceId slice) const;
    void setSelected(std::vector<SliceId> slices);

    std::shared_ptr<const model::Trace> m_trace;
    SliceId m_selection;
    std::vector<SliceId> m_selected;
    SliceId m_hover;
    std::optional<TimeNs> m_cursor;
    std::optional<TimeRange> m_range;
    Hits m_hits;
    std::vector<Bookmark> m_bookmarks;
    std::unique_ptr<CriticalPathController> m_criticalPath; // last: uses the rest
};

} // namespace longpole::session
