// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Comma-separated values as RFC 4180 has them: quoted fields may hold commas, line ends and doubled
// quotes; lines end with \n or \r\n; a byte order mark at the beginning is taken off. Reads a row
// at a time, so memory is that of the longest row.
#pragma once

#include "core/base/result.h"
#include "core/io/byte_source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::import {

class CsvReader
{
public:
    static constexpr std::size_t kLongestRow = std::size_t{16} << 20U; // bytes

    explicit CsvReader(io::ByteSource& source)
        : m_source(source)
    { }

    // The next row that is not empty, or null at the end. Fields stay valid until the next call.
    // An error: the source failed, or a row is longer than kLongestRow (a quote never closed, say).
    Result<const std::vector<std::string>*> next();
    // Number of the line on which the row from next() began, from 1.
    std::uint64_t line() const { return m_rowLine; }
    // The last row ended within quotes, or without a line end: the file may be cut off.
    bool endedInQuotes() const { return m_endedInQuotes; }
    bool endedWithoutLineEnd() const { return m_endedWithoutLineEnd; }

private:
    enum class In : std::uint8_t
    {
        Plain,
        Quotes,
        AfterQuote // a quote within quotes: an end, or the first of two
    };

    bool more();
    std::string& beginField();
    void takeRun(std::string& field, std::string_view stops);

    io::ByteSource& m_source;
    std::string m_buffer;
    std::size_t m_pos = 0;
    std::optional<Error> m_error;
    std::vector<std::string> m_row;
    std::size_t m_count = 0; // fields of the current row so far
    std::uint64_t m_line = 1;
    std::uint64_t m_rowLine = 0;
    bool m_first = true;
    bool m_endedInQuotes = false;
    bool m_endedWithoutLineEnd = false;
};

// Columns of a header row by name; names are compared exactly.
class CsvColumns
{
public:
    static constexpr std::size_t kNone = ~std::size_t{0};

    CsvColumns() = default;
    explicit CsvColumns(const std::vector<std::string>& header)
        : m_names(header)
    { }
    std::size_t find(std::string_view name) const;
    bool has(std::string_view name) const { return find(name) != kNone; }
    const std::vector<std::string>& names() const { return m_names; }

private:
    std::vector<std::string> m_names;
};

// The field, or empty where the row is too short or the column absent.
std::string_view csvField(const std::vector<std::string>& row, std::size_t column);

// A number as programs print it in the C or the English locale: "61.84", "12,319,469", "-1,024.5",
// "1e+06". Empty for anything else, so "61,84" and "1.234.567" of other locales are not misread.
std::optional<double> parseGrouped(std::string_view text);

} // namespace longpole::import
