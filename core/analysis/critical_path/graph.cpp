// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/graph.h"

#include "core/analysis/critical_path/input.h"

#include <queue>

#include <algorithm>
#include <numeric>

namespace longpole::critical_path {

void Graph::reserve(std::size_t points, std::size_t edges)
{
    time.reserve(points);
    subject.reserve(points);
    kind.reserve(points);
    m_hasIn.reserve(points);
    from.reserve(edges);
    lag.reserve(edges);
    info.reserve(edges);
    m_to.reserve(edges);
}

std::uint32_t Graph::addPoint(PointKind k, std::uint32_t subjectIndex, std::int64_t t)
{
    time.push_back(t);
    subject.push_back(subjectIndex);
    kind.push_back(k);
    m_hasIn.push_back(false);
    return pointCount() - 1;
}

void Graph::addEdge(std::uint32_t u, std::uint32_t v, std::int64_t m, EdgeKind k, bool inferredEdge)
{
    if (time[u] > time[v]) {
        ++dropped;
        return;
    }
    m_grouped = m_grouped && (m_to.empty() || m_to.back() <= v);
    m_ordered = m_ordered && u < v;
    inferred += inferredEdge ? 1 : 0;
    from.push_back(u);
    m_to.push_back(v);
    lag.push_back(m);
    info.push_back(static_cast<std::uint8_t>(static_cast<std::uint8_t>(k)
                                             | (inferredEdge ? kInferredFlag : 0)));
    m_hasIn[v] = true;
}

void Graph::finish(bool keepOrder, std::vector<std::uint32_t>& newNumber)
{
    newNumber.clear();
    if (!m_ordered) {
        if (keepOrder) {
            // By time alone: what is right in most traces, and silently wrong where times tie.
            std::vector<std::uint32_t> order(pointCount());
            std::iota(order.begin(), order.end(), 0U);
            std::stable_sort(order.begin(), order.end(),
                             [&](std::uint32_t a, std::uint32_t b) { return time[a] < time[b]; });
            newNumber.resize(pointCount());
            for (std::uint32_t i = 0; i < order.size(); ++i) {
                newNumber[order[i]] = i;
            }
        } else {
            newNumber = topologicalOrder();
        }
        renumber(newNumber);
    }
    groupByTarget();
    m_hasIn = {};
}

// Kahn's algorithm, earliest time first, so that the order is also one of time up to ties. Points
// on a cycle (only of equal times) are released in order of their number; the edges that this
// contradicts are dropped by renumber().
std::vector<std::uint32_t> Graph::topologicalOrder()
{
    const std::uint32_t n = pointCount();
    std::vector<std::uint32_t> first(n + 1, 0);
    std::vector<std::uint32_t> degree(n, 0);
    for (std::uint32_t e = 0; e < edgeCount(); ++e) {
        ++first[from[e] + 1];
        ++degree[m_to[e]];
    }
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<std::uint32_t> targets(edgeCount());
    std::vector<std::uint32_t> cursor(first.begin(), first.end() - 1);
    for (std::uint32_t e = 0; e < edgeCount(); ++e) {
        targets[cursor[from[e]]++] = m_to[e];
    }
    constexpr std::uint32_t kUnset = kNone;
    std::vector<std::uint32_t> number(n, kUnset);
    std::uint32_t next = 0;
    std::vector<std::uint32_t> ready;
    const auto release = [&](std::uint32_t v) {
        ready.push_back(v);
        while (!ready.empty()) {
            const std::uint32_t u = ready.back();
            ready.pop_back();
            number[u] = next++;
            for (std::uint32_t i = first[u]; i < first[u + 1]; ++i) {
                const std::uint32_t w = targets[i];
                if (--degree[w] == 0 && number[w] == kUnset) {
                    ready.push_back(w);
                }
            }
        }
    };
    for (std::uint32_t v = 0; v < n; ++v) {
        if (degree[v] == 0 && number[v] == kUnset) {
            release(v);
        }
    }
    for (std::uint32_t v = 0; v < n && next < n; ++v) {
        if (number[v] == kUnset) {
            degree[v] = 0;
            release(v);
        }
    }
    return number;
}

void Graph::renumber(const std::vector<std::uint32_t>& number)
{
    const auto move = [&](auto& values) {
        auto moved = values;
        for (std::uint32_t i = 0; i < values.size(); ++i) {
            moved[number[i]] = values[i];
        }
        values = std::move(moved);
    };
    move(time);
    move(subject);
    move(kind);
    source = number[source];
    sink = number[sink];
    std::uint32_t kept = 0;
    for (std::uint32_t e = 0; e < edgeCount(); ++e) {
        const std::uint32_t u = number[from[e]];
        const std::uint32_t v = number[m_to[e]];
        if (u >= v) {
            ++dropped;
            continue;
        }
        from[kept] = u;
        m_to[kept] = v;
        lag[kept] = lag[e];
        info[kept] = info[e];
        ++kept;
    }
    from.resize(kept);
    m_to.resize(kept);
    lag.resize(kept);
    info.resize(kept);
    m_grouped = std::is_sorted(m_to.begin(), m_to.end());
}

void Graph::groupByTarget()
{
    const std::uint32_t n = pointCount();
    inFirst.assign(n + 1, 0);
    for (const std::uint32_t v : m_to) {
        ++inFirst[v + 1];
    }
    std::partial_sum(inFirst.begin(), inFirst.end(), inFirst.begin());
    if (!m_grouped) {
        std::vector<std::uint32_t> cursor(inFirst.begin(), inFirst.end() - 1);
        std::vector<std::uint32_t> place(edgeCount());
        for (std::uint32_t e = 0; e < edgeCount(); ++e) {
            place[e] = cursor[m_to[e]]++;
        }
        const auto move = [&](auto& values) {
            auto moved = values;
            for (std::uint32_t e = 0; e < place.size(); ++e) {
                moved[place[e]] = values[e];
            }
            values = std::move(moved);
        };
        move(from);
        move(lag);
        move(info);
    }
    m_to = {};
}

void Graph::calibrate()
{
    const std::uint32_t n = pointCount();
    rho.assign(n, 0);
    tight.assign(n, kNone);
    for (std::uint32_t v = 0; v < n; ++v) {
        std::int64_t best = 0;
        std::uint32_t bestEdge = kNone;
        for (std::uint32_t e = inFirst[v]; e < inFirst[v + 1]; ++e) {
            const std::int64_t room = time[v] - time[from[e]];
            lag[e] = std::clamp<std::int64_t>(lag[e], 0, room);
            const std::int64_t at = time[from[e]] + lag[e];
            if (bestEdge == kNone || at > best
                || (at == best && edgeKind(e) < edgeKind(bestEdge))) {
                best = at;
                bestEdge = e;
            }
        }
        tight[v] = bestEdge;
        rho[v] = bestEdge == kNone ? 0 : time[v] - best;
    }
}

} // namespace longpole::critical_path
