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

// Clears the string the next field goes to; strings keep their memory from row to row.
std::string& CsvReader::beginField()
{
    if (m_count == m_row.size()) {
        m_row.emplace_back();
    }
    m_row[m_count].clear();
    return m_row[m_count++];
}

// Takes text up to one of `stops` (or to the end of the buffer) into the field.
void CsvReader::takeRun(std::string& field, std::string_view stops)
{
    const std::string_view rest = std::string_view(m_buffer).substr(m_pos);
    const std::string_view run = rest.substr(0, rest.find_first_of(stops));
    m_line += static_cast<std::uint64_t>(std::count(run.begin(), run.end(), '\n'));
    field += run;
    m_pos += run.size();
}

Result<const std::vector<std::string>*> CsvReader::next()
{
    In in = In::Plain;
    m_count = 0;
    std::string* field = &beginField();
    std::size_t bytes = 0; // of the fields before
    bool any = false;
    m_rowLine = m_line;
    while (m_pos < m_buffer.size() || more()) {
        any = true;
        if (bytes + field->size() > kLongestRow) {
            return fail(Errc::Limit,
                        "line " + std::to_string(m_rowLine)
                            + " begins a row of more than 16 MiB; a quote may be missing there");
        }
        const char c = m_buffer[m_pos];
        if (in == In::Quotes) {
            takeRun(*field, "\"");
            if (m_pos < m_buffer.size()) {
                ++m_pos;
                in = In::AfterQuote;
            }
        } else if (in == In::AfterQuote && c == '"') {
            *field += '"';
            ++m_pos;
            in = In::Quotes;
        } else if (c == '"' && in == In::Plain && field->empty()) {
            ++m_pos;
            in = In::Quotes;
        } else if (c == ',') {
            ++m_pos;
            bytes += field->size() + 1;
            field = &beginField();
            in = In::Plain;
        } else if (c == '\n') {
            ++m_pos;
            ++m_line;
            if (in == In::Plain && !field->empty() && field->back() == '\r') {
                field->pop_back();
            }
            if (m_count > 1 || !field->empty()) {
                m_row.resize(m_count);
                return &m_row;
            }
            m_rowLine = m_line; // an empty line
            in = In::Plain;
            any = false;
        } else {
            in = In::Plain;
            takeRun(*field, ",\n");
        }
    }
    if (m_error) {
        return fail(*m_error);
    }
    m_endedInQuotes = m_endedInQuotes || in == In::Quotes;
    m_endedWithoutLineEnd = m_endedWithoutLineEnd || any;
    m_row.resize(m_count);
    return any && (m_count > 1 || !m_row.front().empty()) ? &m_row : nullptr;
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
