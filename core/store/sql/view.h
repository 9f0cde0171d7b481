// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A view of SQL: a table that exists only as a walk over a Trace's columns, so that fresh imports
// and reopened stores answer alike. view_module.h makes a SQLite virtual table of it.
#pragma once

#include "core/model/trace.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace longpole::store {

// What of a query's conditions a view may use to skip rows. SQLite checks every row again, so a
// view may always deliver more than asked for, never less. Bounds are inclusive.
struct RowFilter
{
    static constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
    static constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

    struct Bounds
    {
        std::int64_t min = kMin;
        std::int64_t max = kMax;
        bool contains(std::int64_t v) const { return min <= v && v <= max; }
        bool open() const { return min == kMin && max == kMax; }
    };
    Bounds id; // the view's slice (slices.id, gpu_ops.slice_id, links.from_slice …)
    Bounds to; // links.to_slice
    Bounds track;
    Bounds time;
    const std::vector<StringId>* names = nullptr; // sorted; null: any
};

// What a column means to RowFilter.
enum class ColumnRole : std::uint8_t
{
    Plain,
    Id,
    To,
    Track,
    Time,
    Name
};

struct ViewColumn
{
    const char* name;
    const char* type; // SQL: "INTEGER", "TEXT", "REAL"
    ColumnRole role = ColumnRole::Plain;
};

// One value; text must stay alive as long as the Trace or, if not, until the walker moves on.
struct SqlValue
{
    enum class Kind : std::uint8_t
    {
        Null,
        Integer,
        Real,
        TraceText,
        ShortText
    } kind = Kind::Null;
    std::int64_t integer = 0;
    double real = 0;
    std::string_view text;

    static SqlValue null() { return {}; }
    static SqlValue of(std::int64_t v) { return {Kind::Integer, v, 0, {}}; }
    static SqlValue ofReal(double v) { return {Kind::Real, 0, v, {}}; }
    static SqlValue traceText(std::string_view v) { return {Kind::TraceText, 0, 0, v}; }
    static SqlValue shortText(std::string_view v) { return {Kind::ShortText, 0, 0, v}; }
    static SqlValue orNull(std::int64_t v) { return v == model::kNull64 ? null() : of(v); }
    static SqlValue orNull(std::uint32_t v) { return v == model::kNull32 ? null() : of(v); }
    template <class Tag>
    static SqlValue orNull(Id<Tag> id)
    {
        return id.valid() ? of(id.value) : null();
    }
};

// One pass over a view. Rows come in segments (lanes, tracks, the whole table); within one they are
// numbered. Used by one thread.
class Walker
{
public:
    // Rows [begin, end) of a segment; where a pointer is set the caller still skips rows by it.
    struct Segment
    {
        std::size_t begin = 0;
        std::size_t end = 0;
        const TimeNs* times = nullptr;
        const StringId* names = nullptr;
    };

    virtual ~Walker() = default;
    virtual std::size_t segmentCount() const = 0;
    virtual Segment enter(std::size_t segment, const RowFilter& filter) = 0;
    // Some rows hold several SQL rows (args) or none.
    virtual std::size_t parts(std::size_t /*row*/) { return 1; }
    virtual SqlValue value(std::size_t row, std::size_t part, int column) = 0;
    // Unique within the view.
    virtual std::int64_t rowid(std::size_t row, std::size_t part) const = 0;
};

struct View
{
    const char* name;
    std::span<const ViewColumn> columns;
    std::uint64_t (*rowCount)(const model::Trace& trace); // an estimate will do
    std::unique_ptr<Walker> (*walk)(const model::Trace& trace);
};

// slices, gpu_ops, api_calls, counters, links, args, tracks, ledger, meta.
std::span<const View> sqlViews();

} // namespace longpole::store
