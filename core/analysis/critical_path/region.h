// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Regions: which part of a trace a question is about.
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/model/trace.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::critical_path {

// What the user asked for. Default: the whole trace.
struct RegionSpec
{
    enum class Kind : std::uint8_t
    {
        Whole,
        Text, // as on the command line, see parseRegion
        Annotation, // the very slice
        Iteration, // by number, from 0
        Range // explicit
    };
    Kind kind = Kind::Whole;
    std::string text;
    SliceId annotation;
    std::uint32_t iteration = 0;
    TimeRange range;

    static RegionSpec named(std::string text) { return {Kind::Text, std::move(text), {}, 0, {}}; }
    static RegionSpec of(TimeRange range) { return {Kind::Range, {}, {}, 0, range}; }
    static RegionSpec of(SliceId annotation) { return {Kind::Annotation, {}, annotation, 0, {}}; }
};

struct Region
{
    std::string name; // "whole trace", the annotation's name, "A..B", "12 ms … 20 ms"
    TimeRange range; // before the analysis: the chosen range; after it: source to sink
    TrackId anchor; // host thread; none: choose
    bool whole = false;
};

// Resolves what was asked for. Text, in this order:
//   the exact name of an annotation, '#' and ':' included (first instance);
//   the exact name of an iteration, or what stands before their numbers: "ProfilerStep" is all of
//   "ProfilerStep#5", "ProfilerStep#6" …;
//   NAME#N, its N-th instance from 0; A..B, from the start of A to the end of B;
//   START:END, both times (ns, or with a unit ns us ms s), from the trace's zero.
// Error (Format): nothing matches; the message says what there is.
Result<Region> resolveRegion(const model::Trace& trace, const RegionSpec& spec);

// All instances of what the text names, in time order (NAME alone: every instance).
Result<std::vector<Region>> resolveRegions(const model::Trace& trace, std::string_view text);

} // namespace longpole::critical_path
