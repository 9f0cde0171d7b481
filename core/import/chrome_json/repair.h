// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Makes sense of an event that is not valid JSON: control characters, bad UTF-8, unescaped quotes
// or backslashes in a string, inf and nan, trailing commas.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace longpole::import {

struct RepairedObject
{
    std::string json; // valid JSON of the same object
    std::size_t end = 0; // one past the object in the damaged text
};

// The object that begins at text[pos] == '{'; empty if no reading of it makes sense.
std::optional<RepairedObject> repairObject(std::string_view text, std::size_t pos);

} // namespace longpole::import
