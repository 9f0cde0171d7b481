// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Asynchronous slices as pairs of begin and end, an id for each that has no parent.
#include "core/export/chrome_json/slice_columns.h"
#include "core/export/chrome_json/writer.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

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
        m_children.resize(order.size());
        std::vector<std::uint32_t> roots;
        for (const std::uint32_t i : order) {
            const SliceId parent = m_columns.parent[i];
            parent.valid() ? m_children[parent.value - m_track.firstSlice].push_back(i)
                           : roots.push_back(i);
        }
        for (const std::uint32_t root : roots) {
            if (auto done = subtree(root, m_nextId++); !done) {
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
        std::vector<std::uint32_t> open = {}; // its children that have not ended yet
        std::vector<std::pair<std::uint32_t, std::int64_t>> twins = {}; // (slice, id) to end next
    };

    // Depth first, without recursion: nesting may be deep.
    Result<void> subtree(std::uint32_t root, std::int64_t id)
    {
        std::vector<Step> stack;
        stack.push_back({root, 0, id});
        if (auto done = half('b', root, id); !done) {
            return done;
        }
        while (!stack.empty()) {
            Step& top = stack.back();
            if (top.child < m_children[top.slice].size()) {
                const std::uint32_t next = m_children[top.slice][top.child++];
                const std::int64_t nextId = mixesUp(top.open, next) ? m_nextId++ : top.id;
                top.open.push_back(next);
                if (auto done = half('b', next, nextId); !done) {
                    return done;
                }
                stack.push_back({next, 0, nextId});
                continue;
            }
            // Of two that begin and end together a reader takes the first to end for the outer one.
            if (stack.size() > 1 && sameTimes(stack[stack.size() - 2].slice, top.slice)) {
                auto& twins = stack[stack.size() - 2].twins;
                twins.emplace_back(top.slice, top.id);
                twins.insert(twins.end(), top.twins.begin(), top.twins.end());
            } else if (auto done = finish(top); !done) {
                return done;
            }
            stack.pop_back();
        }
        return {};
    }

    // A reader takes an end for that of the innermost open slice of its name. True if that goes
    // wrong between a child and those before it that are still open, since they overlap without
    // nesting.
    bool mixesUp(std::vector<std::uint32_t>& open, std::uint32_t next) const
    {
        open.erase(std::remove_if(open.begin(), open.end(),
                                  [&](std::uint32_t i) { return end(i) <= m_columns.start[next]; }),
                   open.end());
        if (open.empty()) {
            return false;
        }
        const std::vector<std::uint32_t> later = family(next);
        for (const std::uint32_t sibling : open) {
            for (const std::uint32_t a : family(sibling)) {
                const bool clash = std::any_of(later.begin(), later.end(), [&](std::uint32_t b) {
                    return m_columns.name[a] == m_columns.name[b] && m_columns.start[b] < end(a);
                });
                if (clash) {
                    return true;
                }
            }
        }
        return false;
    }
    // A slice and all in it.
    std::vector<std::uint32_t> family(std::uint32_t slice) const
    {
        std::vector<std::uint32_t> out{slice};
        for (std::size_t i = 0; i < out.size(); ++i) {
            const auto& inner = m_children[out[i]];
            out.insert(out.end(), inner.begin(), inner.end());
        }
        return out;
    }

    Result<void> finish(const Step& step)
    {
        auto done = half('e', step.slice, step.id);
        for (const auto& [slice, id] : step.twins) {
            done = done ? half('e', slice, id) : done;
        }
        return done;
    }

    bool sameTimes(std::uint32_t a, std::uint32_t b) const
    {
        return m_columns.start[a] == m_columns.start[b] && end(a) == end(b);
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
    std::vector<std::vector<std::uint32_t>> m_children;
};

} // namespace

Result<void> writeAsync(Writer& w, const Track& track, std::int64_t& nextId)
{
    return AsyncWriter(w, track, nextId).write();
}

} // namespace longpole::exporting
