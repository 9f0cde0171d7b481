// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What comparing the tensors that both versions computed adds to a comparison of their runs.
#pragma once

#include "core/diff/agreement/agreement.h"
#include "core/diff/trace_diff.h"

#include <string>

namespace longpole::cli {

struct Outputs
{
    std::string word = "not checked"; // "agrees", "disagrees"
    std::string sentence = "whether the outputs agree is not checked";
};

Outputs outputsOf(const agreement::Report& report);
// A version that computes something else is no improvement, however fast: takes back "faster".
void applyOutputs(diff::TraceDiff& diff, const agreement::Report& report);

} // namespace longpole::cli
