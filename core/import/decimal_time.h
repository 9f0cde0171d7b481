// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Decimal microseconds as text → int64 ns, without a double in between.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace longpole::import {

// Accepts what JSON numbers and the wild hold: "12", "12.345", "-0.5", "1.5e3", "+7". The whole
// text must be used. Digits below one ns round to nearest (half away from zero). Empty when it is
// no number or does not fit in int64 ns.
std::optional<std::int64_t> microsecondsToNs(std::string_view text);

// A plain decimal integer that uses the whole text.
std::optional<std::int64_t> parseInteger(std::string_view text);

// A decimal number that uses the whole text; a leading '+', "1." and ".5" are accepted.
std::optional<double> parseReal(std::string_view text);

} // namespace longpole::import
