// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/json_tokens.h"

#include <cstddef>

namespace longpole::import {

namespace {

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

// One past the last character before this token that is not a space.
const char* endBefore(const JsonToken& token)
{
    const char* p = token.begin();
    while (isSpace(p[-1])) {
        --p;
    }
    return p;
}

bool takeBrackets(JsonToken& token, std::string_view& out)
{
    const char* const begin = token.begin();
    int depth = 0;
    for (; token.at < token.end; token.next()) {
        const char c = *token.begin();
        if (c == '{' || c == '[') {
            ++depth;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            out = {begin, static_cast<std::size_t>(token.begin() + 1 - begin)};
            token.next();
            return true;
        }
    }
    return false;
}

} // namespace

bool takeString(JsonToken& token, std::string_view& out)
{
    const char* const begin = token.begin() + 1;
    token.next();
    const char* const end = endBefore(token) - 1;
    if (end < begin || *end != '"') {
        return false;
    }
    out = {begin, static_cast<std::size_t>(end - begin)};
    return true;
}

bool takeValue(JsonToken& token, JsonValue& out)
{
    switch (token.first()) {
    case '"':
        out.kind = JsonValue::Kind::String;
        return takeString(token, out.text);
    case '{':
        out.kind = JsonValue::Kind::Object;
        return takeBrackets(token, out.text);
    case '[':
        out.kind = JsonValue::Kind::Array;
        return takeBrackets(token, out.text);
    case '}':
    case ']':
    case ',':
    case ':':
    case '\0':
        return false;
    default: {
        const char* const begin = token.begin();
        token.next();
        out.kind = JsonValue::Kind::Other;
        out.text = {begin, static_cast<std::size_t>(endBefore(token) - begin)};
        return true;
    }
    }
}

} // namespace longpole::import
