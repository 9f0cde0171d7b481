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
    std::int64_t number = 0;
    std::string name;
    std::string properties; // JSON
};

struct TrackTree
{
    std::vector<model::Track> tracks; // final order; counts, slices and rows still empty
    std::vector<std::uint32_t> finalOf; // raw track number → index into tracks
    std::vector<model::Device> devices; // those with GPU operations or counter samples
};

// known: what the file says of its devices; rank: of the whole file, -1 if unknown.
TrackTree buildTrackTree(const RawTrace& raw, const std::vector<KnownDevice>& known,
                         std::int32_t rank);

} // namespace longpole::import
