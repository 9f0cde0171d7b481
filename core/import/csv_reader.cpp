// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/csv_reader.h"

#include "core/import/decimal_time.h"

#include <algorithm>

namespace longpole::import {

bool CsvReader::more()
{
    constexpr std::size_t kPiece = std::size_t{64} << 10U;
    m_buffer.resize(kPiece);
    m_pos = 0;
    const auto got = m_source.read(std::span(m_buffer));
    if (!got) {
        m_error = got.error();
    }
    m_buffer.resize(got ? *got : 0);
    if (m_first) {
        m_first = false;
        if (m_buffer.starts_with("\xef\xbb\xbf")) {
            m_pos = 3;
        }
    }
    return m_pos < m_buffer.size();
}

Result<const std::vector<std::string>*> CsvReader::next()
{
    enum class In
    {
        Plain,
        Quotes,
        AfterQuote // a quote within quotes: an end, or the first of two
    };
    m_row.clear();
    std::string field;
    std::size_t bytes = 0;
    In in = In::Plain;
    bool any = false;
    m_rowLine = m_line;
    const auto finish = [&] {
        m_row.push_back(std::move(field));
        field.clear();
        return !(m_row.size() == 1 && m_row.front().empty());
    };
    while (m_pos < m_buffer.size() || more()) {
        const char c = m_buffer[m_pos++];
        any = true;
        if (++bytes > kLongestRow) {
            return fail(Errc::Limit,
                        "line " + std::to_string(m_rowLine)
                            + " begins a row of more than 16 MiB; a quote may be "
                              "missing there");
        }
        m_line += c == '\n' ? 1U : 0U;
        if (in == In::AfterQuote) {
            if (c == '"') {
                field += '"';
                in = In::Quotes;
                continue;
            }
            in = In::Plain;
        }
        if (in == In::Quotes) {
            if (c == '"') {
                in = In::AfterQuote;
            } else {
                field += c;
            }
        } else if (c == '"' && field.empty()) {
            in = In::Quotes;
        } else if (c == ',') {
            m_row.push_back(std::move(field));
            field.clear();
        } else if (c == '\n') {
            if (!field.empty() && field.back() == '\r') {
                field.pop_back();
            }
            if (finish()) {
                return &m_row;
            }
            m_row.clear();
            m_rowLine = m_line;
            bytes = 0;
            any = false;
        } else {
            field += c;
        }
    }
    if (m_error) {
        return fail(*m_error);
    }
    m_endedInQuotes = in == In::Quotes;
    m_endedWithoutLineEnd = any;
    if (any && finish()) {
        return &m_row;
    }
    return nullptr;
}

std::size_t CsvColumns::find(std::string_view name) const
{
    const auto it = std::find(m_names.begin(), m_names.end(), name);
    return it == m_names.end() ? kNone : static_cast<std::size_t>(it - m_names.begin());
}

std::string_view csvField(const std::vector<std::string>& row, std::size_t column)
{
    return column < row.size() ? std::string_view(row[column]) : std::string_view();
}

std::optional<double> parseGrouped(std::string_view text)
{
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) {
        return parseReal(text);
    }
    // Groups: one to three digits, then threes, up to a point or the end.
    const std::size_t begin = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    const std::size_t end = std::min(text.find('.'), text.size());
    std::string digits(text.substr(0, begin));
    std::size_t run = 0;
    for (std::size_t i = begin; i < end; ++i) {
        const char c = text[i];
        if (c >= '0' && c <= '9') {
            digits += c;
            if (++run > 3) {
                return std::nullopt;
            }
        } else if (c == ',' && (run == 3 || (run > 0 && i == comma))) {
            run = 0;
        } else {
            return std::nullopt;
        }
    }
    if (run != 3 || text.find(',', end) != std::string_view::npos) {
        return std::nullopt;
    }
    return parseReal(digits + std::string(text.substr(end)));
}

} // namespace longpole::import
