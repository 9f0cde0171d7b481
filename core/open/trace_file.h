// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// One file on its way to becoming a trace, or a part of one: opened, converted where that was
// agreed to, and recognised.
#pragma once

#include "core/import/importer.h"
#include "core/io/byte_source.h"
#include "core/open/nsys_report.h"
#include "core/open/open_trace.h"

#include <memory>
#include <string>

namespace longpole::open {

struct TraceFile
{
    std::string path; // as the user named it
    std::shared_ptr<const NsysExport> converted; // what source reads, where it was a report
    std::unique_ptr<io::ByteSource> source;
    bool isStore = false; // a .longpole file; source holds its bytes
};

// Opens a file ("-" is standard input) and takes its containers off. Converts a report of Nsight
// Systems if options allow it.
Result<TraceFile> openTraceFile(const std::string& path, const OpenOptions& options,
                                const JobContext& job);

struct Chosen
{
    const import::Importer* importer = nullptr;
    std::string reason; // for people
};

// The importer for a file that is no store.
Result<Chosen> chooseImporter(TraceFile& file, const OpenOptions& options, const JobContext& job);

// The same error, naming the file if it names none.
Error located(Error error, const std::string& path);

} // namespace longpole::open
