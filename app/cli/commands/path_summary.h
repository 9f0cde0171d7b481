// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The critical path in a few lines: what limits the region, what could be gained at most, and which
// host code stands on the path.
#pragma once

#include "core/analysis/critical_path/limits.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace longpole::cli {

// A few sentences, each without a line's end.
std::vector<std::string> summaryOf(const critical_path::CriticalPath& path,
                                   const critical_path::Bounds& bounds);

// Host code by name, longest first: the innermost slices during host work on the path.
struct HostCode
{
    std::string name;
    std::int64_t count = 0; // stretches
    std::int64_t ns = 0;
};
std::vector<HostCode> hostCodeOnPath(const critical_path::CriticalPath& path);

// How long each GPU operation is what the path runs through, by slice: less than its duration where
// the path enters it late, as it does at a collective that waits for other ranks.
std::unordered_map<std::uint32_t, std::int64_t>
gpuTimeOnPath(const critical_path::CriticalPath& path);

} // namespace longpole::cli
