// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Table: what every analysis returns and every view (CLI, JSON, CSV, panel) formats.
// Core returns numbers with a unit; words and formats belong to the reader.
#pragma once

#include "core/base/ids.h"

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace longpole::analysis {

enum class Unit : std::uint8_t
{
    None,
    Nanoseconds,
    Count,
    Bytes,
    Ratio,
    Percent
};
enum class Role : std::uint8_t
{
    Name,
    Value,
    Delta,
    Share
};

// Absent values are std::monostate (JSON null, empty cell). A list of texts shows as its length.
using Cell =
    std::variant<std::monostate, std::int64_t, double, std::string, std::vector<std::string>>;

struct TableColumn
{
    std::string key; // JSON key, stable: "total_ns"
    std::string title; // for people: "Total"
    Unit unit = Unit::None;
    Role role = Role::Value;
};

struct Table
{
    std::string key; // JSON key of the row array, stable: "kernels"
    std::string title;
    std::vector<TableColumn> columns;
    std::vector<std::vector<Cell>> rows;
    std::vector<SliceId> slices; // a slice to jump to per row; empty or one per row
};

// How far the result can be trusted, with words when not fully.
enum class Trust : std::uint8_t
{
    Sound,
    Limited,
    CannotTell
};

struct Report
{
    std::vector<Table> tables;
    Trust trust = Trust::Sound;
    std::vector<std::string> notes; // why trust is limited, which rule was used
    std::vector<std::pair<std::string, Cell>> facts; // single values beside the tables, by JSON key
};

} // namespace longpole::analysis
