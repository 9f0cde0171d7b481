// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The text that a JSON string stands for.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace longpole::import {

// escaped: what stands between the quotes. None if it is no valid JSON string.
std::optional<std::string> unescapedJson(std::string_view escaped);

// The same; comes back unchanged if it is no valid JSON string.
std::string jsonText(std::string_view escaped);

} // namespace longpole::import
