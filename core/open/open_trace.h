// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The one door to a trace: path(s) → cache, store or importer → Trace.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <memory>
#include <string>
#include <vector>

namespace longpole::open {

struct OpenOptions
{
    std::string format; // importer id to force, empty = detect
    bool useCache = true; // take a cached store of the same file if there is one
    bool keepCached =
        false; // mark the cached store as just used: for the viewer, which owns the cache
    bool convertReports = false; // run `nsys export` on reports of Nsight Systems (nsys_report.h)
};

// The reports of Nsight Systems that opening the paths will convert (ask whoever sits there, then
// set convertReports): none where a conversion is kept in the cache. Reads no file.
std::vector<std::string> reportsToConvert(const std::vector<std::string>& paths);

// Opens what the paths name ("-" is standard input). Blocks; run it on a worker thread.
Result<std::shared_ptr<const model::Trace>>
openTrace(const std::vector<std::string>& paths, const OpenOptions& options, const JobContext& job);

// Writes a store (.longpole) that opens without parsing: complete, synced and renamed into place
// when this returns, or an error and no file.
Result<void> saveTrace(const model::Trace& trace, const std::string& path, const JobContext& job);

// Puts a freshly imported trace into the cache folder, so that the next opening is quick. Does
// nothing for traces that are not worth it (stores, standard input). The viewer calls it in the
// background; an error only means that nothing is kept. A converted report is always kept.
Result<void> cacheTrace(const model::Trace& trace, const JobContext& job);

} // namespace longpole::open
