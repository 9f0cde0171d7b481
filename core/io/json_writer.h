// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Writes JSON: the args that importers of other formats keep, what is exported. Always valid: bytes
// that are no UTF-8 become U+FFFD, numbers that JSON doesn't know become null.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace longpole::io {

// Appends the text in quotes, escaped.
void appendJsonText(std::string& out, std::string_view text);

// Members and elements in the order of the calls; nesting must be closed by the caller.
class JsonWriter
{
public:
    JsonWriter& beginObject();
    JsonWriter& endObject();
    JsonWriter& beginArray();
    JsonWriter& endArray();
    JsonWriter& key(std::string_view name);
    JsonWriter& text(std::string_view value);
    JsonWriter& integer(std::int64_t value);
    JsonWriter& natural(std::uint64_t value);
    // The shortest decimal that reads back as the same double.
    JsonWriter& real(double value);
    JsonWriter& null();
    // Must be valid JSON.
    JsonWriter& raw(std::string_view json);

    const std::string& str() const { return m_out; }
    // The text so far; the writer is empty afterwards.
    std::string take();
    // The same, but keeps its memory for the next text.
    void clear();

private:
    void separate();

    std::string m_out;
    bool m_comma = false; // the next member or element needs one before it
};

} // namespace longpole::io
