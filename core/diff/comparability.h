// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Whether two recordings may be compared at all, looked at before any number: each difference with
// what follows from it.
// Equal work: marked, complete iterations whose recorded input shapes agree (at most 2 % of the
// calls of operators that both sides have, with shapes the other side never has) are equal work,
// however many operations they take: that is what a change changes. Without marks the windows count
// as equal only if at least 98 % of the GPU operations match on both sides.
#pragma once

#include "core/diff/input_shapes.h"
#include "core/diff/match.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::diff {

enum class Agreement : std::uint8_t
{
    Same,
    Differs,
    Unknown // one side or both don't say
};
// "same", "differs", "unknown"
std::string_view agreementName(Agreement agreement);

struct Comparison
{
    std::string key; // stable: "gpu_model"
    std::string title; // "GPU model"
    std::string before; // empty: not in the trace
    std::string after;
    Agreement agreement = Agreement::Unknown;
    bool blocks = false; // no verdict can be given
    std::string consequence; // one sentence; empty where the two agree
};

struct Comparability
{
    std::vector<Comparison> checks;
    bool equalWork = true; // sums over the compared iterations may be set against each other

    const Comparison* blocking() const; // the first; null if there is none
};

// shapes: of the paired iterations.
Comparability compareRuns(const Side& before, const Side& after, const Matching& matching,
                          const InputShapes& shapesBefore, const InputShapes& shapesAfter,
                          const IdentityTable& table);

} // namespace longpole::diff
