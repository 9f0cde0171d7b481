// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Importer: one trace format. An importer is a folder plus one line in registry.cpp.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/import/trace_builder.h"
#include "core/io/byte_source.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::import {

// What an importer thinks of a file's first bytes.
struct Sniff
{
    int score = 0; // 0: not mine; 100: certain. The highest wins.
    std::string reason; // for people: "JSON object with traceEvents"
};

struct Importer
{
    std::string_view id; // "chrome-json", for --format
    std::string_view name; // "Chrome JSON / PyTorch Kineto"
    // head: the first bytes after containers are taken off, up to 64 KiB; the whole file if
    // shorter.
    Sniff (*sniff)(std::string_view head);
    // Reads all of source into builder. Faults of single records go to the ledger; an error means
    // that nothing useful could be read.
    Result<void> (*read)(io::ByteSource& source, TraceBuilder& builder, const JobContext& job);
    // For formats that are SQLite files: what it thinks of one with these tables (sorted; ordinary
    // tables only). Called instead of sniff, as the list can lie behind the first 64 KiB.
    Sniff (*sniffTables)(const std::vector<std::string>& tables) = nullptr;
    // One run is written as several files of a folder, a kind of record each (rocprofv3's CSV):
    // opened together they are one source, not ranks.
    bool oneRunPerFolder = false;
    // Its files hold measurements of kernels and nothing that has a place in time.
    bool timeless = false;
};

std::span<const Importer> importers();
const Importer* findImporter(std::string_view id);

// The importer for a head, or one sentence on what the file is and what to do instead.
Result<const Importer*> detect(std::string_view head, std::string& reason,
                               const std::string& fileName);

// The same for a source, which is looked into but not consumed: by its head or, of an SQLite file,
// by its tables.
Result<const Importer*> detect(io::ByteSource& source, std::string& reason, const JobContext& job);

// Whether a file is a report of Nsight Systems (.nsys-rep), by its first bytes or its name. No
// importer reads those; `nsys export` turns them into SQLite files that one does.
bool isNsysReport(std::string_view head, const std::string& fileName);

} // namespace longpole::import
