// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A trace as a file of another program's format.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::open {

struct ExportFormat
{
    std::string_view id; // "sqlite"
    std::string_view name; // for people: "SQLite database"
};

std::vector<ExportFormat> exportFormats();

struct Exported
{
    std::uint64_t bytes = 0; // written
    std::vector<std::string> notes; // what the format could not take, a sentence each
};

// Writes path in the format of that id: a file, or for "csv" a folder. What was there under that
// name is replaced. Complete and in place when this returns, or an error and nothing changed.
// Blocks; run it on a worker thread.
Result<Exported> exportTrace(const model::Trace& trace, std::string_view format,
                             const std::string& path, const JobContext& job);

} // namespace longpole::open
