// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/sqlite_rows.h"

#include <sqlite3.h>
#include <strings.h>

#include <algorithm>
#include <cmath>

namespace longpole::import {

namespace {

using model::Severity;

constexpr std::size_t kMaxBlockText = std::size_t{4} << 20U;

// Column names of SQLite know no case.
bool sameName(const std::string& a, const char* b)
{
    return strcasecmp(a.c_str(), b) == 0;
}

bool hasName(const std::vector<std::string>& names, const char* name)
{
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& n) { return sameName(n, name); });
}

} // namespace

void TableScan::Finalize::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

TableScan::TableScan(SqliteInput& input, std::string table, std::span<const ColumnWish> wishes)
    : m_input(input)
    , m_table(std::move(table))
    , m_wishes(wishes)
{
    const std::vector<std::string>& columns = input.columns(m_table);
    for (const ColumnWish& wish : wishes) {
        m_present.push_back(hasName(columns, wish.name));
        m_list += m_list.empty() ? "" : ",";
        m_list += m_present.back() ? quotedIdentifier(wish.name) : "NULL";
    }
    for (const char* name : {"rowid", "_rowid_", "oid"}) {
        if (m_rowid.empty() && !hasName(columns, name)) {
            m_rowid = name;
        }
    }
    if (!prepare(m_lastRowid)) {
        m_rowid.clear(); // a table without row ids
        if (!prepare(m_lastRowid)) {
            damaged(sqlite3_errcode(input.handle()));
        }
    }
}

TableScan::~TableScan() = default;

bool TableScan::prepare(std::int64_t after)
{
    // NOT INDEXED: an index may hold expressions, and could disagree with its table.
    std::string sql = "SELECT " + m_list + (m_rowid.empty() ? "" : "," + m_rowid) + " FROM main."
        + quotedIdentifier(m_table) + " NOT INDEXED";
    const bool resumed = after != std::numeric_limits<std::int64_t>::min();
    if (resumed) {
        sql += " WHERE " + m_rowid + ">?";
    }
    sqlite3_stmt* raw = nullptr;
    const int code = sqlite3_prepare_v2(m_input.handle(), sql.c_str(), -1, &raw, nullptr);
    m_statement.reset(raw);
    if (code == SQLITE_OK && resumed) {
        sqlite3_bind_int64(raw, 1, after);
    }
    return code == SQLITE_OK;
}

// Goes on behind a row one of whose values is beyond the limit.
bool TableScan::skipOversized()
{
    if (m_rowid.empty()) {
        return false;
    }
    m_statement.reset();
    const std::string sql = "SELECT " + m_rowid + " FROM main." + quotedIdentifier(m_table)
        + " NOT INDEXED WHERE " + m_rowid + ">?" + " LIMIT 1";
    sqlite3_stmt* raw = nullptr;
    bool found = false;
    if (sqlite3_prepare_v2(m_input.handle(), sql.c_str(), -1, &raw, nullptr) == SQLITE_OK) {
        sqlite3_bind_int64(raw, 1, m_lastRowid);
        found = sqlite3_step(raw) == SQLITE_ROW;
        if (found) {
            m_lastRowid = sqlite3_column_int64(raw, 0);
        }
    }
    sqlite3_finalize(raw);
    m_input.ledger().add("oversized-value", Severity::DataLoss,
                         "rows with a value of over 64 MiB were left out",
                         m_table + ", row " + std::to_string(m_lastRowid));
    return found && prepare(m_lastRowid);
}

Result<bool> TableScan::next(RowBlock& block, std::size_t maxRows)
{
    block.m_columns = m_wishes.size();
    block.m_cells.clear();
    block.m_text.clear();
    block.m_cells.reserve(maxRows * block.m_columns);
    while (!m_done && block.rowCount() < maxRows && block.m_text.size() < kMaxBlockText) {
        const int code = sqlite3_step(m_statement.get());
        if (code == SQLITE_ROW) {
            addRow(block);
            continue;
        }
        if (code == SQLITE_DONE) {
            m_done = true;
        } else if (m_input.job().cancelled()) {
            return fail(Errc::Cancelled, "cancelled", m_input.name());
        } else if ((code & 0xff) != SQLITE_TOOBIG || !skipOversized()) {
            damaged(code);
        }
    }
    return block.rowCount() > 0;
}

void TableScan::addRow(RowBlock& block)
{
    ++m_rows;
    // Every row needs some bytes of the file; pages that say otherwise point at each other.
    if (m_rows > m_input.fileBytes() / 2 || m_textBytes > 2 * m_input.fileBytes()) {
        damaged(SQLITE_CORRUPT);
        return;
    }
    if (!m_rowid.empty()) {
        m_lastRowid = sqlite3_column_int64(m_statement.get(), static_cast<int>(m_wishes.size()));
    }
    for (std::size_t i = 0; i < m_wishes.size(); ++i) {
        readCell(static_cast<int>(i), m_wishes[i], block);
    }
}

void TableScan::readCell(int column, const ColumnWish& wish, RowBlock& block)
{
    // One look-up for type and value; the connection is used by one thread.
    sqlite3_value* const value = sqlite3_column_value(m_statement.get(), column);
    RowBlock::Cell cell;
    bool wrong = false;
    switch (sqlite3_value_type(value)) {
    case SQLITE_NULL:
        break;
    case SQLITE_INTEGER:
        cell.present = wish.type != CellType::Text;
        wrong = !cell.present;
        if (wish.type == CellType::Real) {
            cell.real = static_cast<double>(sqlite3_value_int64(value));
        } else {
            cell.integer = sqlite3_value_int64(value);
        }
        break;
    case SQLITE_FLOAT: {
        const double number = sqlite3_value_double(value);
        if (wish.type == CellType::Real) {
            cell.real = number;
            cell.present = true;
        } else if (wish.type == CellType::Integer && number == std::trunc(number)
                   && std::abs(number) < 9.0e15) {
            cell.integer = static_cast<std::int64_t>(number);
            cell.present = true;
        }
        wrong = !cell.present;
        break;
    }
    case SQLITE_TEXT:
        if (wish.type == CellType::Text) {
            const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
            const auto bytes = static_cast<std::size_t>(sqlite3_value_bytes(value));
            m_textBytes += bytes;
            cell.offset = block.m_text.size();
            cell.bytes = static_cast<std::uint32_t>(bytes);
            cell.present = true;
            if (text != nullptr) {
                block.m_text.append(text, bytes);
            }
        } else {
            cell.integer = 0;
            wrong = true;
        }
        break;
    default:
        wrong = true;
    }
    if (wrong) {
        m_input.ledger().add("wrong-type", Severity::DataLoss,
                             "values of another type than their column should hold were left out",
                             m_table + "." + wish.name + ", row " + std::to_string(m_rows));
    }
    block.m_cells.push_back(cell);
}

void TableScan::damaged(int code)
{
    m_done = true;
    const bool limit = (code & 0xff) == SQLITE_TOOBIG || (code & 0xff) == SQLITE_NOMEM;
    m_input.ledger().add("damaged-table", Severity::DataLoss,
                         limit ? "a table could not be read to its end: a value is too large"
                               : "a table could not be read to its end: the file is damaged there; "
                                 "the rows before are shown",
                         m_table + " after " + std::to_string(m_rows) + " rows");
}

} // namespace longpole::import
