// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/op_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>

namespace longpole::diff {

namespace {

using analysis::Cell;
using analysis::Role;
using analysis::Table;
using analysis::Unit;

constexpr std::size_t kMostRows = 1000;

struct Sum
{
    std::int64_t count = 0;
    std::int64_t ns = 0;

    Cell perCall() const { return count == 0 ? Cell() : Cell((ns + count / 2) / count); }
};

// Name, whether the shape is the operator's, its number.
using Key = std::tuple<std::uint32_t, bool, std::uint32_t>;
struct Entry
{
    Sum before;
    Sum after;
    std::string launch; // grid and block, where the operator's shapes aren't known

    std::int64_t delta() const { return after.ns - before.ns; }
};

class LaunchShapes
{
public:
    explicit LaunchShapes(const model::Trace& trace)
        : m_kind(trace.column(model::gpu_op::kKind))
        , m_bytes(trace.column(model::gpu_op::kBytes))
        , m_size{trace.column(model::gpu_op::kGridX),  trace.column(model::gpu_op::kGridY),
                 trace.column(model::gpu_op::kGridZ),  trace.column(model::gpu_op::kBlockX),
                 trace.column(model::gpu_op::kBlockY), trace.column(model::gpu_op::kBlockZ)}
    { }
    std::string of(std::uint32_t i) const
    {
        if (m_kind[i] != model::GpuOpKind::Kernel) {
            return m_bytes[i] == model::kNull64 ? std::string()
                                                : std::to_string(m_bytes[i]) + " bytes";
        }
        return "grid " + three(0, i) + ", block " + three(3, i);
    }

private:
    std::string three(std::size_t first, std::uint32_t i) const
    {
        std::string out;
        for (std::size_t k = first; k < first + 3; ++k) {
            const std::uint32_t v = m_size[k][i];
            out += (k == first ? "" : "×") + (v == model::kNull32 ? "?" : std::to_string(v));
        }
        return out;
    }

    model::Column<model::GpuOpKind> m_kind;
    model::Column<std::int64_t> m_bytes;
    std::array<model::Column<std::uint32_t>, 6> m_size;
};

void collect(const Side& side, const InputShapes& shapes, const std::vector<bool>& paired,
             bool before, std::map<Key, Entry>& entries)
{
    const model::Trace& trace = *side.trace;
    const auto duration = trace.column(model::gpu_op::kDuration);
    const LaunchShapes launchShapes(trace);
    // The look-ups by number are what takes time with millions of operations.
    std::unordered_map<std::uint64_t, Entry*> known;
    for (std::uint32_t i = 0; i < duration.size(); ++i) {
        if (!paired[i]) {
            continue;
        }
        const bool ofOperator = shapes.complete && shapes.ofOp[i] != model::kNull32;
        const Key key{side.keys.name[i], ofOperator,
                      ofOperator ? shapes.ofOp[i] : side.keys.shape[i]};
        const std::uint64_t number = std::uint64_t{std::get<0>(key)} << 33U
            | std::uint64_t{ofOperator} << 32U | std::get<2>(key);
        Entry*& place = known[number];
        if (place == nullptr) {
            place = &entries[key];
        }
        Entry& e = *place;
        Sum& sum = before ? e.before : e.after;
        ++sum.count;
        sum.ns += duration[i].ns;
        if (!std::get<1>(key) && e.launch.empty()) {
            e.launch = launchShapes.of(i);
        }
    }
}

} // namespace

Table shapeRows(const Side& before, const Side& after, const Matching& matching,
                const InputShapes& shapesBefore, const InputShapes& shapesAfter,
                const IdentityTable& table)
{
    std::map<Key, Entry> entries;
    collect(before, shapesBefore, pairedOps(before, matching, true), true, entries);
    collect(after, shapesAfter, pairedOps(after, matching, false), false, entries);
    std::vector<std::pair<Key, const Entry*>> sorted;
    for (const auto& [key, e] : entries) {
        sorted.emplace_back(key, &e);
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
        return std::abs(a.second->delta()) > std::abs(b.second->delta());
    });
    sorted.resize(std::min(sorted.size(), kMostRows));
    Table out;
    out.key = "shapes";
    out.title = "Change by operation and shape";
    out.columns = {{"name", "Operation", Unit::None, Role::Name},
                   {"shape", "Shape", Unit::None, Role::Name},
                   {"count_before", "Calls before", Unit::Count, Role::Value},
                   {"count_after", "after", Unit::Count, Role::Value},
                   {"mean_before_ns", "Per call before", Unit::Nanoseconds, Role::Value},
                   {"mean_after_ns", "after", Unit::Nanoseconds, Role::Value},
                   {"before_ns", "Time before", Unit::Nanoseconds, Role::Value},
                   {"after_ns", "after", Unit::Nanoseconds, Role::Value},
                   {"delta_ns", "Difference", Unit::Nanoseconds, Role::Delta}};
    for (const auto& [key, e] : sorted) {
        out.rows.push_back(
            {std::string(table.text(std::get<0>(key))),
             std::get<1>(key) ? std::string(table.text(std::get<2>(key))) : e->launch,
             e->before.count, e->after.count, e->before.perCall(), e->after.perCall(), e->before.ns,
             e->after.ns, e->delta()});
    }
    return out;
}

std::vector<std::string> shapeDependent(const Table& shapes)
{
    constexpr double kClear = 0.05;
    constexpr std::int64_t kPart = 100; // an operation counts from a hundredth of all time
    struct Seen
    {
        int faster = 0;
        int others = 0;
        std::int64_t ns = 0;
    };
    std::map<std::string, Seen> byName;
    std::int64_t all = 0;
    for (const auto& row : shapes.rows) {
        all += std::get<std::int64_t>(row[6]);
        byName[std::get<std::string>(row[0])].ns += std::get<std::int64_t>(row[6]);
        const auto* const before = std::get_if<std::int64_t>(&row[4]);
        const auto* const after = std::get_if<std::int64_t>(&row[5]);
        if (before != nullptr && after != nullptr && *before > 0) {
            const double ratio = static_cast<double>(*after) / static_cast<double>(*before);
            Seen& s = byName[std::get<std::string>(row[0])];
            ++(ratio < 1 - kClear ? s.faster : s.others);
        }
    }
    std::vector<std::string> out;
    for (const auto& [name, s] : byName) {
        if (s.faster > 0 && s.others > 0 && s.ns > all / kPart) {
            out.push_back(name);
        }
    }
    return out;
}

} // namespace longpole::diff
