// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/op_rows.h"

#include "core/diff/statistics.h"
#include "core/model/names.h"

#include <algorithm>
#include <array>
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
    std::uint64_t inGraph = 0;
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
        if (m_index.size() <= name) {
            m_index.resize(name + 1, kNull32); // names are numbered densely
        }
        if (m_index[name] == kNull32) {
            m_index[name] = static_cast<std::uint32_t>(rows.size());
            rows.emplace_back();
            rows.back().name = name;
        }
        return rows[m_index[name]];
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
                half.inGraph += side.keys.inGraph[i] ? 1 : 0;
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
    std::vector<std::uint32_t> m_index; // by name
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
    constexpr std::array<std::pair<std::uint64_t Row::*, const char*>, 7> kStructure{
        {{&Row::graph, "now in a graph"},
         {&Row::noGraph, "no longer in a graph"},
         {&Row::shape, "changed shape"},
         {&Row::moved, "moved stream"},
         {&Row::fused, "fused"},
         {&Row::split, "split"},
         {&Row::replaced, "replaced"}}};
    for (const auto& [part, name] : kStructure) {
        if (most(r.*part)) {
            return name;
        }
    }
    const auto inGraph = [](const Half& half) { return half.inGraph * 2 > half.count; };
    if (inGraph(r.before) != inGraph(r.after)) {
        return inGraph(r.after) ? "now in a graph" : "no longer in a graph";
    }
    if (r.before.count != r.after.count) {
        return r.before.count > r.after.count ? "fewer calls" : "more calls";
    }
    return speedOf(r);
}

Cell perCall(const Half& half)
{
    const auto n = static_cast<std::int64_t>(half.count);
    return n == 0 ? Cell() : Cell((half.ns + n / 2) / n);
}

Cell sliceOf(const model::Column<SliceId>& slices, std::uint32_t row)
{
    return row == kNull32 ? Cell() : Cell(std::int64_t{slices[row].value});
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
    const auto slicesBefore = before.trace->column(model::gpu_op::kSlice);
    const auto slicesAfter = after.trace->column(model::gpu_op::kSlice);
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
             sliceOf(slicesBefore, r.before.longest),
             sliceOf(slicesAfter, r.after.longest)});
    }
    return out;
}

} // namespace longpole::diff
