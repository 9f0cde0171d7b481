// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/path/path_tables.h"

#include "ui/path/answer_reader.h"
#include "ui/session/format.h"
#include "ui/session/path_words.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace longpole::panels {

namespace {

namespace cp = critical_path;
using analysis::Role;
using analysis::Unit;

constexpr std::size_t kShownNames = 12; // bars of the waterfall by operation

std::string utf8(const QString& text)
{
    return text.toStdString();
}

bool named(cp::Category c)
{
    return c == cp::Category::Kernel || c == cp::Category::Memcpy || c == cp::Category::Memset
        || c == cp::Category::Cpu || c == cp::Category::CollectiveTransfer
        || c == cp::Category::CollectiveSkew;
}

class TableMaker : path_ui::AnswerReader
{
public:
    TableMaker(const TableKey& key, const JobContext& job)
        : AnswerReader(key, job)
    { }

    PathTables make()
    {
        waterfalls();
        operations();
        steps();
        return std::move(m_out);
    }

private:
    struct Sum
    {
        std::int64_t ns = 0;
        std::int64_t longest = -1;
        std::size_t step = 0;
        cp::Category category = cp::Category::Unexplained;

        void add(const cp::Step& s, std::size_t i)
        {
            ns += s.duration().ns;
            if (s.duration().ns > longest) {
                longest = s.duration().ns;
                step = i;
                category = s.category;
            }
        }
    };

    void waterfalls()
    {
        const auto& steps = m_answer.path.steps();
        std::array<Sum, cp::kCategoryCount> kinds;
        std::map<StringId, Sum> names; // of work; what has no name goes by its category
        for (std::size_t i = 0; i < steps.size() && !m_job.cancelled(); ++i) {
            kinds[cp::index(steps[i].category)].add(steps[i], i);
            const SliceId subject = m_answer.subject(i);
            if (named(steps[i].category) && subject.valid()) {
                names[m_slices.name(subject)].add(steps[i], i);
            }
        }
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            if (kinds[i].ns > 0) {
                const auto category = static_cast<cp::Category>(i);
                m_out.categories.push_back(
                    {{session::categoryWords(category), kinds[i].ns, m_theme.path(category)},
                     kinds[i].step});
            }
        }
        std::stable_sort(
            m_out.categories.begin(), m_out.categories.end(),
            [](const PathPart& a, const PathPart& b) { return a.part.ns > b.part.ns; });
        std::vector<std::pair<StringId, Sum>> sorted(names.begin(), names.end());
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](const auto& a, const auto& b) { return a.second.ns > b.second.ns; });
        Sum rest;
        rest.ns = m_answer.path.makespan().ns;
        for (std::size_t i = 0; i < std::min(sorted.size(), kShownNames); ++i) {
            const Sum& sum = sorted[i].second;
            rest.ns -= sum.ns;
            m_out.operations.push_back(
                {{session::plainKernelName(session::text(m_trace.string(sorted[i].first))), sum.ns,
                  m_theme.path(sum.category)},
                 sum.step});
        }
        for (const PathPart& kind : m_out.categories) { // what remains: its longest step
            const cp::Step& s = steps[kind.longestStep];
            if (!named(s.category) && s.duration().ns > rest.longest) {
                rest.longest = s.duration().ns;
                rest.step = kind.longestStep;
            }
        }
        if (rest.ns > 0) {
            m_out.operations.push_back(
                {{QStringLiteral("…"), rest.ns, m_theme.path(cp::Category::Unexplained)},
                 rest.step});
        }
    }

    void operations()
    {
        std::vector<const cp::OpFigures*> ops;
        for (const cp::OpFigures& op : m_answer.path.ops()) {
            ops.push_back(&op);
        }
        const auto first = [](const cp::OpFigures* a, const cp::OpFigures* b) {
            if (a->onPath != b->onPath) {
                return a->onPath;
            }
            return a->onPath ? a->drag > b->drag : a->slack < b->slack;
        };
        const std::size_t shown = std::min(ops.size(), kMostPathRows);
        std::partial_sort(ops.begin(), ops.begin() + static_cast<std::ptrdiff_t>(shown), ops.end(),
                          first);
        m_out.operationsLeftOut = ops.size() - shown;
        analysis::Table& table = m_out.operationTable;
        table.title = "Operations";
        table.columns = {{"name", "Operation", Unit::None, Role::Name},
                         {"drag_ns", "Gains at most", Unit::Nanoseconds, Role::Value},
                         {"slack_ns", "Slack", Unit::Nanoseconds, Role::Value},
                         {"dur_ns", "Takes", Unit::Nanoseconds, Role::Value},
                         {"on_path", "On path", Unit::None, Role::Name},
                         {"where", "Where", Unit::None, Role::Name},
                         {"binds_next", "Then binds", Unit::None, Role::Name}};
        for (std::size_t i = 0; i < shown && !m_job.cancelled(); ++i) {
            const cp::OpFigures& op = *ops[i];
            const model::Slice slice = m_trace.slice(op.slice);
            const std::string next = op.bindsNext.valid()
                ? nameOf(op.bindsNext) + " · " + m_trace.track(m_trace.trackOf(op.bindsNext)).name
                : std::string();
            table.rows.push_back({std::string(m_trace.string(slice.name)), op.drag.ns, op.slack.ns,
                                  op.duration.ns, std::string(op.onPath ? "yes" : "no"),
                                  m_trace.track(slice.track).name, next});
            table.slices.push_back(op.slice);
            m_out.operationColours.push_back(m_theme.slice(slice.cls, false));
        }
    }

    void steps()
    {
        const auto& steps = m_answer.path.steps();
        std::vector<std::size_t> order(steps.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const std::size_t shown = std::min(order.size(), kMostPathRows);
        if (shown < order.size()) {
            std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown),
                             order.end(), [&](std::size_t a, std::size_t b) {
                                 return steps[a].duration() > steps[b].duration();
                             });
            order.resize(shown);
            std::sort(order.begin(), order.end());
        }
        m_out.stepsLeftOut = steps.size() - shown;
        analysis::Table& table = m_out.stepTable;
        table.title = "Steps";
        table.columns = {{"at_ns", "At", Unit::Nanoseconds, Role::Value},
                         {"dur_ns", "Takes", Unit::Nanoseconds, Role::Value},
                         {"category", "What", Unit::None, Role::Name},
                         {"name", "Of", Unit::None, Role::Name},
                         {"where", "Where", Unit::None, Role::Name},
                         {"provenance", "Known", Unit::None, Role::Name}};
        for (const std::size_t i : order) {
            if (m_job.cancelled()) {
                break;
            }
            const cp::Step& s = steps[i];
            const bool guessed = s.provenance == model::Provenance::Inferred;
            table.rows.push_back({s.begin.ns, s.duration().ns,
                                  utf8(session::categoryWords(s.category)),
                                  nameOf(m_answer.subject(i)),
                                  s.track.valid() ? m_trace.track(s.track).name : std::string(),
                                  std::string(guessed ? "guessed" : "recorded")});
            m_out.stepColours.push_back(m_theme.path(s.category));
            m_out.stepOfRow.push_back(i);
        }
    }

    PathTables m_out;
};

} // namespace

PathTables makePathTables(const TableKey& key, const JobContext& job)
{
    return TableMaker(key, job).make();
}

} // namespace longpole::panels
