// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// SQL over a trace: SELECT over the views slices, tracks, gpu_ops, api_calls, counters, links,
// args, ledger and meta (resources/help/sql_views.md). Nothing else can be reached.
#pragma once

#include "core/analysis/table.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace longpole::open {

struct QueryLimits
{
    std::chrono::milliseconds time{30'000};
    std::uint64_t rows = 1'000'000;
    std::size_t bytes = std::size_t{1} << 29U; // of text in the result
};

// One SELECT statement. Blocks; run it on a worker thread. Stops with Errc::Cancelled or
// Errc::Limit. The columns of the result have the keys and titles SQL gives them; no slices are set
// unless a column is called id, slice_id or slice. Blobs come as hexadecimal text.
Result<analysis::Table> query(const model::Trace& trace, std::string_view sql,
                              const QueryLimits& limits, const JobContext& job);

// Whether the result of query() was cut off at QueryLimits::rows or bytes.
bool isTruncated(const analysis::Table& result);

} // namespace longpole::open
