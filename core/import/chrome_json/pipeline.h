// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a Chrome trace with all cores: one thread reads and cuts, the others parse, and the
// results are joined in file order.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/import/chrome_json/chunk_reader.h"
#include "core/import/trace_builder.h"
#include "core/io/byte_source.h"

#include <string>

namespace longpole::import {

// Reads all events behind the reader's head into the builder; returns what follows the event list
// (shortened to 64 MiB).
Result<std::string> readEvents(ChunkReader& reader, io::ByteSource& source, TraceBuilder& builder,
                               const JobContext& job);

} // namespace longpole::import
