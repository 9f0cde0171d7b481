// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a table, copied out of SQLite in blocks, so that one thread can read while others work.
#pragma once

#include "core/import/sqlite_input.h"
#include "core/model/schema.h"

#include <span>

struct sqlite3_stmt;

namespace longpole::import {

enum class CellType : std::uint8_t
{
    Integer,
    Real, // integers are accepted
    Text
};

// A column that an importer can use. Tables may lack any of them: then all its cells are null.
struct ColumnWish
{
    const char* name;
    CellType type = CellType::Integer;
};

class RowBlock
{
public:
    std::size_t rowCount() const { return m_columns == 0 ? 0 : m_cells.size() / m_columns; }
    bool has(std::size_t row, std::size_t column) const { return cell(row, column).present; }
    std::int64_t integer(std::size_t row, std::size_t column,
                         std::int64_t absent = model::kNull64) const
    {
        const Cell& c = cell(row, column);
        return c.present ? c.integer : absent;
    }
    double real(std::size_t row, std::size_t column) const { return cell(row, column).real; }
    // Empty where there is none; valid as long as the block.
    std::string_view text(std::size_t row, std::size_t column) const
    {
        const Cell& c = cell(row, column);
        return c.present ? std::string_view(m_text).substr(c.offset, c.bytes) : std::string_view();
    }

private:
    friend class TableScan;
    struct Cell
    {
        union
        {
            std::int64_t integer = 0;
            double real;
            std::uint64_t offset; // into m_text
        };
        std::uint32_t bytes = 0;
        bool present = false;
    };
    const Cell& cell(std::size_t row, std::size_t column) const
    {
        return m_cells[row * m_columns + column];
    }

    std::size_t m_columns = 0;
    std::vector<Cell> m_cells;
    std::string m_text;
};

// One pass over a table, in the order of its rows.
class TableScan
{
public:
    // table must be one of input.tables().
    TableScan(SqliteInput& input, std::string table, std::span<const ColumnWish> wishes);
    ~TableScan();
    TableScan(const TableScan&) = delete;
    TableScan& operator=(const TableScan&) = delete;

    bool hasColumn(std::size_t wish) const { return m_present[wish]; }
    // Reads up to maxRows (or about 4 MiB of text) into the block; false when there were none
    // left. Damage ends the table early and is entered in input.ledger(), as are values of a wrong
    // type, which become null. The only error is Cancelled.
    Result<bool> next(RowBlock& block, std::size_t maxRows);
    std::uint64_t rowsRead() const { return m_rows; }

private:
    struct Finalize
    {
        void operator()(sqlite3_stmt* statement) const;
    };

    bool prepare(std::int64_t after);
    bool skipOversized();
    void addRow(RowBlock& block);
    void readCell(int column, const ColumnWish& wish, RowBlock& block);
    void damaged(int code);

    SqliteInput& m_input;
    std::string m_table;
    std::span<const ColumnWish> m_wishes;
    std::vector<bool> m_present;
    std::string m_list; // of the SELECT
    std::string m_rowid; // a name of the row id that no column hides; empty without
    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
    std::int64_t m_lastRowid = std::numeric_limits<std::int64_t>::min();
    std::uint64_t m_rows = 0;
    std::uint64_t m_textBytes = 0;
    bool m_done = false;
};

// Runs body(block, row) over all rows of a table, if the file has it. The only error is Cancelled.
template <class Body>
Result<void> eachRow(SqliteInput& input, const std::string& table,
                     std::span<const ColumnWish> wishes, Body body)
{
    if (!input.has(table)) {
        return {};
    }
    TableScan scan(input, table, wishes);
    RowBlock block;
    for (;;) {
        auto more = scan.next(block, 4096);
        if (!more) {
            return fail(more.error());
        }
        if (!*more) {
            return {};
        }
        for (std::size_t row = 0; row < block.rowCount(); ++row) {
            body(block, row);
        }
    }
}

} // namespace longpole::import
