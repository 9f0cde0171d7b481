// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What comparing the tensors that both versions computed adds to a comparison of their runs. The
// one place that decides what outputs that disagree do to a verdict. Pure.
#pragma once

#include "core/diff/agreement/agreement.h"
#include "core/diff/trace_diff.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace longpole::diff {

struct Outputs
{
    enum class State : std::uint8_t
    {
        NotChecked,
        Agree,
        Disagree
    };
    State state = State::NotChecked;
    std::size_t tensors = 0; // of both sides, matched by name
    std::size_t disagreeing = 0; // outside of tolerance, or on one side only
    std::string first; // name of the first that disagrees

    std::string_view word() const; // "not checked", "agrees", "disagrees"
    std::string sentence() const; // without a full stop: "the outputs agree: …"
};

Outputs outputsOf(const agreement::Report& report);

struct Judgement
{
    Verdict verdict = Verdict::None;
    std::string reason; // one sentence

    friend bool operator==(const Judgement&, const Judgement&) = default;
};

// The verdict of the times, unless the outputs forbid it: a version that computes something else
// is no improvement, however fast, and "faster" becomes "not comparable". Other verdicts stay.
Judgement judged(const TraceDiff& diff, const Outputs& outputs);

} // namespace longpole::diff
