// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/iteration_name.h"

namespace longpole::import {

std::optional<std::string> iterationName(const SliceBody& slice, std::string_view name)
{
    constexpr std::string_view kStep = "ProfilerStep#";
    if (slice.role == SliceRole::Step) {
        return std::string(name) + '#' + std::to_string(slice.facts);
    }
    return mayBeIteration(slice.role) && name.starts_with(kStep) && name.size() > kStep.size()
        ? std::optional(std::string(name))
        : std::nullopt;
}

} // namespace longpole::import
