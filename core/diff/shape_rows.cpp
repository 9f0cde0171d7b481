// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/op_rows.h"
#include "core/diff/slice_lookup.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <tuple>

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

std::string launchShape(const model::Trace& trace, std::uint32_t i)
{
    namespace op = model::gpu_op;
    const auto kind = trace.column(op::kKind)[i];
    if (kind != model::GpuOpKind::Kernel) {
        const std::int64_t bytes = trace.column(op::kBytes)[i];
        return bytes == model::kNull64 ? std::string() : std::to_string(bytes) + " bytes";
    }
    const auto three = [&](const auto& x, const auto& y, const auto& z) {
        const auto text = [&](const auto& spec) {
            const std::uint32_t v = trace.column(spec)[i];
            return v == model::kNull32 ? std::string("?") : std::to_string(v);
        };
        return text(x) + "×" + text(y) + "×" + text(z);
    };
    return "grid " + three(op::kGridX, op::kGridY, op::kGridZ) + ", block "
        + three(op::kBlockX, op::kBlockY, op::kBlockZ);
}

void collect(const Side& side, const InputShapes& shapes, const std::vector<bool>& paired,
             bool before, std::map<Key, Entry>& entries)
{
    const model::Trace& trace = *side.trace;
    const auto duration = trace.column(model::gpu_op::kDuration);
    const auto launch = trace.column(model::gpu_op::kLaunch);
    SliceLookup slices(trace);
    for (std::uint32_t i = 0; i < duration.size(); ++i) {
        if (!paired[i]) {
            continue;
        }
        Key key{side.keys.name[i], false, side.keys.shape[i]};
        for (SliceId s = shapes.recorded && shapes.complete ? launch[i] : SliceId(); s.valid();
             s = slices.parent(s)) {
            const auto it = shapes.ofSlice.find(s.value);
            if (it != shapes.ofSlice.end()) {
                key = {side.keys.name[i], true, it->second};
                break;
            }
        }
        Entry& e = entries[key];
        Sum& sum = before ? e.before : e.after;
        ++sum.count;
        sum.ns += duration[i].ns;
        if (!std::get<1>(key) && e.launch.empty()) {
            e.launch = launchShape(trace, i);
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
    constexpr double kClear = 0.02;
    struct Seen
    {
        int faster = 0;
        int others = 0;
    };
    std::map<std::string, Seen> byName;
    for (const auto& row : shapes.rows) {
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
        if (s.faster > 0 && s.others > 0) {
            out.push_back(name);
        }
    }
    return out;
}

} // namespace longpole::diff
