// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a viewer opens: files that are one trace, or two traces to compare.
#pragma once

#include "core/open/open_trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace longpole::open {

enum class Intent : std::uint8_t
{
    Decide, // by what the files are (join_choice.h)
    Join, // one trace, whatever they are
    Compare // two sides: two paths, each a file or a folder; or the files of both
};

struct OpenRequest
{
    std::vector<std::string> paths; // files and folders; with `after`: of the side before
    // To compare: the other side's files. Several of a side are runs, or the ranks of one run.
    std::vector<std::string> after;
    Intent intent = Intent::Decide;
    OpenOptions options;
};

struct OpenedTraces
{
    OpenedTraces() = default;
    OpenedTraces(std::shared_ptr<const model::Trace> one) // one trace is the usual case
        : traces{std::move(one)}
    { }
    std::vector<std::shared_ptr<const model::Trace>> traces; // one; or all runs of both sides
    std::size_t runsBefore = 0; // how many of them, the first, are those before; 0: one trace
    std::string why; // a clause for people, where it was decided what several files are
};

// Whether these are the ranks of one run: different ones of one world.
bool areRanksOfOneRun(const std::vector<std::shared_ptr<const model::Trace>>& traces);

// Blocks; run it on a worker thread. Three and more files are one trace.
Result<OpenedTraces> openTraces(const OpenRequest& request, const JobContext& job);

} // namespace longpole::open
