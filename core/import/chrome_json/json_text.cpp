// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/json_text.h"

#include <simdjson.h>

#include <utility>

namespace longpole::import {

std::optional<std::string> unescapedJson(std::string_view escaped)
{
    if (escaped.find('\\') == std::string_view::npos) {
        return std::string(escaped);
    }
    thread_local simdjson::dom::parser parser;
    std::string_view text;
    if (parser.parse("\"" + std::string(escaped) + "\"").get(text) != simdjson::SUCCESS) {
        return std::nullopt;
    }
    return std::string(text);
}

std::string jsonText(std::string_view escaped)
{
    auto text = unescapedJson(escaped);
    return text ? std::move(*text) : std::string(escaped);
}

} // namespace longpole::import
