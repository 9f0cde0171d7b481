// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the graph is built from: host calls, GPU operations, and how they belong together. Made from
// a Trace (inputFromTrace) or written by hand (tests). All indices are dense; kNone = not known.
// Plain data; whoever holds it owns it.
#pragma once

#include "core/analysis/critical_path/call_kinds.h"
#include "core/base/ids.h"
#include "core/base/time.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace longpole::critical_path {

inline constexpr std::uint32_t kNone = 0xffffffffU;

enum class OpKind : std::uint8_t
{
    Kernel,
    Memcpy,
    Memset
};

// Which way a copy goes, as far as it matters to the host.
enum class CopyKind : std::uint8_t
{
    Unknown,
    DeviceToHost, // pinned, or not known whether
    HostToDevicePinned,
    HostToDevicePageable,
    DeviceToHostPageable,
    DeviceToDevice
};

// A call of the runtime or driver on a host thread.
struct Call
{
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::uint32_t thread = 0;
    std::uint32_t stream = kNone; // of records, waits and syncs; a launch's are its operations'
    std::uint32_t device = kNone; // of device syncs
    std::uint32_t event = kNone; // of records, waits, event syncs and queries
    std::uint32_t record = kNone; // records: own number; waits: the very record awaited, if known
    std::uint32_t id = kNone; // slice in the trace
    std::uint32_t firstOp = 0; // its operations are input.ops[firstOp … firstOp + opCount)
    std::uint32_t opCount = 0;
    CallKind kind = CallKind::Other;
    bool blocking = false; // a copy or fill that returns when it is done
    bool absorbed = false; // part of a polling loop that another call stands for
    bool polls = false; // stands for a loop of queries
    QueryAnswer answer = QueryAnswer::Unknown;
};

struct Op
{
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::uint32_t stream = 0;
    std::uint32_t call = kNone; // none: orphan
    std::uint32_t id = kNone; // slice in the trace
    std::uint32_t row = kNone; // of the trace's table of GPU operations
    std::uint32_t collective = kNone; // into Input::collectives
    std::uint32_t graphNode = kNone; // for Input::graphEdges
    OpKind kind = OpKind::Kernel;
    CopyKind copy = CopyKind::Unknown;
    std::int32_t movedNs = 0; // start and end are this much later than recorded: clock repair

    std::int64_t duration() const { return end - start; }
};

struct Stream
{
    std::uint32_t device = 0; // into Input::devices
    std::uint32_t process = 0; // whose calls use it
    std::uint32_t context = 0; // dense: legacy default streams wait within their context
    TrackId track;
    bool legacyDefault = false; // waits for, and is awaited by, blocking streams of its context
    bool blocking = false; // created without the non-blocking flag; false where not known
    bool inferred = false; // the two flags are a guess
    bool flagsKnown = false; // the two flags were recorded
};

struct Thread
{
    std::uint32_t process = 0; // dense, over all ranks
    TrackId track;
    // Disjoint, sorted. covered: any event but annotations. bursts: without Python frames.
    std::vector<TimeRange> covered;
    std::vector<TimeRange> bursts;
};

struct InputDevice
{
    std::uint32_t index = 0; // into Trace::devices()
    std::int32_t rank = -1;
};

// Work on one thread that starts because of another thread.
struct HandOff
{
    std::uint32_t fromThread = 0;
    std::uint32_t toThread = 0;
    std::int64_t fromTime = 0;
    std::int64_t toTime = 0;
    bool inferred = false;
    std::int64_t idleSince = INT64_MIN; // toThread was waiting from then on; least: all the time
};

enum class CollectiveShape : std::uint8_t
{
    Symmetric, // none ends before all have begun (also: a send with its receive)
    Broadcast, // from the root to the others
    Reduce // from the others to the root
};

struct CollectiveGroup
{
    CollectiveShape shape = CollectiveShape::Symmetric;
    std::uint32_t root = kNone; // operation; Broadcast and Reduce only
    bool inferred = false;
    std::vector<std::uint32_t> ops;
};

struct Input
{
    std::vector<Call> calls; // by begin; ties: outer call first
    std::vector<Op> ops; // those of one call together, by start
    std::vector<Stream> streams;
    std::vector<Thread> threads;
    std::vector<InputDevice> devices;
    std::vector<CollectiveGroup> collectives;
    std::vector<HandOff> handOffs; // known ones
    std::vector<std::pair<std::uint32_t, std::uint32_t>>
        graphEdges; // from node to node, if recorded; by target
    TimeRange extent; // of the whole run: its contents and whatever else counts (annotations)
    std::uint64_t unmatchedCollectives = 0; // rooted ones whose root is not known
    std::vector<std::string> missing; // sentences: what this trace lacks
    bool laidOut = false; // the operations' times are not recorded (core/model/laid_out.h)

    std::uint32_t deviceOf(const Op& op) const { return streams[op.stream].device; }
};

// Puts calls and operations into the order promised above and ties them (Op::call names a call's
// place before the sort; Call::firstOp and opCount are filled in). Widens extent to all of them.
void arrange(Input& input);

// First to last of calls, operations and covered host time.
TimeRange contentOf(const Input& input);

} // namespace longpole::critical_path
