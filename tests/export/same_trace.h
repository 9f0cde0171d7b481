// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Compares two traces by what is in them, whatever the numbers of their tracks and slices.
#pragma once

#include "core/model/trace.h"

#include <cstdint>
#include <string>

namespace longpole::test {

// Differences that are inherent in what lies between the two traces.
struct Allowances
{
    bool correlations = false; // ids may be new ones: ranks or processes that share them
    bool ranks = false; // ranks become names of groups; devices and processes get new numbers
    // Slices that no instant shows alone (several empty ones at one time, say) cannot be pointed at
    // by a flow; the export says how many links that cost.
    std::uint64_t lostLinks = 0;
};

// Empty if both hold the same slices (track, name, start, duration, depth), GPU operations (every
// column), API calls, links (by their ends), instants, samples and devices; else the first few
// differences of each kind.
std::string differences(const model::Trace& a, const model::Trace& b,
                        const Allowances& allowed = {});

} // namespace longpole::test
