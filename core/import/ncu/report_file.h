// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The container of a Nsight Compute report: "NVR\0", a header, then blocks of a header and a
// payload of sources and results, each with its size before it (little endian). Sizes are believed
// only as far as there are bytes: memory grows with what was read, never with what is claimed.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/io/byte_source.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace longpole::import {

// Handlers get serialised protobuf messages (ncu_report.proto), valid during the call; false from
// a handler means that the message could not be decoded.
struct ReportHandlers
{
    // BlockHeader; sets how many sources, results and payload bytes follow.
    struct BlockSizes
    {
        std::int64_t sources = 0;
        std::int64_t results = 0;
        std::int64_t payloadBytes = 0;
    };
    std::function<bool(std::string_view fileHeader)> onFile;
    std::function<bool(std::string_view header, BlockSizes& sizes)> onBlock;
    std::function<bool(std::string_view result)> onResult;
};

struct ReportOutcome
{
    std::uint64_t sources = 0; // skipped
    std::uint64_t sourceBytes = 0;
    std::uint64_t damagedResults = 0;
    std::uint64_t hugeResults = 0; // skipped
    std::string stopped; // why reading ended before the end of the file; empty if it didn't
};

// Larger headers and results are not decoded: they would take many times their size in memory.
inline constexpr std::uint32_t kLargestHeader = 16U << 20U;
inline constexpr std::uint32_t kLargestResult = 128U << 20U;

// An error only where the file doesn't begin like a report, or the job is cancelled.
Result<ReportOutcome> readReport(io::ByteSource& source, const ReportHandlers& handlers,
                                 const JobContext& job);

} // namespace longpole::import
