// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ncu/profile_json.h"

#include "core/model/schema.h"

#include <algorithm>
#include <cmath>

namespace longpole::import {

std::string plainRuleText(std::string_view text)
{
    std::string out;
    while (true) {
        const std::size_t url = text.find("@url:");
        const std::size_t open = std::min(url, text.find("@section:"));
        const std::size_t one = open == std::string_view::npos ? open : text.find(':', open);
        const std::size_t two = one == std::string_view::npos ? one : text.find(':', one + 1);
        const std::size_t close = two == std::string_view::npos ? two : text.find('@', two);
        if (close == std::string_view::npos) {
            return out += text;
        }
        const std::string_view first = text.substr(one + 1, two - one - 1);
        const std::string_view second = text.substr(two + 1, close - two - 1);
        out += text.substr(0, open);
        out += open == url ? std::string(first) + " (" + std::string(second) + ")"
                           : std::string(second);
        text.remove_prefix(close + 1);
    }
}

std::uint32_t asCount(double value)
{
    return value >= 0 && value < double{model::kNull32} ? static_cast<std::uint32_t>(value)
                                                        : model::kNull32;
}

std::int64_t asDurationNs(double ns)
{
    return ns >= 0 && ns < 9.2e18 ? std::llround(ns) : model::kNull64;
}

} // namespace longpole::import
