// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/stalls/stall_tables.h"

#include "ui/path/answer_reader.h"
#include "ui/session/path_words.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace longpole::panels {

namespace {

namespace cp = critical_path;
using analysis::Role;
using analysis::Unit;
using Causes = std::array<DurationNs, cp::kCauseCount>;

constexpr std::size_t kNoIteration = ~std::size_t{0};

std::string words(cp::Cause cause)
{
    return session::causeWords(cause).toStdString();
}

// "host code 1.2 ms, launch latency …" is too long for a cell: the largest alone.
cp::Cause largest(const Causes& causes)
{
    const auto most = std::max_element(causes.begin(), causes.end());
    return static_cast<cp::Cause>(most - causes.begin());
}

// Which iteration a time belongs to: of several that hold it (those of other ranks, nested ones)
// the first in the trace's order.
class IterationFinder
{
public:
    explicit IterationFinder(const std::vector<model::Iteration>& all)
    {
        std::map<TimeNs, std::pair<std::vector<std::size_t>, std::vector<std::size_t>>> bounds;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].range.begin < all[i].range.end) {
                bounds[all[i].range.begin].first.push_back(i);
                bounds[all[i].range.end].second.push_back(i);
            }
        }
        std::set<std::size_t> open;
        for (const auto& [time, changes] : bounds) {
            for (const std::size_t i : changes.second) {
                open.erase(i);
            }
            open.insert(changes.first.begin(), changes.first.end());
            m_from.push_back(time);
            m_first.push_back(open.empty() ? kNoIteration : *open.begin());
        }
    }
    // Begin exclusive, end inclusive.
    std::size_t at(TimeNs time) const
    {
        const auto after = std::lower_bound(m_from.begin(), m_from.end(), time);
        return after == m_from.begin()
            ? kNoIteration
            : m_first[static_cast<std::size_t>(after - m_from.begin()) - 1];
    }

private:
    std::vector<TimeNs> m_from; // from here (exclusive) to the next one
    std::vector<std::size_t> m_first;
};

class TableMaker : path_ui::AnswerReader
{
public:
    TableMaker(const TableKey& key, const JobContext& job)
        : AnswerReader(key, job)
    { }

    StallTables make()
    {
        stalls();
        causes();
        iterations();
        return std::move(m_out);
    }

private:
    std::string deviceName(const cp::IdleTime& idle) const
    {
        const model::Device& device = m_trace.devices()[idle.device];
        return "GPU " + std::to_string(device.number)
            + (device.rank < 0 ? "" : " of rank " + std::to_string(device.rank));
    }
    void stalls()
    {
        const bool several = m_answer.stalls.devices.size() > 1;
        analysis::Table& table = m_out.stalls;
        table.title = "Stalls";
        table.columns = {{"dur_ns", "Idle for", Unit::Nanoseconds, Role::Value},
                         {"at_ns", "At", Unit::Nanoseconds, Role::Value},
                         {"cause", "Cause", Unit::None, Role::Name},
                         {"blame", "To blame", Unit::None, Role::Name},
                         {"before", "After", Unit::None, Role::Name},
                         {"after", "Ended by", Unit::None, Role::Name},
                         {"device", several ? "GPU" : "Stream", Unit::None, Role::Name}};
        const std::size_t shown = std::min(m_answer.ranked.size(), kMostStallRows);
        for (std::size_t i = 0; i < shown && !m_job.cancelled(); ++i) {
            const session::StallRef ref = m_answer.ranked[i];
            const cp::Gap& gap = m_answer.gap(ref);
            table.rows.push_back({gap.duration.ns, gap.recorded().begin.ns, words(gap.cause),
                                  nameOf(gap.blame), nameOf(gap.before), nameOf(gap.after),
                                  several ? deviceName(m_answer.stalls.devices[ref.device])
                                      : gap.stream.valid() ? m_trace.track(gap.stream).name
                                                           : std::string()});
            m_out.stallOfRow.push_back(ref);
            m_out.stallColours.push_back(m_theme.stall(gap.cause));
        }
        m_out.leftOut = m_answer.ranked.size() - shown;
        for (std::size_t i = shown; i < m_answer.ranked.size(); ++i) {
            m_out.leftOutNs += m_answer.gap(m_answer.ranked[i]).duration.ns;
        }
    }

    void causes()
    {
        analysis::Table& table = m_out.causes;
        table.title = "By cause";
        table.columns = {{"cause", "Cause", Unit::None, Role::Name},
                         {"device", "GPU", Unit::None, Role::Name},
                         {"idle_ns", "Idle for", Unit::Nanoseconds, Role::Value},
                         {"share", "Of its idle time", Unit::Ratio, Role::Share},
                         {"count", "Stalls", Unit::Count, Role::Value}};
        for (const cp::IdleTime& idle : m_answer.stalls.devices) {
            std::array<std::int64_t, cp::kCauseCount> counts{};
            for (const cp::Gap& gap : idle.gaps) {
                ++counts[cp::index(gap.cause)];
            }
            std::array<std::size_t, cp::kCauseCount> order{};
            std::iota(order.begin(), order.end(), std::size_t{0});
            std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
                return idle.causes[b] < idle.causes[a];
            });
            for (const std::size_t i : order) {
                const auto cause = static_cast<cp::Cause>(i);
                if (idle.causes[i].ns > 0) {
                    table.rows.push_back(
                        {words(cause), deviceName(idle), idle.causes[i].ns,
                         static_cast<double>(idle.causes[i].ns) / static_cast<double>(idle.idle.ns),
                         counts[i]});
                    m_out.causeColours.push_back(m_theme.stall(cause));
                }
            }
        }
    }

    void iterations()
    {
        struct Sum
        {
            DurationNs idle;
            Causes causes{};
            std::int64_t count = 0;
        };
        const auto& all = m_trace.iterations();
        const IterationFinder finder(all);
        std::vector<Sum> sums(all.size() + 1); // the last: outside
        for (const cp::IdleTime& device : m_answer.stalls.devices) {
            for (const cp::Gap& gap : device.gaps) {
                if (m_job.cancelled()) {
                    return;
                }
                Sum& sum = sums[std::min(finder.at(gap.range().end), all.size())];
                sum.idle = sum.idle + gap.duration;
                ++sum.count;
                for (std::size_t i = 0; i < gap.parts.size(); ++i) {
                    sum.causes[i] = sum.causes[i] + gap.parts[i];
                }
            }
        }
        analysis::Table& table = m_out.iterations;
        table.title = "By iteration";
        table.columns = {{"name", "Iteration", Unit::None, Role::Name},
                         {"idle_ns", "Idle for", Unit::Nanoseconds, Role::Value},
                         {"share", "Of its length", Unit::Ratio, Role::Share},
                         {"count", "Stalls", Unit::Count, Role::Value},
                         {"cause", "Mostly", Unit::None, Role::Name},
                         {"cause_ns", "of which", Unit::Nanoseconds, Role::Value}};
        for (std::size_t i = 0; i < sums.size() && !all.empty(); ++i) {
            const Sum& sum = sums[i];
            if (sum.count == 0) {
                continue;
            }
            const bool outside = i == all.size();
            const cp::Cause most = largest(sum.causes);
            const double whole = outside ? 0.0
                                         : static_cast<double>(all[i].range.duration().ns)
                    * static_cast<double>(m_answer.stalls.devices.size());
            table.rows.push_back(
                {outside ? std::string("outside of all iterations") : all[i].name, sum.idle.ns,
                 whole > 0.0 ? analysis::Cell(static_cast<double>(sum.idle.ns) / whole)
                             : analysis::Cell(),
                 sum.count, words(most), sum.causes[cp::index(most)].ns});
            table.slices.push_back(outside ? SliceId() : all[i].slice);
        }
    }

    StallTables m_out;
};

} // namespace

StallTables makeStallTables(const TableKey& key, const JobContext& job)
{
    return TableMaker(key, job).make();
}

} // namespace longpole::panels
