// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Asynchronous slices as pairs of begin and end, an id for each that has no parent.
#include "core/export/chrome_json/slice_columns.h"
#include "core/export/chrome_json/writer.h"

#include <algorithm>
#include <numeric>

namespace longpole::exporting {

namespace {

using model::Track;

class AsyncWriter
{
public:
    AsyncWriter(Writer& w, const Track& track, std::int64_t& nextId)
        : m_w(w)
        , m_track(track)
        , m_place(w.places.of(track.id))
        , m_columns(w.trace, track.id)
        , m_nextId(nextId)
    { }

    Result<void> write()
    {
        // By start, parents before children: what a reader pairs up again, id by id.
        std::vector<std::uint32_t> order(m_track.sliceCount);
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return m_columns.start[a] < m_columns.start[b];
        });
        std::vector<std::vector<std::uint32_t>> children(order.size());
        std::vector<std::uint32_t> roots;
        for (const std::uint32_t i : order) {
            const SliceId parent = m_columns.parent[i];
            parent.valid() ? children[parent.value - m_track.firstSlice].push_back(i)
                           : roots.push_back(i);
        }
        for (const std::uint32_t root : roots) {
            if (auto done = subtree(root, m_nextId++, children); !done) {
                return done;
            }
        }
        return {};
    }

private:
    struct Step
    {
        std::uint32_t slice = 0;
        std::size_t child = 0;
        std::int64_t id = 0;
        TimeNs reached; // end of its last child
    };

    // Depth first, without recursion: nesting may be deep.
    Result<void> subtree(std::uint32_t root, std::int64_t id,
                         const std::vector<std::vector<std::uint32_t>>& children)
    {
        std::vector<Step> stack{{root, 0, id, m_columns.start[root]}};
        if (auto done = half('b', root, id); !done) {
            return done;
        }
        while (!stack.empty()) {
            Step& top = stack.back();
            if (top.child < children[top.slice].size()) {
                const std::uint32_t next = children[top.slice][top.child++];
                // Ends are matched to the innermost begin: what overlaps gets an id of its own.
                const bool overlaps = m_columns.start[next] < top.reached;
                const std::int64_t nextId = overlaps ? m_nextId++ : top.id;
                top.reached = std::max(top.reached, end(next));
                if (auto done = half('b', next, nextId); !done) {
                    return done;
                }
                stack.push_back({next, 0, nextId, m_columns.start[next]});
                continue;
            }
            if (auto done = half('e', top.slice, top.id); !done) {
                return done;
            }
            stack.pop_back();
        }
        return {};
    }

    TimeNs end(std::uint32_t i) const { return m_columns.start[i] + m_columns.duration[i]; }

    Result<void> half(char phase, std::uint32_t i, std::int64_t id)
    {
        std::string_view category = m_w.trace.category(m_columns.category[i]);
        if (category.empty()) {
            category = m_track.name.empty() ? std::string_view("async") : m_track.name;
        }
        EventText& e = m_w.event.begin(phase);
        e.category(category).name(m_w.trace.string(m_columns.name[i]));
        e.place(m_place.pid, m_place.tid).id(id);
        e.time((phase == 'b' ? m_columns.start[i] : end(i)).ns);
        e.lane(m_place.needsLane || category != m_track.name ? m_place.lane : std::string_view());
        if (phase == 'b') {
            m_w.opArgs.appendMember(e.text(), m_w.args.text(m_columns.args[i]));
        }
        return e.end();
    }

    Writer& m_w;
    const Track& m_track;
    const TrackPlace& m_place;
    SliceColumns m_columns;
    std::int64_t& m_nextId;
};

} // namespace

Result<void> writeAsync(Writer& w, const Track& track, std::int64_t& nextId)
{
    return AsyncWriter(w, track, nextId).write();
}

} // namespace longpole::exporting
