// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "critical_path_random.h"

#include <algorithm>
#include <map>

namespace longpole::test {

using namespace critical_path;

namespace {

constexpr std::int64_t kUs = 1000;
constexpr Lags kLags{5 * kUs, 1 * kUs, 1 * kUs, 2 * kUs, 1 * kUs};

// Simulates host threads that call into streams. Written against the rules of CUDA, not against
// the model: it knows nothing of points and edges.
class Machine
{
public:
    Machine(std::uint32_t seed, const RandomShape& shape)
        : m_random(seed)
        , m_shape(shape)
    { }

    RandomRun run()
    {
        const int ranks = m_shape.collectives ? 2 : 1;
        for (int r = 0; r < ranks; ++r) {
            m_run.input.devices.push_back({static_cast<std::uint32_t>(r), r});
        }
        const int threads = pick(1, m_shape.maxThreads);
        const int streams = pick(1, m_shape.maxStreams);
        for (int r = 0; r < ranks; ++r) {
            for (int t = 0; t < threads; ++t) {
                m_run.input.threads.push_back({static_cast<std::uint32_t>(r), {}, {}, {}});
                m_now.push_back(pick(0, 20) * kUs);
            }
            for (int s = 0; s < streams; ++s) {
                Stream stream;
                stream.device = static_cast<std::uint32_t>(r);
                stream.process = static_cast<std::uint32_t>(r);
                m_run.input.streams.push_back(stream);
                m_end.push_back(-1);
                m_wait.push_back(-1);
            }
        }
        const int calls = pick(3, m_shape.maxCalls);
        for (int i = 0; i < calls; ++i) {
            // The thread that is furthest behind goes on: calls happen in time order.
            const auto t = static_cast<std::uint32_t>(std::min_element(m_now.begin(), m_now.end())
                                                      - m_now.begin());
            call(t);
        }
        if (m_shape.collectives) {
            addCollective();
        }
        if (m_shape.damaged) {
            damage();
        }
        cover();
        m_run.options.lags = kLags;
        m_run.options.inferHandOffs = pick(0, 1) == 1;
        m_run.options.repairClocks = false;
        return std::move(m_run);
    }

private:
    int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(m_random); }
    std::int64_t jitter() { return pick(0, 3) == 0 ? pick(0, 4'000) : 0; }

    std::uint32_t streamOf(std::uint32_t thread)
    {
        const auto perRank =
            static_cast<int>(m_run.input.streams.size() / m_run.input.devices.size());
        const auto rank = static_cast<int>(m_run.input.threads[thread].process);
        return static_cast<std::uint32_t>(rank * perRank + pick(0, perRank - 1));
    }

    Call& begin(std::uint32_t thread, CallKind kind)
    {
        Call c;
        // No two calls begin at once: which of them the machine saw first would not be told.
        c.begin = std::max(m_now[thread], m_lastBegin + 1);
        m_lastBegin = c.begin;
        c.thread = thread;
        c.kind = kind;
        c.id = static_cast<std::uint32_t>(m_run.input.calls.size());
        m_run.input.calls.push_back(c);
        return m_run.input.calls.back();
    }

    void finish(Call& c, std::int64_t end)
    {
        c.end = end;
        m_now[c.thread] = end + pick(0, 12'000);
    }

    void call(std::uint32_t thread)
    {
        const int what = pick(0, 99);
        const std::uint32_t stream = streamOf(thread);
        if (what < 50) {
            launch(thread, stream, CallKind::Launch, 1);
        } else if (what < 56) {
            launch(thread, stream, CallKind::GraphLaunch, pick(1, 6));
        } else if (what < 64) {
            record(thread, stream);
        } else if (what < 74) {
            wait(thread, stream);
        } else if (what < 82) {
            Call& c = begin(thread, CallKind::StreamSync);
            c.stream = stream;
            sync(c, std::max(m_end[stream], m_wait[stream]));
        } else if (what < 86) {
            Call& c = begin(thread, CallKind::DeviceSync);
            std::int64_t last = -1;
            for (std::size_t s = 0; s < m_end.size(); ++s) {
                const bool mine =
                    m_run.input.streams[s].process == m_run.input.threads[thread].process;
                last = mine ? std::max({last, m_end[s], m_wait[s]}) : last;
            }
            sync(c, last);
        } else if (what < 90 && !m_markers.empty()) {
            Call& c = begin(thread, CallKind::EventSync);
            const auto event =
                std::next(m_markers.begin(), pick(0, static_cast<int>(m_markers.size()) - 1));
            c.event = event->first;
            sync(c, event->second);
        } else if (what < 96) {
            copy(thread, stream);
        } else {
            Call& c = begin(thread, CallKind::Other);
            finish(c, c.begin + pick(0, 80'000));
        }
    }

    std::int64_t addOp(const Call& c, std::uint32_t stream, std::int64_t start,
                       std::int64_t duration, OpKind kind, CopyKind copyKind)
    {
        Op op;
        op.start = start;
        op.end = start + duration;
        op.stream = stream;
        op.call = c.id;
        op.id = static_cast<std::uint32_t>(m_run.input.ops.size());
        op.graphNode = op.id;
        op.kind = kind;
        op.copy = copyKind;
        m_run.input.ops.push_back(op);
        return op.end;
    }

    std::int64_t ready(const Call& c, std::uint32_t stream)
    {
        std::int64_t t = c.begin + kLags.launch;
        t = m_end[stream] >= 0 ? std::max(t, m_end[stream] + kLags.gap) : t;
        t = m_wait[stream] >= 0 ? std::max(t, m_wait[stream] + kLags.wait) : t;
        m_wait[stream] = -1;
        return t + jitter();
    }

    void launch(std::uint32_t thread, std::uint32_t stream, CallKind kind, int nodes)
    {
        Call& c = begin(thread, kind);
        std::int64_t at = ready(c, stream);
        std::int64_t last = at;
        for (int i = 0; i < nodes; ++i) {
            const std::int64_t duration = pick(0, 9) == 0 ? 0 : pick(1, 90'000);
            last =
                std::max(last, addOp(c, stream, at, duration, OpKind::Kernel, CopyKind::Unknown));
            // The next node follows, or runs beside this one.
            at = pick(0, 2) == 0 ? at + pick(0, 2'000) : last + kLags.gap + jitter();
        }
        m_end[stream] = last;
        finish(c, c.begin + pick(500, 6'000));
    }

    void record(std::uint32_t thread, std::uint32_t stream)
    {
        Call& c = begin(thread, CallKind::EventRecord);
        c.event = static_cast<std::uint32_t>(pick(0, 5)) + 10 * m_run.input.threads[thread].process;
        c.stream = stream;
        m_markers[c.event] = std::max({c.begin, m_end[stream], m_wait[stream]});
        finish(c, c.begin + pick(100, 2'000));
    }

    void wait(std::uint32_t thread, std::uint32_t stream)
    {
        Call& c = begin(thread, CallKind::StreamWait);
        c.event = static_cast<std::uint32_t>(pick(0, 6)) + 10 * m_run.input.threads[thread].process;
        c.stream = stream;
        if (const auto it = m_markers.find(c.event); it != m_markers.end()) {
            m_wait[stream] = std::max(m_wait[stream], it->second);
        }
        finish(c, c.begin + pick(100, 2'000));
    }

    void sync(Call& c, std::int64_t until)
    {
        finish(c, std::max(c.begin + kLags.call, until + kLags.syncReturn) + jitter());
    }

    void copy(std::uint32_t thread, std::uint32_t stream)
    {
        Call& c = begin(thread, CallKind::Copy);
        constexpr CopyKind kKinds[] = {CopyKind::DeviceToHost, CopyKind::HostToDevicePinned,
                                       CopyKind::DeviceToDevice, CopyKind::DeviceToHostPageable};
        const CopyKind kind = kKinds[pick(0, 3)];
        c.blocking = pick(0, 1) == 1;
        const std::int64_t start = ready(c, stream);
        const std::int64_t end = addOp(c, stream, start, pick(1, 40'000), OpKind::Memcpy, kind);
        m_end[stream] = end;
        const bool returns = (c.blocking && kind != CopyKind::DeviceToDevice)
            || kind == CopyKind::DeviceToHostPageable;
        if (returns) {
            sync(c, end);
        } else {
            finish(c, c.begin + pick(500, 6'000));
        }
    }

    // One collective at the end of both ranks.
    void addCollective()
    {
        CollectiveGroup group;
        std::int64_t join = 0;
        for (std::uint32_t r = 0; r < 2; ++r) {
            std::uint32_t thread = 0;
            while (m_run.input.threads[thread].process != r) {
                ++thread;
            }
            const std::uint32_t stream = streamOf(thread);
            Call& c = begin(thread, CallKind::Launch);
            const std::int64_t start = ready(c, stream);
            group.ops.push_back(static_cast<std::uint32_t>(m_run.input.ops.size()));
            addOp(c, stream, start, 0, OpKind::Kernel, CopyKind::Unknown);
            m_run.input.ops.back().collective = 0;
            join = std::max(join, start);
            finish(c, c.begin + 2'000);
        }
        for (const std::uint32_t op : group.ops) {
            m_run.input.ops[op].end = join + pick(0, 20'000);
        }
        m_run.input.collectives.push_back(std::move(group));
    }

    void damage()
    {
        for (Op& op : m_run.input.ops) {
            switch (pick(0, 19)) {
            case 0:
                op.call = kNone;
                break;
            case 1:
                op.start -= pick(0, 30'000); // before its call, or over its predecessor
                break;
            case 2:
                op.end = op.start;
                break;
            case 3:
                op.call = static_cast<std::uint32_t>(
                    pick(0, static_cast<int>(m_run.input.calls.size()) - 1));
                break;
            default:
                break;
            }
        }
        for (Call& c : m_run.input.calls) {
            if (pick(0, 19) == 0) {
                c.stream = kNone;
                c.event = kNone;
            }
        }
    }

    void cover()
    {
        std::vector<std::vector<TimeRange>> ranges(m_run.input.threads.size());
        for (const Call& c : m_run.input.calls) {
            ranges[c.thread].push_back({TimeNs{c.begin}, TimeNs{c.end}});
        }
        for (std::size_t t = 0; t < ranges.size(); ++t) {
            m_run.input.threads[t].covered = ranges[t];
            m_run.input.threads[t].bursts = ranges[t];
        }
    }

    std::mt19937 m_random;
    RandomShape m_shape;
    RandomRun m_run;
    std::int64_t m_lastBegin = -1;
    std::vector<std::int64_t> m_now; // per thread
    std::vector<std::int64_t> m_end; // per stream, -1: nothing yet
    std::vector<std::int64_t> m_wait; // per stream, -1: nothing to wait for
    std::map<std::uint32_t, std::int64_t> m_markers;
};

} // namespace

RandomRun randomRun(std::uint32_t seed, const RandomShape& shape)
{
    return Machine(seed, shape).run();
}

std::vector<std::int64_t> relaxedTimes(const Graph& graph, const std::vector<std::int64_t>& lags)
{
    constexpr std::int64_t kUnset = INT64_MIN / 2;
    std::vector<std::int64_t> time(graph.pointCount(), kUnset);
    time[graph.source] = graph.time[graph.source];
    for (bool changed = true; changed;) {
        changed = false;
        // Backwards on purpose: the order of the sweep must not matter.
        for (std::uint32_t v = graph.pointCount(); v-- > 0;) {
            for (std::uint32_t e = graph.inFirst[v]; e < graph.inFirst[v + 1]; ++e) {
                const std::int64_t at = time[graph.from[e]] + lags[e] + graph.rho[v];
                if (lags[e] >= 0 && time[graph.from[e]] != kUnset && at > time[v]) {
                    time[v] = at;
                    changed = true;
                }
            }
        }
    }
    return time;
}

} // namespace longpole::test
