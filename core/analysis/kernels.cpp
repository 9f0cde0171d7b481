// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics per normalised kernel name; copies and memsets in a table of their own.
// Percentiles are nearest-rank: the smallest value with at least that share of values at or below.
#include "core/analysis/builtin.h"
#include "core/model/names.h"

#include <algorithm>
#include <map>
#include <string>

namespace longpole::analysis {

namespace {

struct Group
{
    std::vector<std::uint32_t> members; // GpuOps rows
    std::vector<StringId> fullNames; // distinct, as met
    std::int64_t total = 0;
};

std::int64_t percentile(const std::vector<std::int64_t>& sorted, std::int64_t percent)
{
    const auto n = static_cast<std::int64_t>(sorted.size());
    const std::int64_t rank = (n * percent + 99) / 100;
    return sorted[static_cast<std::size_t>(std::max<std::int64_t>(rank, 1) - 1)];
}

class Grouping
{
public:
    explicit Grouping(const model::Trace& trace)
        : m_trace(trace)
        , m_groupOf(trace.strings().size(), model::kNull32)
    { }

    void add(std::uint32_t op, StringId name, std::int64_t durationNs)
    {
        std::uint32_t& number = m_groupOf[name.value];
        if (number == model::kNull32) {
            number = groupNumber(model::normalisedKernelName(m_trace.string(name)));
            groups[number].fullNames.push_back(name);
        }
        groups[number].members.push_back(op);
        groups[number].total += durationNs;
    }

    std::vector<Group> groups;
    std::vector<std::string> names;

private:
    std::uint32_t groupNumber(const std::string& name)
    {
        const auto [it, added] = m_byName.emplace(name, static_cast<std::uint32_t>(groups.size()));
        if (added) {
            groups.emplace_back();
            names.push_back(name);
        }
        return it->second;
    }

    const model::Trace& m_trace;
    std::vector<std::uint32_t> m_groupOf; // by StringId
    std::map<std::string, std::uint32_t> m_byName;
};

std::vector<std::string> fullNames(const model::Trace& trace, const Group& group)
{
    std::vector<std::string> names;
    for (const StringId id : group.fullNames) {
        names.emplace_back(trace.string(id));
    }
    return names;
}

Table tableOf(std::string key, std::string title, const Grouping& grouping,
              const model::Trace& trace)
{
    const auto duration = trace.column(model::gpu_op::kDuration);
    const auto slice = trace.column(model::gpu_op::kSlice);
    Table table;
    table.key = std::move(key);
    table.title = std::move(title);
    table.columns = {
        {"name", "Name", Unit::None, Role::Name}, {"full_names", "Variants", Unit::Count},
        {"count", "Count", Unit::Count},          {"total_ns", "Total", Unit::Nanoseconds},
        {"mean_ns", "Mean", Unit::Nanoseconds},   {"p50_ns", "Median", Unit::Nanoseconds},
        {"p99_ns", "p99", Unit::Nanoseconds},     {"min_ns", "Min", Unit::Nanoseconds},
        {"max_ns", "Max", Unit::Nanoseconds},     {"share", "Share", Unit::Ratio, Role::Share},
    };
    std::int64_t all = 0;
    std::vector<std::size_t> order(grouping.groups.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
        all += grouping.groups[i].total;
    }
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return grouping.groups[a].total != grouping.groups[b].total
            ? grouping.groups[a].total > grouping.groups[b].total
            : grouping.names[a] < grouping.names[b];
    });
    for (const std::size_t g : order) {
        const Group& group = grouping.groups[g];
        std::vector<std::int64_t> sorted;
        sorted.reserve(group.members.size());
        std::uint32_t longest = group.members.front();
        for (const std::uint32_t i : group.members) {
            sorted.push_back(duration[i].ns);
            longest = duration[i] > duration[longest] ? i : longest;
        }
        std::sort(sorted.begin(), sorted.end());
        const auto n = static_cast<std::int64_t>(sorted.size());
        table.rows.push_back(
            {grouping.names[g], fullNames(trace, group), n, group.total, (group.total + n / 2) / n,
             percentile(sorted, 50), percentile(sorted, 99), sorted.front(), sorted.back(),
             all > 0 ? static_cast<double>(group.total) / static_cast<double>(all) : 0.0});
        table.slices.push_back(slice[longest]);
    }
    return table;
}

Result<Report> run(const model::Trace& trace, const Parameters&, const JobContext& job)
{
    const auto kind = trace.column(model::gpu_op::kKind);
    const auto name = trace.column(model::gpu_op::kName);
    const auto duration = trace.column(model::gpu_op::kDuration);
    Grouping kernels(trace);
    Grouping copies(trace);
    for (std::uint32_t i = 0; i < kind.size(); ++i) {
        const bool copy =
            kind[i] == model::GpuOpKind::Memcpy || kind[i] == model::GpuOpKind::Memset;
        (copy ? copies : kernels).add(i, name[i], duration[i].ns);
        if (i % 65536 == 0 && job.cancelled()) {
            return fail(Errc::Cancelled, "cancelled");
        }
    }
    Report report;
    report.tables.push_back(tableOf("kernels", "Kernels", kernels, trace));
    report.tables.push_back(tableOf("copies", "Copies and memsets", copies, trace));
    if (kind.empty()) {
        report.trust = Trust::CannotTell;
        report.notes.emplace_back(
            "the trace holds no GPU operations; record with GPU activities enabled");
    }
    return report;
}

} // namespace

const Analysis kKernels{
    {"kernels", "Kernels", "count, total and spread of each kernel by name", {}}, run};

} // namespace longpole::analysis
