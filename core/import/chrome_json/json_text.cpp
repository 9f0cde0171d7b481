// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/json_text.h"

#include <simdjson.h>

namespace longpole::import {

std::string jsonText(std::string_view escaped)
{
    if (escaped.find('\\') == std::string_view::npos) {
        return std::string(escaped);
    }
    simdjson::dom::parser parser;
    std::string_view text;
    if (parser.parse("\"" + std::string(escaped) + "\"").get(text) != simdjson::SUCCESS) {
        return std::string(escaped);
    }
    return std::string(text);
}

} // namespace longpole::import
