// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a Trace as a .longpole file.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <cstddef>
#include <string>
#include <vector>

namespace longpole::store {

// Level-of-detail data of one row; the bytes belong to core/timeline.
struct LodBlob
{
    TrackId track;
    std::uint32_t row = 0;
    std::vector<std::byte> bytes;
};

using LodBlobs = std::vector<LodBlob>;

// Complete, synced and renamed into place on success; on failure (disk full, no permission,
// damaged source, cancelled) nothing is left and a file that was there before is untouched.
Result<void> save(const model::Trace& trace, const LodBlobs& lod, const std::string& path,
                  const JobContext& job);

} // namespace longpole::store
