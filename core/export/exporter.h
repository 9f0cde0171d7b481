// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Exporter: a trace as a file of another program's format. An exporter is a file or folder plus one
// line in registry.cpp.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::exporting {

struct Outcome
{
    std::uint64_t bytes = 0; // written
    std::vector<std::string> notes; // for people: what the format could not take, a sentence each
};

struct Exporter
{
    std::string_view id; // "sqlite", for --to
    std::string_view name; // "SQLite database"
    // Writes path (a file, or a folder if the format is several files); what was there under that
    // name is replaced. Complete and in place when this returns, or an error and nothing changed.
    Result<Outcome> (*write)(const model::Trace& trace, const std::string& path,
                             const JobContext& job);
};

std::span<const Exporter> exporters();
const Exporter* findExporter(std::string_view id);

} // namespace longpole::exporting
