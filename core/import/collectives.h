// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which communication kernels of different files (ranks) are one collective.
#pragma once

#include "core/import/raw_trace.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::import {

// One rank's kernel of a collective. Times as in its file.
struct CollectivePart
{
    std::uint32_t source = 0;
    std::uint32_t gpu = 0; // into RawTrace::gpu
    std::int64_t start = 0;
    std::int64_t end = 0;
};

// Parts of two or more files, one part each, by source.
struct CollectiveMatch
{
    std::string what; // "AllReduce", "AllReduce of group tp"
    bool symmetric = false; // none can end before all have begun (not so: broadcast, reduce)
    std::vector<CollectivePart> parts;
};

struct CollectiveMatches
{
    std::vector<CollectiveMatch> matches; // by the start of their first part
    std::uint64_t kernels = 0; // communication kernels of all files
    std::uint64_t unmatched = 0; // of them: without a partner
    bool unequal = false; // the files hold different numbers of one kind
};

// Kernels belong together that are the n-th of their kind (process group and collective) in their
// files. Where files hold different numbers of a kind (recording began or ended at different
// times), the leading ones of the longer files are left out if `clock` says that this fits better,
// else the trailing ones. clock: what to add to each file's times to compare them.
CollectiveMatches matchCollectives(const RawTrace& raw, std::size_t sources,
                                   const std::vector<std::int64_t>& clock);

// "ncclDevKernel_AllReduce_Sum_f32_RING_LL(…)" → "AllReduce".
std::string_view collectiveKind(std::string_view kernelName);

} // namespace longpole::import
