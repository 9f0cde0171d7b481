// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Joiner: reads the files of one run into one trace.
#pragma once

#include "core/import/trace_builder.h"
#include "core/open/file_list.h"
#include "core/open/trace_file.h"

#include <cstddef>
#include <string>

namespace longpole::open {

class Joiner
{
public:
    // Both must outlive the joiner.
    Joiner(const OpenOptions& options, const JobContext& job)
        : m_options(options)
        , m_job(job)
    { }

    // Reads a file, whole. A file of a folder that is no trace is skipped, and counted in the
    // ledger.
    Result<void> add(const NamedFile& file);
    std::size_t files() const { return m_files; } // that were read
    import::TraceBuilder& builder(){return m_builder;
}

private : Result<void>
          addStore(TraceFile& file);
Result<void> addImported(TraceFile& file, const Chosen& chosen);

const OpenOptions& m_options;
const JobContext& m_job;
import::TraceBuilder m_builder;
const import::Importer* m_importer = nullptr; // of the file before
std::string m_folder; // of the file before
std::size_t m_files = 0;
}; // namespace longpole::open

} // namespace longpole::open
