// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// How much recording slows a program down: interleaved runs with and without it.
#pragma once

#include "app/cli/commands/recording.h"
#include "collectors/launch/recording_options.h"
#include "core/base/result.h"

#include <cstddef>
#include <string>
#include <vector>

namespace longpole::cli {

struct OverheadRequest
{
    std::vector<std::string> command; // not recorded
    std::vector<std::string> recorded; // the same program, recorded
    launch::RecordingOptions options;
    std::size_t pairs = 0; // runs of each kind; the first pair warms up and isn't counted
    std::string range; // NVTX range to measure instead of wall time; empty: wall time
    // Record first, and leave it at that one run if the program turns out to use no CUDA graphs.
    bool onlyWithGraphs = false;
};

struct OverheadFigures
{
    std::string metric; // "wall" or "range NAME"
    std::size_t pairs = 0; // counted
    double ratio = 1; // recorded ÷ not recorded, of the medians
    double low = 1; // bootstrap interval of 95 %
    double high = 1;
    std::uint64_t cuptiNs = 0; // CUPTI's own account of its cost in the last recorded run
    int exitCode = 0; // of the program; not 0: measuring was given up
    bool graphs = true; // false: measuring was left out, as onlyWithGraphs says
    double seconds = 0; // wall time of the last recorded run
};

// Runs the command 2 × pairs times: off, on, off, on … Both arms take NVTX ranges in, so that CUPTI
// and, if asked for, Python's functions are the only difference. The last recorded run's spools are
// left in options.spoolFolder.
Result<OverheadFigures> measureOverhead(const OverheadRequest& request);
Properties overheadProperties(const OverheadFigures& figures);
// One sentence for people.
std::string overheadText(const OverheadFigures& figures);

} // namespace longpole::cli
