// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

namespace longpole::io {

namespace {

// Overlong forms, surrogates, what is beyond U+10FFFF: told by the first two of three or four
// bytes.
bool malformedStart(unsigned char lead, unsigned char second)
{
    return (lead == 0xe0 && second < 0xa0) || (lead == 0xed && second >= 0xa0)
        || (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second >= 0x90);
}

// Length of the well-formed UTF-8 sequence at i, or 0.
std::size_t sequenceLength(std::string_view s, std::size_t i)
{
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(s[k]); };
    const unsigned char lead = byte(i);
    const std::size_t n = lead < 0x80 ? 1
        : lead >= 0xc2 && lead < 0xe0 ? 2
        : lead >= 0xe0 && lead < 0xf0 ? 3
        : lead >= 0xf0 && lead < 0xf5 ? 4
                                      : 0;
    if (n == 0 || n > s.size() - i) {
        return 0;
    }
    for (std::size_t k = 1; k < n; ++k) {
        if ((byte(i + k) & 0xc0U) != 0x80) {
            return 0;
        }
    }
    return n >= 3 && malformedStart(lead, byte(i + 1)) ? 0 : n;
}

constexpr std::uint64_t everyByte(unsigned char c)
{
    return 0x0101010101010101ULL * c;
}

// Whether any of eight bytes must be looked at: below 0x20, a quote, a backslash, beyond ASCII.
// The borrows of the subtractions only ever spoil bytes above one that is rightly found.
bool anySpecial(std::uint64_t eight)
{
    const std::uint64_t quote = eight ^ everyByte('"');
    const std::uint64_t backslash = eight ^ everyByte('\\');
    const std::uint64_t found =
        (eight - everyByte(0x20)) | (quote - everyByte(1)) | (backslash - everyByte(1)) | eight;
    return (found & everyByte(0x80)) != 0;
}

bool isPlain(char c)
{
    const auto u = static_cast<unsigned char>(c);
    return u >= 0x20 && u < 0x80 && c != '"' && c != '\\';
}

// How many bytes from i on stand for themselves.
std::size_t plainRun(std::string_view s, std::size_t i)
{
    std::size_t at = i;
    for (std::uint64_t eight = 0; at + sizeof eight <= s.size(); at += sizeof eight) {
        std::memcpy(&eight, s.data() + at, sizeof eight);
        if (anySpecial(eight)) {
            break;
        }
    }
    while (at < s.size() && isPlain(s[at])) {
        ++at;
    }
    return at - i;
}

void appendControl(std::string& out, char c)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    switch (c) {
    case '\n':
        out += "\\n";
        break;
    case '\t':
        out += "\\t";
        break;
    case '\r':
        out += "\\r";
        break;
    default:
        out += "\\u00";
        out += kHex[static_cast<unsigned char>(c) >> 4U];
        out += kHex[static_cast<unsigned char>(c) & 0xfU];
    }
}

template <class T>
void appendNumber(std::string& out, T value)
{
    std::array<char, 32> room{};
    const auto [end, ec] = std::to_chars(room.data(), room.data() + room.size(), value);
    out.append(room.data(), ec == std::errc() ? static_cast<std::size_t>(end - room.data()) : 0);
}

} // namespace

void appendJsonText(std::string& out, std::string_view text)
{
    out += '"';
    for (std::size_t i = 0; i < text.size();) {
        if (const std::size_t n = plainRun(text, i); n > 0) {
            out.append(text, i, n);
            i += n;
            continue;
        }
        const char c = text[i];
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
            ++i;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            appendControl(out, c);
            ++i;
        } else if (const std::size_t n = sequenceLength(text, i); n > 0) {
            out.append(text, i, n);
            i += n;
        } else {
            out += "\xef\xbf\xbd";
            ++i;
        }
    }
    out += '"';
}

void JsonWriter::separate()
{
    if (m_comma) {
        m_out += ',';
    }
    m_comma = true;
}

JsonWriter& JsonWriter::beginObject()
{
    separate();
    m_out += '{';
    m_comma = false;
    return *this;
}

JsonWriter& JsonWriter::endObject()
{
    m_out += '}';
    m_comma = true;
    return *this;
}

JsonWriter& JsonWriter::beginArray()
{
    separate();
    m_out += '[';
    m_comma = false;
    return *this;
}

JsonWriter& JsonWriter::endArray()
{
    m_out += ']';
    m_comma = true;
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name)
{
    separate();
    appendJsonText(m_out, name);
    m_out += ':';
    m_comma = false;
    return *this;
}

JsonWriter& JsonWriter::text(std::string_view value)
{
    separate();
    appendJsonText(m_out, value);
    return *this;
}

JsonWriter& JsonWriter::integer(std::int64_t value)
{
    separate();
    appendNumber(m_out, value);
    return *this;
}

JsonWriter& JsonWriter::natural(std::uint64_t value)
{
    separate();
    appendNumber(m_out, value);
    return *this;
}

JsonWriter& JsonWriter::real(double value)
{
    if (!std::isfinite(value)) {
        return null();
    }
    separate();
    appendNumber(m_out, value);
    return *this;
}

JsonWriter& JsonWriter::null()
{
    return raw("null");
}

JsonWriter& JsonWriter::raw(std::string_view json)
{
    separate();
    m_out += json;
    return *this;
}

void JsonWriter::clear()
{
    m_comma = false;
    m_out.clear();
}

std::string JsonWriter::take()
{
    m_comma = false;
    return std::exchange(m_out, {});
}

} // namespace longpole::io
