// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes of the operators' inputs, where a trace records them.
#pragma once

#include "core/base/job.h"
#include "core/diff/kernel_identity.h"
#include "core/diff/match.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace longpole::diff {

// Operators read per side at most: reading arguments takes microseconds each.
inline constexpr std::uint64_t kMostShapes = 400'000;

struct InputShapes
{
    bool recorded = false;
    bool complete = true; // false: stopped at kMostShapes
    std::unordered_map<std::uint32_t, std::uint32_t> ofSlice; // operator → text of its shapes
    // Calls per (operator's name, shapes), texts.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> calls;
};

// Of the operators of host threads that begin in an included iteration.
InputShapes inputShapes(const Side& side, const std::vector<bool>& included, IdentityTable& table,
                        const JobContext& job);

// "[[8, 4], []]" of an event's arguments ("Input Dims"); empty where there are none.
std::string_view inputDims(std::string_view args);

// Calls of operators that both sides have, whose shapes the other side never has.
struct ShapeAgreement
{
    std::uint64_t callsBefore = 0; // of operators that both have
    std::uint64_t callsAfter = 0;
    std::uint64_t unlikeBefore = 0;
    std::uint64_t unlikeAfter = 0;
    std::string example; // "aten::mm: [[8, 4], [4, 4]]"

    double unlikeShare() const;
};
ShapeAgreement compareShapes(const InputShapes& before, const InputShapes& after,
                             const IdentityTable& table);

} // namespace longpole::diff
