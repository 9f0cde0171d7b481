// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/gpu_units.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace longpole::import {

namespace {

// By number, 0…40.
constexpr std::array<std::string_view, 41> kUnits{
    "",    "bit", "kbit", "Mbit",       "Gbit",      "Tbit",        "Pbit",
    "B",   "kB",  "MB",   "GB",         "TB",        "PB",          "Hz",
    "kHz", "MHz", "GHz",  "THz",        "PHz",       "ns",          "µs",
    "ms",  "s",   "min",  "h",          "vertices",  "pixels",      "triangles",
    "mW",  "W",   "kW",   "J",          "V",         "A",           "°C",
    "°F",  "K",   "%",    "primitives", "fragments", "instructions"};

std::string product(const google::protobuf::RepeatedField<std::int32_t>& units)
{
    std::string text;
    for (const std::int32_t unit : units) {
        const auto i = static_cast<std::size_t>(unit);
        if (unit > 0 && i < kUnits.size()) {
            text += (text.empty() ? "" : "·") + std::string(kUnits[i]);
        }
    }
    return text;
}

} // namespace

std::string gpuUnit(const google::protobuf::RepeatedField<std::int32_t>& numerator,
                    const google::protobuf::RepeatedField<std::int32_t>& denominator)
{
    const std::string over = product(denominator);
    const std::string unit = product(numerator);
    return over.empty() ? unit : (unit.empty() ? "1" : unit) + "/" + over;
}

} // namespace longpole::import
