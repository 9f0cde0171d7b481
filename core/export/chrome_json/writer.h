// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of the Chrome JSON exporter share, and the parts themselves. One thread.
#pragma once

#include "core/export/chrome_json/correlations.h"
#include "core/export/chrome_json/event_text.h"
#include "core/export/chrome_json/op_args.h"
#include "core/export/chrome_json/track_places.h"
#include "core/model/args_blocks.h"

namespace longpole::exporting {

// The tables of the trace, loaded once.
struct OpColumns
{
    explicit OpColumns(const model::Trace& trace);
    model::Column<SliceId> slice;
    model::Column<TrackId> track;
    model::Column<TimeNs> start;
    model::Column<model::GpuOpKind> kind;
    model::Column<std::int64_t> context;
    model::Column<std::int64_t> stream;
    model::Column<std::uint32_t> gridX;
    model::Column<std::uint32_t> gridY;
    model::Column<std::uint32_t> gridZ;
    model::Column<std::uint32_t> blockX;
    model::Column<std::uint32_t> blockY;
    model::Column<std::uint32_t> blockZ;
    model::Column<std::uint32_t> registers;
    model::Column<std::uint32_t> sharedStatic;
    model::Column<std::uint32_t> sharedDynamic;
    model::Column<std::int64_t> bytes;
    model::Column<std::int64_t> graphId;
    model::Column<std::int64_t> graphNode;
    model::Column<std::int64_t> queued;
    model::Column<std::int64_t> submitted;
    model::Column<SliceId> launch;
    model::Column<StringId> collective;
    model::Column<StringId> group;
    model::Column<std::int64_t> groupSize;
};

struct CallColumns
{
    explicit CallColumns(const model::Trace& trace);
    model::Column<SliceId> slice;
    model::Column<TrackId> track;
    model::Column<TimeNs> start;
    model::Column<std::int64_t> stream;
    model::Column<std::int64_t> returnCode;
};

struct Writer
{
    Writer(const model::Trace& t, TextSink& textSink, ExportJob& job)
        : trace(t)
        , sink(textSink)
        , places(t)
        , correlations(t)
        , ops(t)
        , calls(t)
        , args(t)
        , event(textSink, job)
    { }

    const model::Trace& trace;
    TextSink& sink;
    TrackPlaces places;
    Correlations correlations;
    OpColumns ops;
    CallColumns calls;
    model::ArgsBlocks args;
    OpArgs opArgs;
    EventText event;
    std::uint64_t lostLinks = 0;
    std::uint64_t lostSamples = 0;
};

// What stands before the events: devices, ranks, time base, properties; up to the '['.
void writeHead(Writer& w);
// Names and order of processes and threads.
Result<void> writeNames(Writer& w);
// The slices of a track that are no asynchronous ones.
Result<void> writeSlices(Writer& w, const model::Track& track);
// Those of an asynchronous track, as pairs of begin and end.
Result<void> writeAsync(Writer& w, const model::Track& track, std::int64_t& nextId);
Result<void> writeInstants(Writer& w, const model::Track& track);
Result<void> writeSamples(Writer& w, const model::Track& track);
// Links as flows.
Result<void> writeFlows(Writer& w);

} // namespace longpole::exporting
