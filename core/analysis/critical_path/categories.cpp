// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/categories.h"

#include <array>

namespace longpole::critical_path {

std::string_view categoryName(Category category)
{
    constexpr std::array<std::string_view, kCategoryCount> kNames{
        "cpu",         "host_untracked", "launch",          "kernel",
        "memcpy",      "memset",         "kernel_gap",      "event_wait",
        "sync_return", "handoff",        "collective_skew", "collective_transfer",
        "queue_full",  "unexplained"};
    return kNames[index(category) < kNames.size() ? index(category) : kNames.size() - 1];
}

std::string_view causeName(Cause cause)
{
    constexpr std::array<std::string_view, kCauseCount> kNames{
        "launch",     "cpu",        "host_untracked",  "sync_wait",           "blocking_memcpy",
        "event_wait", "memcpy",     "collective_skew", "collective_transfer", "kernel_gap",
        "queue_full", "unexplained"};
    return kNames[index(cause) < kNames.size() ? index(cause) : kNames.size() - 1];
}

} // namespace longpole::critical_path
