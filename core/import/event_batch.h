// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// EventBatch: what one piece of a file turned into, before it is joined with the others. Batches
// are filled in parallel, each by one thread, with strings, categories, tracks and args numbered
// locally; TraceBuilder renumbers them in file order, so the result doesn't depend on timing.
#pragma once

#include "core/base/block_vector.h"
#include "core/base/ids.h"
#include "core/base/string_pool.h"
#include "core/model/args.h"
#include "core/model/ledger.h"
#include "core/model/schema.h"
#include "core/model/track.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace longpole::import {

// What an importer knows a slice to be; decides its class, and which tables it is listed in.
enum class SliceRole : std::uint8_t
{
    Plain,
    Operator,
    Annotation,
    Step, // an annotation that marks a step of the program
    GpuAnnotation,
    Python,
    Api,
    GpuOp,
    Sync,
    Overhead,
    ProfilerSpan
};

// Identity of a track while reading. Two keys are the same track if all fields are equal.
// pid and tid are as in the file: numbers or, with the flag, local string numbers.
struct TrackKey
{
    model::TrackKind kind = model::TrackKind::Thread;
    bool pidIsText = false;
    bool tidIsText = false;
    bool onDevice = false; // Counter: pid is a device number
    std::uint32_t source = 0; // file of a joined trace; set by TraceBuilder, importers leave 0
    std::int64_t pid = 0; // host process; for device tracks the device number
    std::int64_t tid = 0; // thread, stream, or 0
    std::int64_t owner = 0; // device tracks: the process, where the file tells (0 = it doesn't)
    StringId name; // of counters (incl. the args key) and async categories, else none

    friend bool operator==(const TrackKey&, const TrackKey&) = default;
};

struct TrackKeyHash
{
    std::size_t operator()(const TrackKey& k) const noexcept;
};

// Facts of a GPU operation; kNull… = not in the file.
struct GpuFacts
{
    model::GpuOpKind kind = model::GpuOpKind::Kernel;
    std::uint32_t registers = model::kNull32;
    std::int64_t context = model::kNull64;
    std::int64_t stream = model::kNull64;
    std::int64_t correlation = model::kNull64; // 0 is no id and stored as kNull64
    std::uint32_t grid[3] = {model::kNull32, model::kNull32, model::kNull32};
    std::uint32_t block[3] = {model::kNull32, model::kNull32, model::kNull32};
    std::uint32_t sharedStatic = model::kNull32;
    std::uint32_t sharedDynamic = model::kNull32;
    std::int64_t bytes = model::kNull64;
    std::uint32_t rare = model::kNull32; // into EventBatch::rare
    std::uint32_t scope = 0; // correlation ids are matched within one scope (a process, say)
};

// Facts that few GPU operations have, kept apart to save memory.
struct RareGpuFacts
{
    std::int64_t graphId = model::kNull64;
    std::int64_t graphNode = model::kNull64;
    std::int64_t queued = model::kNull64; // absolute ns
    std::int64_t submitted = model::kNull64; // absolute ns
    std::int64_t groupSize = model::kNull64;
    StringId collective;
    StringId group;
};

struct ApiFacts
{
    static constexpr std::int32_t kNoReturnCode = std::numeric_limits<std::int32_t>::min();

    std::int64_t correlation = model::kNull64;
    std::int64_t stream = model::kNull64;
    std::int32_t returnCode = kNoReturnCode;
    std::uint32_t scope = 0; // as GpuFacts::scope
};

// start is absolute ns as in the file; the builder subtracts the trace's zero.
struct SliceBody
{
    std::int64_t start = 0;
    std::int64_t duration = 0;
    StringId name;
    std::uint32_t args = model::kNull32; // local args number
    std::uint32_t facts = model::kNull32; // GpuOp, Api: into gpu or api. Async: the group; groups
                                          // never nest. Step: its number
    std::uint16_t category = 0;
    SliceRole role = SliceRole::Plain;
    std::uint8_t flags = 0; // model::SliceFlag
};

// Those of one track, in file order.
using SliceBodies = BlockVector<SliceBody, 8>;

struct SliceRecord : SliceBody
{
    std::uint32_t track = 0; // local track number
};

struct InstantRecord
{
    std::int64_t time = 0;
    StringId name;
    std::uint32_t track = 0;
    std::uint32_t args = model::kNull32;
    std::uint16_t category = 0;
    model::InstantScope scope = model::InstantScope::Thread;
};

struct CounterRecord
{
    std::int64_t time = 0;
    double value = 0;
    std::uint32_t track = 0;
};

// Half of a pair: B/E on a thread, b/e of an async id.
struct HalfRecord
{
    enum class Kind : std::uint8_t
    {
        Begin,
        End,
        AsyncBegin,
        AsyncEnd
    };

    std::int64_t time = 0;
    std::int64_t id = 0; // async id; a local string number if idIsText
    StringId name;
    std::uint32_t track = 0;
    std::uint32_t args = model::kNull32;
    std::uint16_t category = 0;
    Kind kind = Kind::Begin;
    bool idIsText = false;
};

// A point of a flow: s, t or f.
struct FlowRecord
{
    enum class Kind : std::uint8_t
    {
        Start,
        Step,
        End
    };

    std::int64_t time = 0;
    std::int64_t id = 0; // a local string number if idIsText
    std::uint32_t track = 0;
    std::uint16_t category = 0;
    Kind kind = Kind::Start;
    bool idIsText : 1 = false;
    bool bindEnclosing : 1 = false; // an end with "bp": "e"
};

// Naming and ordering of processes and threads.
struct NamingRecord
{
    enum class Kind : std::uint8_t
    {
        ProcessName,
        ProcessLabels,
        ProcessSort,
        ThreadName,
        ThreadSort,
        CounterUnit // thread is the counter's own key, text the unit ("%", "B", "B/s")
    };

    Kind kind = Kind::ProcessName;
    TrackKey thread; // kind Thread; tid unused for processes
    StringId text;
    std::int64_t sortIndex = 0;
};

// What a kernel profiler (Nsight Compute) measured of one launch. It has no place on a timeline of
// its own: see kernel_profiles.h for what becomes of it. kNull… = not in the file.
struct KernelProfileRecord
{
    StringId name; // demangled where the file has it
    StringId member; // of the args of the kernels it is joined to; none: "ncu"
    std::uint32_t grid[3] = {model::kNull32, model::kNull32, model::kNull32};
    std::uint32_t block[3] = {model::kNull32, model::kNull32, model::kNull32};
    std::uint32_t registers = model::kNull32;
    std::uint32_t sharedStatic = model::kNull32;
    std::uint32_t sharedDynamic = model::kNull32;
    std::uint32_t source = 0; // as TrackKey::source
    std::uint32_t order = 0; // of launches within the file
    // Measured in another run of the program: which of the launches with its name, shape, device
    // and stream it was (see kernel_occurrences.h). kNull32: matched as kernel_profiles.h says.
    std::uint32_t occurrence = model::kNull32;
    std::uint32_t args = model::kNull32; // JSON object: "metrics", "units", "sections", "rules" …
    std::int64_t device = 0;
    std::int64_t context = model::kNull64;
    std::int64_t stream = model::kNull64;
    std::int64_t durationNs = model::kNull64;
};

// Samples of where the warps of a function stood, from another run of the program: of all launches
// of the function together (see function_stalls.h).
struct StalledFunctionRecord
{
    StringId name; // demangled
    std::int64_t device = 0;
    std::uint64_t cubin = 0; // CRC of the code that the function is part of
    std::uint32_t source = 0; // as TrackKey::source
    std::vector<std::pair<StringId, std::uint64_t>> samples; // per reason
};

class EventBatch
{
public:
    EventBatch();

    StringId intern(std::string_view text);
    std::uint16_t category(std::string_view text);
    std::uint32_t track(const TrackKey& key);
    // Keeps an args object (JSON text); returns its local number.
    std::uint32_t keepArgs(std::string_view json);
    std::string_view string(StringId id) const { return m_strings.get(id); }
    // Compresses the args kept so far; call once, when the batch is complete.
    void seal();

    std::vector<SliceRecord> slices;
    std::vector<GpuFacts> gpu;
    std::vector<RareGpuFacts> rare;
    std::vector<ApiFacts> api;
    std::vector<InstantRecord> instants;
    std::vector<CounterRecord> counters;
    std::vector<HalfRecord> halves;
    std::vector<FlowRecord> flows;
    std::vector<NamingRecord> namings;
    std::vector<KernelProfileRecord> profiles;
    std::vector<StalledFunctionRecord> stalls;
    model::Ledger ledger;
    std::uint64_t events = 0; // read, of any kind

private:
    friend class BatchJoiner;

    void closeArgsBlock();

    StringInterner m_strings;
    std::array<StringId, 512> m_recentStrings; // by a cheap hash: most names come again soon
    std::vector<std::string> m_categories;
    std::vector<TrackKey> m_tracks;
    std::unordered_map<TrackKey, std::uint32_t, TrackKeyHash> m_trackIds;
    std::uint32_t m_recentTrack = 0; // events of one thread stand together
    model::ArgsBlockBuilder m_argsBlock;
    std::uint32_t m_argsCount = 0;
    std::vector<std::vector<std::byte>> m_argsBlocks; // zstd frames
    std::vector<std::uint32_t> m_argsFirst; // local number of each block's first
};

} // namespace longpole::import
