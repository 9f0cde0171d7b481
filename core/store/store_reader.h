// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a .longpole file as a Trace. The file may come from a stranger.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace longpole::store {

// Bytes of a file's beginning that looksLikeStore wants to see.
inline constexpr std::size_t kSniffBytes = 100;

bool looksLikeStore(std::span<const std::byte> head);

// Reads the small tables and the index of the columns; columns follow when they are asked for.
// A column that turns out to be damaged comes as zeros and is entered into Trace::ledger().
// The file is taken to be complete and unchanging (stores are replaced by rename, never edited).
Result<std::shared_ptr<const model::Trace>> load(const std::string& path, const JobContext& job);

} // namespace longpole::store
