// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Walks the top level of a JSON object whose brackets and quotes are known to be balanced.
#pragma once

#include "core/import/chrome_json/raw_event.h"

#include <cstdint>
#include <string_view>

namespace longpole::import {

class ArgsScanner
{
public:
    explicit ArgsScanner(std::string_view object);
    // The next pair; false at the end. Keys and string values are not unescaped; value.text of
    // objects and arrays is their JSON text.
    bool next(std::string_view& key, Scalar& value);

private:
    void skipSpace();
    std::string_view takeString();

    std::string_view m_text;
    std::size_t m_pos = 0;
};

// End (one past) of the object or array that begins at pos, string-aware; npos if it doesn't end.
// OfOneKind: none as well if a bracket is closed by one of the other kind.
enum class Brackets : std::uint8_t
{
    Any,
    OfOneKind
};
std::size_t balancedEnd(std::string_view text, std::size_t pos, Brackets brackets = Brackets::Any);

} // namespace longpole::import
