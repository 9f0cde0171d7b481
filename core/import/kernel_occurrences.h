// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that were measured in another run of the program, matched to those of the trace: same
// name, launch shape, device and stream, and the same number in the order of that stream. Launches
// of CUDA graphs are not counted on either side.
#pragma once

#include "core/import/raw_trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace longpole::import {

struct LaunchIdentity
{
    std::string name; // comparable: see kernel_identity.h
    std::string shape;
    std::int64_t device = 0;
    std::int64_t stream = 0;
    std::uint32_t source = 0; // the file it is in
    bool ofGraph = false;
};

// Per profile the index of its launch; kNull32 where there is none, where the profile has no
// occurrence, and where several processes have such launches and nothing tells whose it is (which
// the ledger says). launches: in the order of time.
std::vector<std::uint32_t> matchOccurrences(const RawTrace& raw,
                                            const std::vector<KernelProfileRecord>& profiles,
                                            const std::vector<LaunchIdentity>& launches,
                                            model::Ledger& ledger);

} // namespace longpole::import
