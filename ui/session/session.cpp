// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session.h"

#include "ui/session/critical_path_controller.h"

#include <algorithm>
#include <array>

namespace longpole::session {

Session::Session(QObject* parent)
    : QObject(parent)
    , m_hits(std::make_shared<const std::vector<SliceId>>())
    , m_criticalPath(std::make_unique<CriticalPathController>(*this))
{ }

Session::~Session() = default;

bool Session::inTrace(SliceId slice) const
{
    return m_trace && slice.valid() && slice.value < m_trace->counts().slices;
}

void Session::setTrace(std::shared_ptr<const model::Trace> trace)
{
    select({});
    setHover({});
    setCursor(std::nullopt);
    setRange(std::nullopt);
    setHits(nullptr);
    setBookmarks({});
    m_trace = std::move(trace);
    emit traceChanged();
}

void Session::select(SliceId slice)
{
    setSelected(inTrace(slice) ? std::vector{slice} : std::vector<SliceId>());
}

void Session::toggleSelected(SliceId slice)
{
    if (!inTrace(slice)) {
        return;
    }
    std::vector<SliceId> slices = m_selected;
    if (std::erase(slices, slice) == 0) {
        slices.push_back(slice);
    }
    setSelected(std::move(slices));
}

void Session::setSelected(std::vector<SliceId> slices)
{
    if (slices == m_selected) {
        return;
    }
    m_selected = std::move(slices);
    const SliceId last = m_selected.empty() ? SliceId() : m_selected.back();
    if (last != m_selection) {
        m_selection = last;
        emit selectionChanged(last);
    }
    emit selectedChanged();
}

void Session::setHover(SliceId slice)
{
    const SliceId next = inTrace(slice) ? slice : SliceId();
    if (next != m_hover) {
        m_hover = next;
        emit hoverChanged(next);
    }
}

void Session::setCursor(std::optional<TimeNs> time)
{
    if (time != m_cursor) {
        m_cursor = time;
        emit cursorChanged();
    }
}

void Session::setRange(std::optional<TimeRange> range)
{
    if (range && range->empty()) {
        range.reset();
    }
    if (range != m_range) {
        m_range = range;
        emit rangeChanged();
    }
}

void Session::setHits(Hits hits)
{
    if (!hits) {
        hits = std::make_shared<const std::vector<SliceId>>();
    }
    if (hits != m_hits && !(hits->empty() && m_hits->empty())) {
        m_hits = std::move(hits);
        emit hitsChanged();
    }
}

void Session::setBookmarks(std::vector<Bookmark> bookmarks)
{
    std::stable_sort(bookmarks.begin(), bookmarks.end(), [](const Bookmark& a, const Bookmark& b) {
        return a.range.begin < b.range.begin;
    });
    if (bookmarks != m_bookmarks) {
        m_bookmarks = std::move(bookmarks);
        emit bookmarksChanged();
    }
}

void Session::addBookmark(Bookmark bookmark)
{
    std::vector<Bookmark> all = m_bookmarks;
    std::erase_if(all, [&](const Bookmark& other) {
        return other.range == bookmark.range
            || (bookmark.number != 0 && other.number == bookmark.number);
    });
    if (bookmark.number == 0) {
        std::array<bool, 10> taken{};
        for (const Bookmark& other : all) {
            taken[static_cast<std::size_t>(std::clamp(other.number, 0, 9))] = true;
        }
        const auto free = std::find(taken.begin() + 1, taken.end(), false);
        bookmark.number = free == taken.end() ? 0 : static_cast<int>(free - taken.begin());
    }
    all.push_back(std::move(bookmark));
    setBookmarks(std::move(all));
}

void Session::removeBookmark(TimeRange range)
{
    std::vector<Bookmark> all = m_bookmarks;
    std::erase_if(all, [&](const Bookmark& other) { return other.range == range; });
    setBookmarks(std::move(all));
}

const Bookmark* Session::bookmark(int number) const
{
    const auto it = std::find_if(m_bookmarks.begin(), m_bookmarks.end(), [&](const Bookmark& b) {
        return number != 0 && b.number == number;
    });
    return it == m_bookmarks.end() ? nullptr : &*it;
}

} // namespace longpole::session
