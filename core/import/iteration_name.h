// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which slices mark a step of the program, and what that step is called.
#pragma once

#include "core/import/event_batch.h"

#include <optional>
#include <string>
#include <string_view>

namespace longpole::import {

inline bool mayBeIteration(SliceRole role)
{
    return role == SliceRole::Operator || role == SliceRole::Annotation || role == SliceRole::Step;
}

// "ProfilerStep#7" as PyTorch's profiler names its steps; "train#7" for a slice named "train" that
// is marked as step 7 (JAX, TensorFlow). None for a slice that is no step.
std::optional<std::string> iterationName(const SliceBody& slice, std::string_view name);

} // namespace longpole::import
