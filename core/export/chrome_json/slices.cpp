// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Slices as complete events, with the args that tell GPU operations and API calls.
#include "core/export/chrome_json/roles.h"
#include "core/export/chrome_json/slice_columns.h"
#include "core/export/chrome_json/writer.h"

#include <algorithm>

namespace longpole::exporting {

namespace {

using model::kNull32;
using model::kNull64;
using model::Track;
using Form = OpArgs::Form;
using Member = OpArgs::Member;

// Rows of a table ordered by slice that belong to one track.
struct TableRange
{
    std::size_t next = 0;
    std::size_t end = 0;
};

TableRange rangeOf(const model::Column<SliceId>& slices, const Track& track)
{
    const auto at = [&](std::uint32_t slice) {
        return static_cast<std::size_t>(
            std::lower_bound(slices.begin(), slices.end(), SliceId(slice)) - slices.begin());
    };
    return {at(track.firstSlice), at(track.firstSlice + track.sliceCount)};
}

Member integer(std::string_view name, std::int64_t value, Form form = Form::Integer)
{
    Member m;
    m.name = name;
    m.form = form;
    m.number = value;
    return m;
}

std::int64_t wide(std::uint32_t v)
{
    return v == kNull32 ? kNull64 : std::int64_t{v};
}

Member triple(std::string_view name, std::uint32_t x, std::uint32_t y, std::uint32_t z)
{
    Member m;
    m.name = name;
    m.form = Form::Triple;
    m.triple[0] = x;
    m.triple[1] = y;
    m.triple[2] = z;
    return m;
}

Member text(std::string_view name, std::string_view value)
{
    Member m;
    m.name = name;
    m.form = Form::Text;
    m.text = value;
    return m;
}

// Kineto knows the sum only.
void addSharedMemory(std::uint32_t fixed, std::uint32_t dynamic, std::vector<Member>& out)
{
    if (dynamic == kNull32) {
        out.push_back(integer("shared memory", wide(fixed)));
        out.back().otherName = "static shared memory";
        return;
    }
    const std::int64_t sum =
        fixed == kNull32 ? kNull64 : std::int64_t{fixed} + std::int64_t{dynamic};
    out.push_back(integer("shared memory", sum));
    out.push_back(integer("static shared memory", wide(fixed)));
    out.push_back(integer("dynamic shared memory", std::int64_t{dynamic}));
}

// Of GPU operation number i; device is its number in the file.
void opMembers(const Writer& w, std::size_t i, std::int64_t device, std::vector<Member>& out)
{
    const OpColumns& ops = w.ops;
    out.clear();
    out.push_back(integer("device", device));
    out.push_back(integer("context", ops.context[i]));
    out.push_back(integer("stream", ops.stream[i]));
    out.push_back(integer("correlation", w.correlations.ofOp(i), Form::Id));
    out.back().otherName = "correlation id";
    out.push_back(triple("grid", ops.gridX[i], ops.gridY[i], ops.gridZ[i]));
    out.push_back(triple("block", ops.blockX[i], ops.blockY[i], ops.blockZ[i]));
    out.push_back(integer("registers per thread", wide(ops.registers[i])));
    addSharedMemory(ops.sharedStatic[i], ops.sharedDynamic[i], out);
    out.push_back(integer("bytes", ops.bytes[i]));
    out.push_back(integer("graph id", ops.graphId[i], Form::Id));
    out.push_back(integer("graph node id", ops.graphNode[i], Form::Id));
    out.push_back(integer("queued", ops.queued[i], Form::Time));
    out.push_back(integer("submitted", ops.submitted[i], Form::Time));
    out.push_back(text("Collective name", w.trace.string(ops.collective[i])));
    out.push_back(text("Process Group Name", w.trace.string(ops.group[i])));
    out.push_back(integer("Group size", ops.groupSize[i], Form::Id));
}

void callMembers(const Writer& w, std::size_t i, std::vector<Member>& out)
{
    out.clear();
    out.push_back(integer("correlation", w.correlations.ofCall(i), Form::Id));
    out.back().otherName = "correlation id";
    out.push_back(integer("stream", w.calls.stream[i]));
    out.push_back(integer("return code", w.calls.returnCode[i]));
    out.back().otherName = "result";
}

class TrackWriter
{
public:
    TrackWriter(Writer& w, const Track& track)
        : m_w(w)
        , m_track(track)
        , m_place(w.places.of(track.id))
        , m_columns(w.trace, track.id)
        , m_ops(rangeOf(w.ops.slice, track))
        , m_calls(rangeOf(w.calls.slice, track))
    { }
    Result<void> write()
    {
        for (std::uint32_t i = 0; i < m_track.sliceCount; ++i) {
            if (auto done = one(i); !done) {
                return done;
            }
        }
        return {};
    }

private:
    static bool take(TableRange& range, const model::Column<SliceId>& slices, SliceId slice)
    {
        const bool here = range.next < range.end && slices[range.next] == slice;
        range.next += here ? 1 : 0;
        return here;
    }

    Result<void> one(std::uint32_t i)
    {
        const SliceId id(m_track.firstSlice + i);
        const bool op = take(m_ops, m_w.ops.slice, id);
        const bool call = take(m_calls, m_w.calls.slice, id);
        SliceMeaning meaning;
        meaning.cls = m_columns.cls[i];
        meaning.name = m_w.trace.string(m_columns.name[i]);
        meaning.category = m_w.trace.category(m_columns.category[i]);
        meaning.args = m_w.args.text(m_columns.args[i]);
        meaning.apiCall = call;
        if (op) {
            meaning.gpuOp = m_w.ops.kind[m_ops.next - 1];
        }
        const ChosenCategory category = chooseCategory(meaning, m_track.kind);
        const bool lane = m_place.needsLane || category.kind != m_track.kind
            || (op && !streamTellsTrack(m_ops.next - 1));
        EventText& e = m_w.event.begin('X');
        if (!category.text.empty()) {
            e.category(category.text);
        }
        e.name(meaning.name).place(m_place.pid, m_place.tid);
        e.time(m_columns.start[i].ns).duration(m_columns.duration[i].ns);
        e.lane(lane ? m_place.lane : std::string_view());
        if (op || call) {
            op ? opMembers(m_w, m_ops.next - 1, m_place.device, m_members)
               : callMembers(m_w, m_calls.next - 1, m_members);
            e.text() += ",\"args\":";
            m_w.opArgs.append(e.text(), meaning.args, m_members);
        } else {
            m_w.opArgs.appendMember(e.text(), meaning.args);
        }
        return e.end();
    }

    // A reader puts an operation on the stream that its args name.
    bool streamTellsTrack(std::size_t op) const
    {
        const std::int64_t stream = m_w.ops.stream[op];
        return stream == kNull64 ? !m_place.tidNumber : m_place.tidNumber == stream;
    }

    Writer& m_w;
    const Track& m_track;
    const TrackPlace& m_place;
    SliceColumns m_columns;
    TableRange m_ops;
    TableRange m_calls;
    std::vector<Member> m_members;
};

} // namespace

Result<void> writeSlices(Writer& w, const Track& track)
{
    return TrackWriter(w, track).write();
}

} // namespace longpole::exporting
