// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Compares JSON output with what a test demands of it. An expectation is JSON too:
//   a value           must be equal; numbers exactly (1 and 1.0 differ: counts and ns are integers)
//   an object         each of its keys must be there and match; further keys are fine
//   an array          same length, element by element
//   {"$has": [...]}   an array in which each of these has a match
//   {"$none": X}      an array in which nothing matches X
//   {"$keys": [...]}  an object with at least these keys
//   {"$length": X}    an array or string whose length matches X
//   {"$min": N}, {"$max": N}, {"$regex": "..."} (whole string), {"$type": "number"}
//   {"$all": [...]}   every one of these matches
#pragma once

#include <simdjson.h>

#include <string>

namespace longpole::test {

// Empty if `actual` is as demanded, else one line a difference.
std::string mismatch(simdjson::dom::element actual, simdjson::dom::element demanded,
                     const std::string& place = "$");

} // namespace longpole::test
