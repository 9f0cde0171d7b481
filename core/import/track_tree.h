// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the track keys met while reading into the tracks of the trace: groups for devices and
// processes, names, order.
#pragma once

#include "core/import/raw_trace.h"

#include <string>
#include <vector>

namespace longpole::import {

struct KnownDevice
{
    std::uint32_t source = 0; // set by TraceBuilder
    std::int64_t number = 0;
    std::string name;
    std::string properties; // JSON
};

struct TrackTree
{
    std::vector<model::Track> tracks; // final order; counts, slices and rows still empty
    std::vector<std::uint32_t> finalOf; // raw track number → index into tracks
    std::vector<std::uint32_t> sourceOf; // index into tracks → source file
    std::vector<model::Device> devices; // those with GPU operations or counter samples
};

// What is known of one of the files of a trace.
struct SourceFacts
{
    std::int32_t rank = -1; // -1: unknown
    std::string label; // what tells its groups from those of the others: "rank 3"; may be empty
};

// known: what the files say of their devices; sources: one entry per TrackKey::source in use.
TrackTree buildTrackTree(const RawTrace& raw, const std::vector<KnownDevice>& known,
                         const std::vector<SourceFacts>& sources);

} // namespace longpole::import
