// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/builtin.h"

#include <algorithm>
#include <array>

namespace longpole::analysis {

namespace {

// Function-local, so that it is filled after the analyses themselves.
const std::array<Analysis, 2>& all()
{
    static const std::array<Analysis, 2> list{kGpuTime, kKernels};
    return list;
}

} // namespace

std::span<const Analysis> analyses()
{
    return all();
}

const Analysis* findAnalysis(std::string_view id)
{
    const auto it = std::find_if(all().begin(), all().end(),
                                 [&](const Analysis& a) { return a.descriptor.id == id; });
    return it == all().end() ? nullptr : &*it;
}

} // namespace longpole::analysis
