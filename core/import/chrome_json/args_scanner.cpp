// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/args_scanner.h"

#include <array>

namespace longpole::import {

namespace {

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

// Position of the quote that closes the string whose content begins at pos, or npos.
std::size_t closingQuote(std::string_view text, std::size_t pos)
{
    // Strings here are short: a plain loop beats a search that sets itself up first.
    for (; pos < text.size(); ++pos) {
        if (text[pos] == '"') {
            return pos;
        }
        if (text[pos] == '\\') {
            ++pos;
        }
    }
    return std::string_view::npos;
}

constexpr std::array<bool, 256> structuralTable()
{
    std::array<bool, 256> table{};
    for (const char c : {'"', '{', '}', '[', ']'}) {
        table[static_cast<unsigned char>(c)] = true;
    }
    return table;
}

constexpr std::array<bool, 256> kStructural = structuralTable();

} // namespace

std::size_t balancedEnd(std::string_view text, std::size_t pos, Brackets brackets)
{
    constexpr int kChecked = 64; // levels whose kind is remembered
    int depth = 0;
    std::uint64_t curly = 0; // one bit a level, the innermost lowest
    for (; pos < text.size(); ++pos) {
        const char c = text[pos];
        if (!kStructural[static_cast<unsigned char>(c)]) {
            continue;
        }
        switch (c) {
        case '"':
            pos = closingQuote(text, pos + 1);
            if (pos == std::string_view::npos) {
                return pos;
            }
            break;
        case '{':
        case '[':
            if (++depth <= kChecked) {
                curly = (curly << 1U) | (c == '{' ? 1U : 0U);
            }
            break;
        default:
            if (depth <= kChecked) {
                if (brackets == Brackets::OfOneKind && (curly & 1U) != (c == '}' ? 1U : 0U)) {
                    return std::string_view::npos;
                }
                curly >>= 1U;
            }
            if (--depth <= 0) {
                return pos + 1;
            }
        }
    }
    return std::string_view::npos;
}

ArgsScanner::ArgsScanner(std::string_view object)
    : m_text(object)
    , m_pos(1)
{ }

void ArgsScanner::skipSpace()
{
    while (m_pos < m_text.size()
           && (isSpace(m_text[m_pos]) || m_text[m_pos] == ',' || m_text[m_pos] == ':')) {
        ++m_pos;
    }
}

std::string_view ArgsScanner::takeString()
{
    const std::size_t begin = m_pos + 1;
    std::size_t end = closingQuote(m_text, begin);
    if (end == std::string_view::npos) {
        end = m_text.size();
    }
    m_pos = end + 1;
    return m_text.substr(begin, end - begin);
}

bool ArgsScanner::next(std::string_view& key, Scalar& value)
{
    skipSpace();
    if (m_pos >= m_text.size() || m_text[m_pos] != '"') {
        return false;
    }
    key = takeString();
    skipSpace();
    if (m_pos >= m_text.size()) {
        return false;
    }
    value = {};
    value.present = true;
    const char c = m_text[m_pos];
    if (c == '"') {
        value.isString = true;
        value.text = takeString();
        return true;
    }
    const std::size_t begin = m_pos;
    if (c == '{' || c == '[') {
        m_pos = balancedEnd(m_text, m_pos);
        if (m_pos == std::string_view::npos) {
            m_pos = m_text.size();
        }
    } else {
        while (m_pos < m_text.size() && m_text[m_pos] != ',' && m_text[m_pos] != '}'
               && !isSpace(m_text[m_pos])) {
            ++m_pos;
        }
    }
    value.text = m_text.substr(begin, m_pos - begin);
    return true;
}

} // namespace longpole::import
