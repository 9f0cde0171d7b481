// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Tracks: what the timeline has lanes for. Groups (a process, a device) are tracks too.
#pragma once

#include "core/base/ids.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::model {

// Stored in files: append only.
enum class TrackKind : std::uint8_t
{
    Process, // group: a host process; holds no slices
    Device, // group: one GPU; holds no slices
    Thread, // host thread: nested slices
    Stream, // GPU stream: GPU operations
    Annotation, // ranges projected onto a GPU stream
    Async, // overlapping ranges of one process
    Counter, // samples
    Sync, // the profiler's synchronisation records
    Overhead, // the profiler's own cost
    Other
};

// "process", "device", "thread", …
std::string_view trackKindName(TrackKind kind);

// A row is a run of the track's slices, sorted by start, never overlapping.
struct Row
{
    std::uint32_t first = 0; // relative to the track's first slice
    std::uint32_t count = 0;
};

struct Track
{
    TrackId id;
    TrackId parent; // group, or none
    TrackKind kind = TrackKind::Other;
    std::string name; // as shown: "stream 7", "thread 48213 (python3)"
    std::string process; // process name, may be empty
    std::string thread; // thread name, may be empty
    std::int64_t pid = -1; // -1: none or not a number
    std::int64_t tid = -1;
    std::int32_t rank = -1; // -1: unknown
    std::int32_t device = -1; // index into Trace::devices(), -1: none
    std::int64_t context = -1;
    std::int64_t stream = -1;
    std::int64_t sortIndex = 0; // as the file asks; ties by order of appearance
    std::string unit; // of a counter, may be empty
    std::uint32_t firstSlice = 0;
    std::uint32_t sliceCount = 0;
    std::uint32_t instantCount = 0;
    std::uint32_t sampleCount = 0;
    std::vector<Row> rows;
};

struct Device
{
    std::int32_t number = 0; // as the producer counts
    std::int32_t rank = -1;
    std::string name; // "NVIDIA H100 80GB HBM3", may be empty
    std::string properties; // the producer's property object as JSON, may be empty
};

} // namespace longpole::model
