// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/diff/outputs.h"

#include <algorithm>

namespace longpole::cli {

Outputs outputsOf(const agreement::Report& report)
{
    const std::string all = std::to_string(report.tensors.size());
    if (report.agrees()) {
        return {"agrees", "the outputs agree: " + all + " tensors within tolerance"};
    }
    const auto differs = [](const agreement::TensorAgreement& t) { return !t.agrees(); };
    const auto first = std::find_if(report.tensors.begin(), report.tensors.end(), differs);
    const auto count = std::count_if(report.tensors.begin(), report.tensors.end(), differs);
    return {"disagrees",
            "the outputs disagree: " + std::to_string(count) + " of " + all
                + " tensors are outside tolerance or missing, " + first->name
                + " the first (longpole agree lists them)"};
}

void applyOutputs(diff::TraceDiff& diff, const agreement::Report& report)
{
    if (!report.agrees() && diff.verdict == diff::Verdict::Faster) {
        diff.verdict = diff::Verdict::NotComparable;
        diff.reason = "the times are shorter, but the outputs disagree: a program that computes "
                      "something else is no improvement";
    }
}

} // namespace longpole::cli
