// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/op_rows.h"

#include "core/diff/statistics.h"
#include "core/model/names.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <unordered_map>

namespace longpole::diff {

namespace {

using analysis::Cell;
using analysis::Role;
using analysis::Table;
using analysis::Unit;
using model::kNull32;

constexpr std::size_t kExactTest = 24; // more values: the normal form, thousands of rows are tested
constexpr double kFalseDiscoveries = 0.05;

// One side of a row.
struct Half
{
    std::uint64_t count = 0;
    std::int64_t ns = 0;
    std::uint32_t longest = kNull32; // row of the GpuOps table
    std::int64_t longestNs = -1;
    std::vector<double> perIteration; // of those that count
};

struct Row
{
    std::uint32_t name = 0;
    model::GpuOpKind kind = model::GpuOpKind::Kernel;
    Half before;
    Half after;
    // Launches by what happened to them.
    std::uint64_t matched = 0;
    std::uint64_t shape = 0;
    std::uint64_t moved = 0;
    std::uint64_t reordered = 0;
    std::uint64_t graph = 0;
    std::uint64_t noGraph = 0;
    std::uint64_t replaced = 0;
    std::uint64_t fused = 0;
    std::uint64_t split = 0;
    double p = -1; // < 0: not tested
    double q = -1;

    std::int64_t delta() const { return after.ns - before.ns; }
};

class Rows
{
public:
    Rows(const Side& before, const Side& after, const Matching& matching)
        : m_before(before)
        , m_after(after)
        , m_matching(matching)
    { }

    void collect(bool perIteration)
    {
        collect(m_before, true, perIteration);
        collect(m_after, false, perIteration);
        for (const OpPair& p : m_matching.pairs) {
            note(p);
        }
        for (const OpGroup& g : m_matching.groups) {
            for (const std::uint32_t row : g.before) {
                ++(g.fused() ? of(m_before, row).fused : of(m_before, row).split);
            }
            for (const std::uint32_t row : g.after) {
                ++(g.fused() ? of(m_after, row).fused : of(m_after, row).split);
            }
        }
    }

    void test()
    {
        std::vector<Row*> tested;
        std::vector<double> p;
        for (Row& r : rows) {
            if (r.before.count > 0 && r.after.count > 0) {
                r.p = mannWhitney(r.before.perIteration, r.after.perIteration, kExactTest).p;
                tested.push_back(&r);
                p.push_back(r.p);
            }
        }
        const auto q = benjaminiHochberg(p);
        for (std::size_t i = 0; i < tested.size(); ++i) {
            tested[i]->q = q[i];
        }
    }

    std::vector<Row> rows;

private:
    Row& of(const Side& side, std::uint32_t row) { return at(side.keys.name[row]); }
    Row& at(std::uint32_t name)
    {
        const auto [it, added] = m_index.emplace(name, rows.size());
        if (added) {
            rows.emplace_back();
            rows.back().name = name;
        }
        return rows[it->second];
    }

    void collect(const Side& side, bool before, bool perIteration)
    {
        const auto duration = side.trace->column(model::gpu_op::kDuration);
        const auto kind = side.trace->column(model::gpu_op::kKind);
        const auto paired = pairedOps(side, m_matching, before);
        const auto counted = side.iterations.counted();
        std::vector<std::uint32_t> place(side.iterations.all.size(), kNull32);
        for (std::uint32_t i = 0; i < counted.size(); ++i) {
            place[counted[i]] = i;
        }
        for (std::uint32_t i = 0; i < duration.size(); ++i) {
            const std::uint32_t n = side.iterations.ofOp[i];
            if (n == kNull32 || place[n] == kNull32) {
                continue;
            }
            Row& row = of(side, i);
            Half& half = before ? row.before : row.after;
            row.kind = kind[i];
            if (perIteration) {
                half.perIteration.resize(counted.size());
                half.perIteration[place[n]] += static_cast<double>(duration[i].ns);
            }
            if (paired[i]) {
                ++half.count;
                half.ns += duration[i].ns;
                if (duration[i].ns > half.longestNs) {
                    half.longestNs = duration[i].ns;
                    half.longest = i;
                }
            }
        }
    }

    void note(const OpPair& p)
    {
        if (p.kind == PairKind::Matched) {
            Row& r = of(m_before, p.before);
            ++r.matched;
            r.shape += (p.flags & ChangedShape) != 0 ? 1 : 0;
            r.moved += (p.flags & MovedStream) != 0 ? 1 : 0;
            r.reordered += (p.flags & Reordered) != 0 ? 1 : 0;
            r.graph += (p.flags & NowInGraph) != 0 ? 1 : 0;
            r.noGraph += (p.flags & NoLongerInGraph) != 0 ? 1 : 0;
        } else if (p.kind == PairKind::Replaced) {
            ++of(m_before, p.before).replaced;
            ++of(m_after, p.after).replaced;
        }
    }

    const Side& m_before;
    const Side& m_after;
    const Matching& m_matching;
    std::unordered_map<std::uint32_t, std::size_t> m_index;
};

std::string speedOf(const Row& r)
{
    if (r.before.ns == r.after.ns && r.before.count == r.after.count) {
        return "same";
    }
    if (r.q < 0) {
        return "untested";
    }
    if (r.q > kFalseDiscoveries) {
        return "same";
    }
    return median(r.after.perIteration) < median(r.before.perIteration) ? "faster" : "slower";
}

std::string changeOf(const Row& r)
{
    const std::uint64_t n = std::max(r.before.count, r.after.count);
    const auto most = [&](std::uint64_t part) { return part * 2 > n; };
    if (r.before.count == 0 || r.after.count == 0) {
        return most(r.fused)      ? "fused"
            : most(r.split)       ? "split"
            : most(r.replaced)    ? "replaced"
            : r.before.count == 0 ? "added"
                                  : "removed";
    }
    return most(r.graph)   ? "now in a graph"
        : most(r.noGraph)  ? "no longer in a graph"
        : most(r.shape)    ? "changed shape"
        : most(r.moved)    ? "moved stream"
        : most(r.fused)    ? "fused"
        : most(r.split)    ? "split"
        : most(r.replaced) ? "replaced"
                           : speedOf(r);
}

Cell perCall(const Half& half)
{
    const auto n = static_cast<std::int64_t>(half.count);
    return n == 0 ? Cell() : Cell((half.ns + n / 2) / n);
}

Cell sliceOf(const Side& side, std::uint32_t row)
{
    return row == kNull32
        ? Cell()
        : Cell(std::int64_t{side.trace->column(model::gpu_op::kSlice)[row].value});
}

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

std::vector<bool> pairedOps(const Side& side, const Matching& matching, bool before)
{
    std::vector<bool> included(side.iterations.all.size());
    for (const auto& [a, b] : matching.iterations) {
        included[before ? a : b] = true;
    }
    std::vector<bool> out(side.iterations.ofOp.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::uint32_t n = side.iterations.ofOp[i];
        out[i] = n != kNull32 && included[n];
    }
    return out;
}

Table opRows(const Side& before, const Side& after, const Matching& matching,
             const IdentityTable& table, const RowOptions& options)
{
    Rows all(before, after, matching);
    all.collect(options.tested);
    if (options.tested) {
        all.test();
    }
    std::erase_if(all.rows, [](const Row& r) { return r.before.count + r.after.count == 0; });
    std::stable_sort(all.rows.begin(), all.rows.end(), [](const Row& a, const Row& b) {
        const std::int64_t x = std::abs(a.delta());
        const std::int64_t y = std::abs(b.delta());
        return x != y ? x > y : a.before.ns + a.after.ns > b.before.ns + b.after.ns;
    });
    std::int64_t moved = 0;
    for (const Row& r : all.rows) {
        moved += std::abs(r.delta());
    }
    const auto count = [](const char* key, const char* title) {
        return analysis::TableColumn{key, title, Unit::Count, Role::Value};
    };
    const auto time = [](const char* key, const char* title, Role role = Role::Value) {
        return analysis::TableColumn{key, title, Unit::Nanoseconds, role};
    };
    Table out;
    out.key = "rows";
    out.title = "Change by GPU operation";
    out.columns = {{"name", "Operation", Unit::None, Role::Name},
                   {"change", "Change", Unit::None, Role::Name},
                   time("delta_ns", "Difference", Role::Delta),
                   {"share", "Share", Unit::Ratio, Role::Share},
                   count("count_before", "Calls before"),
                   count("count_after", "after"),
                   time("before_ns", "Time before"),
                   time("after_ns", "after"),
                   time("mean_before_ns", "Per call before"),
                   time("mean_after_ns", "after"),
                   {"speed", "Speed", Unit::None, Role::Name},
                   {"p", "p", Unit::None, Role::Value},
                   {"q", "q", Unit::None, Role::Value},
                   {"kind", "Kind", Unit::None, Role::Name},
                   count("matched", "Matched"),
                   count("changed_shape", "Changed shape"),
                   count("moved_stream", "Moved stream"),
                   count("reordered", "Reordered"),
                   count("now_in_graph", "Now in a graph"),
                   count("no_longer_in_graph", "No longer in a graph"),
                   count("replaced", "Replaced"),
                   count("fused", "Fused"),
                   count("split", "Split"),
                   {"slice_before", "Slice before", Unit::None, Role::Value},
                   {"slice_after", "Slice after", Unit::None, Role::Value}};
    const auto n = [](std::uint64_t v) { return Cell(static_cast<std::int64_t>(v)); };
    for (const Row& r : all.rows) {
        out.rows.push_back(
            {std::string(table.text(r.name)),
             changeOf(r),
             r.delta(),
             moved == 0 ? 0.0 : static_cast<double>(r.delta()) / static_cast<double>(moved),
             n(r.before.count),
             n(r.after.count),
             r.before.ns,
             r.after.ns,
             perCall(r.before),
             perCall(r.after),
             speedOf(r),
             r.p < 0 ? Cell() : Cell(r.p),
             r.q < 0 ? Cell() : Cell(r.q),
             std::string(model::gpuOpKindName(r.kind)),
             n(r.matched),
             n(r.shape),
             n(r.moved),
             n(r.reordered),
             n(r.graph),
             n(r.noGraph),
             n(r.replaced),
             n(r.fused),
             n(r.split),
             sliceOf(before, r.before.longest),
             sliceOf(after, r.after.longest)});
    }
    return out;
}

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
    for (const auto& [names, s] : sums) {
        out.rows.push_back({std::string(s.first->fused() ? "fused" : "split"), names.first,
                            names.second, static_cast<std::int64_t>(s.first->before.size()),
                            static_cast<std::int64_t>(s.first->after.size()), s.times, s.before,
                            s.after, s.after - s.before, sliceOf(before, s.first->before.front()),
                            sliceOf(after, s.first->after.front())});
    }
    std::stable_sort(out.rows.begin(), out.rows.end(), [](const auto& a, const auto& b) {
        return std::abs(std::get<std::int64_t>(a[8])) > std::abs(std::get<std::int64_t>(b[8]));
    });
    return out;
}

} // namespace longpole::diff
