// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Random Chrome traces: everything the format has, in odd combinations.
#pragma once

#include <cstdint>
#include <string>

namespace longpole::test {

// The same seed gives the same text. rank: of the run, or -1.
std::string randomChrome(std::uint32_t seed, int rank = -1);

} // namespace longpole::test
