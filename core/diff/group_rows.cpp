// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/op_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

namespace longpole::diff {

namespace {

using analysis::Cell;
using analysis::Role;
using analysis::Table;
using analysis::Unit;

// "mul ×2, add": in the order of launch.
std::string namesOf(const Side& side, const std::vector<std::uint32_t>& rows,
                    const IdentityTable& table)
{
    std::vector<std::pair<std::uint32_t, int>> runs;
    for (const std::uint32_t r : rows) {
        if (!runs.empty() && runs.back().first == side.keys.name[r]) {
            ++runs.back().second;
        } else {
            runs.emplace_back(side.keys.name[r], 1);
        }
    }
    std::string out;
    for (const auto& [name, n] : runs) {
        out += (out.empty() ? "" : " + ") + std::string(table.text(name))
            + (n > 1 ? " ×" + std::to_string(n) : "");
    }
    return out;
}

} // namespace

Table groupRows(const Side& before, const Side& after, const Matching& matching,
                const IdentityTable& table)
{
    struct Sum
    {
        std::int64_t times = 0;
        std::int64_t before = 0;
        std::int64_t after = 0;
        const OpGroup* first = nullptr;
    };
    const auto left = before.trace->column(model::gpu_op::kDuration);
    const auto right = after.trace->column(model::gpu_op::kDuration);
    std::map<std::pair<std::string, std::string>, Sum> sums;
    for (const OpGroup& g : matching.groups) {
        Sum& s = sums[{namesOf(before, g.before, table), namesOf(after, g.after, table)}];
        s.first = s.first == nullptr ? &g : s.first;
        ++s.times;
        for (const std::uint32_t row : g.before) {
            s.before += left[row].ns;
        }
        for (const std::uint32_t row : g.after) {
            s.after += right[row].ns;
        }
    }
    Table out;
    out.key = "groups";
    out.title = "Fused and split";
    out.columns = {{"change", "Change", Unit::None, Role::Name},
                   {"before", "Before", Unit::None, Role::Name},
                   {"after", "After", Unit::None, Role::Name},
                   {"ops_before", "Operations before", Unit::Count, Role::Value},
                   {"ops_after", "after", Unit::Count, Role::Value},
                   {"times", "Times", Unit::Count, Role::Value},
                   {"before_ns", "Time before", Unit::Nanoseconds, Role::Value},
                   {"after_ns", "after", Unit::Nanoseconds, Role::Value},
                   {"delta_ns", "Difference", Unit::Nanoseconds, Role::Delta},
                   {"slice_before", "Slice before", Unit::None, Role::Value},
                   {"slice_after", "Slice after", Unit::None, Role::Value}};
    const auto slicesBefore = before.trace->column(model::gpu_op::kSlice);
    const auto slicesAfter = after.trace->column(model::gpu_op::kSlice);
    for (const auto& [names, s] : sums) {
        out.rows.push_back({std::string(s.first->fused() ? "fused" : "split"), names.first,
                            names.second, static_cast<std::int64_t>(s.first->before.size()),
                            static_cast<std::int64_t>(s.first->after.size()), s.times, s.before,
                            s.after, s.after - s.before,
                            std::int64_t{slicesBefore[s.first->before.front()].value},
                            std::int64_t{slicesAfter[s.first->after.front()].value}});
    }
    std::stable_sort(out.rows.begin(), out.rows.end(), [](const auto& a, const auto& b) {
        return std::abs(std::get<std::int64_t>(a[8])) > std::abs(std::get<std::int64_t>(b[8]));
    });
    return out;
}

} // namespace longpole::diff
