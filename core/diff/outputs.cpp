// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/outputs.h"

namespace longpole::diff {

std::string_view Outputs::word() const
{
    return state == State::Agree   ? "agrees"
        : state == State::Disagree ? "disagrees"
                                   : "not checked";
}

std::string Outputs::sentence() const
{
    const std::string all = std::to_string(tensors) + (tensors == 1 ? " tensor" : " tensors");
    switch (state) {
    case State::Agree:
        return "the outputs agree: " + all + " within tolerance";
    case State::Disagree:
        return "the outputs disagree: " + std::to_string(disagreeing) + " of " + all
            + (disagreeing == 1 ? " is" : " are") + " outside tolerance or missing, " + first
            + " the first (longpole agree lists them)";
    case State::NotChecked:
        break;
    }
    return "whether the outputs agree is not checked";
}

Outputs outputsOf(const agreement::Report& report)
{
    Outputs out;
    out.state = report.agrees() ? Outputs::State::Agree : Outputs::State::Disagree;
    out.tensors = report.tensors.size();
    for (const agreement::TensorAgreement& t : report.tensors) {
        if (!t.agrees()) {
            out.first = out.disagreeing == 0 ? t.name : out.first;
            ++out.disagreeing;
        }
    }
    return out;
}

Judgement judged(const TraceDiff& diff, const Outputs& outputs)
{
    if (outputs.state == Outputs::State::Disagree && diff.verdict == Verdict::Faster) {
        return {Verdict::NotComparable,
                "the times are shorter, but the outputs disagree: a program that computes "
                "something else is no improvement"};
    }
    return {diff.verdict, diff.reason};
}

} // namespace longpole::diff
