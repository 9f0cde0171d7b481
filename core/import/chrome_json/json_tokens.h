// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// JSON text token by token, over what simdjson's first stage finds: where the tokens begin, that is
// brackets, commas, colons, opening quotes and the first characters of numbers and literals, each
// outside of strings. That stage has also checked that every string is closed and holds no control
// character, and that the text is UTF-8.
#pragma once

#include <cstdint>
#include <string_view>

namespace longpole::import {

struct JsonToken
{
    const char* text; // of the whole
    const std::uint32_t* at;
    const std::uint32_t* end; // *end is the length of the text

    // '\0' beyond the last one.
    char first() const { return at < end ? text[*at] : '\0'; }
    const char* begin() const { return text + *at; }
    void next() { ++at; }
};

// A value as it stands in the text: a string without its quotes but with its escapes.
struct JsonValue
{
    enum class Kind : std::uint8_t
    {
        String,
        Object,
        Array,
        Other // number or literal
    };
    Kind kind = Kind::Other;
    std::string_view text;
};

// These take what begins at the token and move it to what follows. False where it isn't there.
bool takeString(JsonToken& token, std::string_view& out);
// Of what stands in brackets only that they balance is known.
bool takeValue(JsonToken& token, JsonValue& out);

// Takes `{ "key": value, … }`, calling member(key, value, token of the value) for each; key and
// strings as they stand in the text. False if it isn't one, or where member says so.
template <class Member>
bool takeObject(JsonToken& token, Member member)
{
    if (token.first() != '{') {
        return false;
    }
    token.next();
    if (token.first() == '}') {
        token.next();
        return true;
    }
    for (;;) {
        std::string_view key;
        if (token.first() != '"' || !takeString(token, key) || token.first() != ':') {
            return false;
        }
        token.next();
        const JsonToken inside = token;
        JsonValue value;
        if (!takeValue(token, value) || !member(key, value, inside)) {
            return false;
        }
        const char separator = token.first();
        token.next();
        if (separator != ',') {
            return separator == '}';
        }
    }
}

} // namespace longpole::import
