// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence that says what happened, made of the figures of a comparison.
#pragma once

#include "core/diff/trace_diff.h"

#include <cstdint>
#include <string>

namespace longpole::diff {

std::string sentenceOf(const TraceDiff& diff);

// A text with names in it, for people: "at::(anonymous namespace)::scan" is known as "at::scan".
std::string withoutAnonymousScopes(std::string text);

// "591.532 ms": all digits down to microseconds.
std::string exactDuration(std::int64_t ns);

} // namespace longpole::diff
