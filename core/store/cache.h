// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The cache folder: stores of imported files, so that opening one again doesn't parse it.
// XDG_CACHE_HOME/longpole, else ~/.cache/longpole. Every program may look; only the viewer writes.
#pragma once

#include "core/base/result.h"
#include "core/model/trace.h"

#include <cstdint>
#include <optional>
#include <string>

namespace longpole::store {

inline constexpr std::uint64_t kCacheBytes = 20ULL << 30U;

// None for what is no regular file (pipes, missing files).
std::optional<model::SourceStamp> stampOf(const std::string& path);

// Empty where the environment names no place.
std::string cacheFolder();

// The store a file was cached as by this build of the importers, if there is one.
std::optional<std::string> findCached(const model::SourceStamp& source);

// Where save() is to put the store of a file; makes the folder, readable by the user alone.
Result<std::string> cacheTarget(const model::SourceStamp& source);

// Marks a cached store as just used.
void touchCached(const std::string& store);

// Removes left-overs of crashed writers, and the stores not used for longest until the rest takes
// at most `limitBytes`. A store that is open stays readable for who has it open.
void trimCache(std::uint64_t limitBytes = kCacheBytes);

} // namespace longpole::store
