// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/repair.h"

#include <cstdint>

namespace longpole::import {

namespace {

constexpr int kMaxDepth = 200;

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

// Length of the valid UTF-8 sequence at s[i], 0 if there is none.
std::size_t utf8Length(std::string_view s, std::size_t i)
{
    const auto at = [&](std::size_t k) {
        return i + k < s.size() ? static_cast<unsigned char>(s[i + k]) : 0U;
    };
    const auto tail = [&](std::size_t k) { return (at(k) & 0xc0U) == 0x80U; };
    const unsigned c = at(0);
    if (c < 0x80) {
        return 1;
    }
    if (c >= 0xc2 && c <= 0xdf && tail(1)) {
        return 2;
    }
    if ((c & 0xf0U) == 0xe0U && tail(1) && tail(2) && !(c == 0xe0 && at(1) < 0xa0)
        && !(c == 0xed && at(1) > 0x9f)) {
        return 3;
    }
    if (c >= 0xf0 && c <= 0xf4 && tail(1) && tail(2) && tail(3) && !(c == 0xf0 && at(1) < 0x90)
        && !(c == 0xf4 && at(1) > 0x8f)) {
        return 4;
    }
    return 0;
}

bool isJsonNumber(std::string_view t)
{
    std::size_t i = 0;
    const auto digits = [&] {
        const std::size_t from = i;
        while (i < t.size() && t[i] >= '0' && t[i] <= '9') {
            ++i;
        }
        return i > from;
    };
    if (i < t.size() && t[i] == '-') {
        ++i;
    }
    const std::size_t whole = i;
    if (!digits() || (t[whole] == '0' && i > whole + 1)) {
        return false;
    }
    if (i < t.size() && t[i] == '.') {
        ++i;
        if (!digits()) {
            return false;
        }
    }
    if (i < t.size() && (t[i] == 'e' || t[i] == 'E')) {
        ++i;
        if (i < t.size() && (t[i] == '+' || t[i] == '-')) {
            ++i;
        }
        if (!digits()) {
            return false;
        }
    }
    return i == t.size();
}

class Repairer
{
public:
    Repairer(std::string_view text, std::size_t pos)
        : m_text(text)
        , m_pos(pos)
    { }

    std::optional<RepairedObject> run()
    {
        if (!object(0)) {
            return std::nullopt;
        }
        return RepairedObject{std::move(m_out), m_pos};
    }

private:
    enum class Place : std::uint8_t
    {
        Key,
        ObjectValue,
        ArrayValue
    };

    std::size_t skipSpace(std::size_t i) const
    {
        while (i < m_text.size() && isSpace(m_text[i])) {
            ++i;
        }
        return i;
    }
    char at(std::size_t i) const { return i < m_text.size() ? m_text[i] : '\0'; }

    // Would a string that closes at quote position q leave a sensible continuation?
    bool closes(std::size_t q, Place place) const
    {
        std::size_t i = skipSpace(q + 1);
        if (place == Place::Key) {
            return at(i) == ':';
        }
        if (at(i) == '}' || at(i) == ']') {
            return true;
        }
        if (at(i) != ',') {
            return false;
        }
        if (place == Place::ArrayValue) {
            return true;
        }
        i = skipSpace(i + 1);
        if (at(i) == '}') {
            return true; // trailing comma
        }
        if (at(i) != '"') {
            return false;
        }
        // The next thing must be a short key and a colon.
        const std::size_t close = m_text.find('"', i + 1);
        return close != std::string_view::npos && close - i < 128
            && at(skipSpace(close + 1)) == ':';
    }

    void appendEscaped(char c)
    {
        constexpr char kHex[] = "0123456789abcdef";
        const auto u = static_cast<unsigned char>(c);
        switch (c) {
        case '\n':
            m_out += "\\n";
            break;
        case '\t':
            m_out += "\\t";
            break;
        case '\r':
            m_out += "\\r";
            break;
        default:
            m_out += "\\u00";
            m_out += kHex[u >> 4U];
            m_out += kHex[u & 15U];
        }
    }

    // One backslash sequence; an invalid one becomes a literal backslash.
    void escape()
    {
        const char c = at(m_pos + 1);
        if (c == 'u') {
            bool hex = m_pos + 6 <= m_text.size();
            for (std::size_t k = 2; hex && k < 6; ++k) {
                const char h = m_text[m_pos + k];
                hex = (h >= '0' && h <= '9') || (h >= 'a' && h <= 'f') || (h >= 'A' && h <= 'F');
            }
            // Surrogates need their other half; a lone one is no character.
            const bool surrogate = hex && (m_text[m_pos + 2] == 'd' || m_text[m_pos + 2] == 'D')
                && m_text[m_pos + 3] >= '8';
            if (hex && !surrogate) {
                m_out += m_text.substr(m_pos, 6);
                m_pos += 6;
                return;
            }
        } else if (c != '\0' && std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos) {
            m_out += '\\';
            m_out += c;
            m_pos += 2;
            return;
        }
        m_out += "\\\\";
        ++m_pos;
    }

    bool string(Place place)
    {
        m_out += '"';
        ++m_pos;
        while (m_pos < m_text.size()) {
            const char c = m_text[m_pos];
            if (c == '"') {
                if (closes(m_pos, place)) {
                    m_out += '"';
                    ++m_pos;
                    return true;
                }
                m_out += "\\\"";
                ++m_pos;
            } else if (c == '\\') {
                // "C:\dir\" : a backslash before the closing quote.
                if (at(m_pos + 1) == '"' && closes(m_pos + 1, place) && !closesLater(m_pos + 2)) {
                    m_out += "\\\\\"";
                    m_pos += 2;
                    return true;
                }
                escape();
            } else if (static_cast<unsigned char>(c) < 0x20) {
                appendEscaped(c);
                ++m_pos;
            } else {
                const std::size_t n = utf8Length(m_text, m_pos);
                m_out += n != 0 ? m_text.substr(m_pos, n) : std::string_view("\xef\xbf\xbd");
                m_pos += n != 0 ? n : 1;
            }
        }
        return false;
    }

    // Is there a quote on the same line that could close the string instead?
    bool closesLater(std::size_t from) const
    {
        for (std::size_t i = from; i < m_text.size() && m_text[i] != '\n'; ++i) {
            if (m_text[i] == '"') {
                return at(skipSpace(i + 1)) != ':' && closes(i, Place::ObjectValue);
            }
        }
        return false;
    }

    bool scalar()
    {
        const std::size_t begin = m_pos;
        while (m_pos < m_text.size()
               && std::string_view(",}]{[\":").find(m_text[m_pos]) == std::string_view::npos
               && !isSpace(m_text[m_pos])) {
            ++m_pos;
        }
        const std::string_view token = m_text.substr(begin, m_pos - begin);
        if (token.empty()) {
            return false;
        }
        if (token == "true" || token == "false" || token == "null" || isJsonNumber(token)) {
            m_out += token;
            return true;
        }
        m_out += '"';
        for (std::size_t i = 0; i < token.size();) {
            const std::size_t n = utf8Length(token, i);
            if (n == 0) {
                m_out += "\xef\xbf\xbd";
            } else if (token[i] == '\\') {
                m_out += "\\\\";
            } else if (static_cast<unsigned char>(token[i]) < 0x20) {
                appendEscaped(token[i]);
            } else {
                m_out += token.substr(i, n);
            }
            i += n == 0 ? 1 : n;
        }
        m_out += '"';
        return true;
    }

    bool value(int depth, Place place)
    {
        switch (at(m_pos)) {
        case '"':
            return string(place);
        case '{':
            return object(depth + 1);
        case '[':
            return array(depth + 1);
        default:
            return scalar();
        }
    }

    bool object(int depth)
    {
        if (depth > kMaxDepth) {
            return false;
        }
        m_out += '{';
        ++m_pos;
        for (bool first = true;;) {
            m_pos = skipSpace(m_pos);
            if (at(m_pos) == ',') {
                ++m_pos;
                continue;
            }
            if (at(m_pos) == '}') {
                ++m_pos;
                m_out += '}';
                return true;
            }
            if (at(m_pos) != '"') {
                return false;
            }
            if (!first) {
                m_out += ',';
            }
            first = false;
            if (!string(Place::Key)) {
                return false;
            }
            m_pos = skipSpace(m_pos);
            if (at(m_pos) != ':') {
                return false;
            }
            m_out += ':';
            m_pos = skipSpace(m_pos + 1);
            if (!value(depth, Place::ObjectValue)) {
                return false;
            }
        }
    }

    bool array(int depth)
    {
        if (depth > kMaxDepth) {
            return false;
        }
        m_out += '[';
        ++m_pos;
        for (bool first = true;;) {
            m_pos = skipSpace(m_pos);
            if (at(m_pos) == ',') {
                ++m_pos;
                continue;
            }
            if (at(m_pos) == ']') {
                ++m_pos;
                m_out += ']';
                return true;
            }
            if (!first) {
                m_out += ',';
            }
            first = false;
            if (m_pos >= m_text.size() || !value(depth, Place::ArrayValue)) {
                return false;
            }
        }
    }

    std::string_view m_text;
    std::size_t m_pos;
    std::string m_out;
};

} // namespace

std::optional<RepairedObject> repairObject(std::string_view text, std::size_t pos)
{
    return Repairer(text, pos).run();
}

} // namespace longpole::import
