// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/joined_runs.h"

#include <algorithm>

namespace longpole::critical_path {

namespace {

class RunFinder
{
public:
    RunFinder(const PathModel& model, JoinAs as)
        : m_model(model)
        , m_input(model.input())
        , m_as(as)
        , m_waitsBefore(m_input.calls.size())
        , m_awaited(m_input.ops.size(), false)
        , m_waits(m_input.ops.size(), false)
    {
        countWaits();
        findTies();
    }

    std::vector<std::vector<std::uint32_t>> find(const std::vector<bool>& selected) const
    {
        std::vector<std::vector<std::uint32_t>> streams(m_input.streams.size());
        for (std::uint32_t i = 0; i < m_input.ops.size(); ++i) {
            if (m_model.points.opEnd[i] != kNone) {
                streams[m_input.ops[i].stream].push_back(i);
            }
        }
        std::vector<std::vector<std::uint32_t>> runs;
        for (auto& ops : streams) {
            std::stable_sort(ops.begin(), ops.end(), [&](std::uint32_t a, std::uint32_t b) {
                return m_input.ops[a].start < m_input.ops[b].start;
            });
            std::vector<std::uint32_t> run;
            const auto close = [&] {
                if (run.size() > 1) {
                    runs.push_back(run);
                }
                run.clear();
            };
            for (const std::uint32_t i : ops) {
                const std::uint32_t call = m_input.ops[i].call;
                if (!selected[i] || call == kNone || m_input.calls[call].opCount > 1) {
                    close();
                    continue;
                }
                if (!run.empty() && !follows(run.back(), i)) {
                    close();
                }
                run.push_back(i);
            }
            close();
        }
        return runs;
    }

private:
    // Per call, how often its thread had waited for the GPU before it.
    void countWaits()
    {
        std::vector<std::uint32_t> ofThread(m_input.threads.size(), 0);
        for (std::uint32_t i = 0; i < m_input.calls.size(); ++i) {
            const Call& call = m_input.calls[i];
            m_waitsBefore[i] = ofThread[call.thread];
            ofThread[call.thread] += isWait(call.kind) || call.blocking ? 1U : 0U;
        }
    }

    // Which operations wait for more than their stream and their launch, and which ends something
    // else than the stream waits for.
    void findTies()
    {
        const Graph& g = m_model.graph;
        for (std::uint32_t v = 0; v < g.pointCount(); ++v) {
            for (std::uint32_t e = g.inFirst[v]; e < g.inFirst[v + 1]; ++e) {
                const EdgeKind kind = g.edgeKind(e);
                if (kind == EdgeKind::EventWait && g.kind[v] == PointKind::OpStart) {
                    m_waits[g.subject[v]] = true;
                }
                const bool order = kind == EdgeKind::Fifo || kind == EdgeKind::Overlap
                    || kind == EdgeKind::GraphOrder || kind == EdgeKind::QueueFull
                    || kind == EdgeKind::Tail;
                if (!order && g.kind[g.from[e]] == PointKind::OpEnd) {
                    m_awaited[g.subject[g.from[e]]] = true;
                }
            }
        }
    }

    bool follows(std::uint32_t a, std::uint32_t b) const
    {
        const std::uint32_t callA = m_input.ops[a].call;
        const std::uint32_t callB = m_input.ops[b].call;
        return m_input.calls[callA].thread == m_input.calls[callB].thread
            && m_waitsBefore[callA] == m_waitsBefore[callB] && !m_waits[b]
            && (m_as == JoinAs::GraphLaunch || !m_awaited[a]);
    }

    const PathModel& m_model;
    const Input& m_input;
    JoinAs m_as;
    std::vector<std::uint32_t> m_waitsBefore;
    std::vector<bool> m_awaited;
    std::vector<bool> m_waits;
};

} // namespace

std::vector<std::vector<std::uint32_t>> runsOf(const PathModel& model,
                                               const std::vector<bool>& selected, JoinAs as)
{
    return RunFinder(model, as).find(selected);
}

void joinRuns(const PathModel& model, const std::vector<std::vector<std::uint32_t>>& runs,
              JoinAs as, ChangePlan& plan)
{
    const Input& input = model.input();
    plan.callGone.resize(input.calls.size(), false);
    plan.noLaunch.resize(input.ops.size(), false);
    if (as == JoinAs::FusedOperation) {
        plan.noGap.resize(input.ops.size(), false);
    }
    for (const auto& run : runs) {
        for (std::size_t i = 1; i < run.size(); ++i) {
            plan.noLaunch[run[i]] = true;
            plan.callGone[input.ops[run[i]].call] = true;
            if (as == JoinAs::FusedOperation) {
                plan.noGap[run[i]] = true;
            }
        }
    }
}

} // namespace longpole::critical_path
