// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/gpu_simulator.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace longpole::test {

using namespace critical_path;
using Kind = GpuProgram::Kind;

GpuProgram drawProgram(std::uint32_t seed, std::size_t launches, const GpuRegime& regime)
{
    std::mt19937 random(seed);
    const auto pick = [&](std::int64_t low, std::int64_t high) {
        return low
            + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
    };
    GpuProgram p;
    p.streams = static_cast<std::uint32_t>(pick(1, 4));
    p.queue = regime.queue;
    std::size_t made = 0;
    while (made < launches) {
        GpuProgram::Call c;
        c.stream = static_cast<std::uint32_t>(pick(0, p.streams - 1));
        c.hostBefore = pick(regime.hostNs / 2, regime.hostNs * 3 / 2);
        c.cost = pick(2'000, 4'000);
        const std::int64_t what = pick(0, 99);
        if (what < regime.syncPercent) {
            c.kind = pick(0, 3) == 0 ? Kind::DeviceSync : Kind::StreamSync;
        } else if (what < regime.syncPercent + regime.eventPercent) {
            c.kind = pick(0, 1) == 0 ? Kind::Record : Kind::Wait;
            c.event = static_cast<std::uint32_t>(pick(0, 7));
        } else {
            c.kernel = pick(regime.kernelNs / 4, regime.kernelNs * 7 / 4);
            c.delay = pick(0, 9) == 0 ? pick(0, 2'000) : 0;
            ++made;
        }
        p.calls.push_back(c);
    }
    GpuProgram::Call last;
    last.kind = Kind::DeviceSync;
    p.calls.push_back(last);
    return p;
}

Input simulate(const GpuProgram& program, double factor)
{
    constexpr std::int64_t kNever = -1;
    Input input;
    input.devices.push_back({0, 0});
    input.threads.resize(1);
    input.streams.resize(program.streams);
    std::vector<std::vector<std::int64_t>> ends(program.streams); // of all its operations
    std::vector<std::int64_t> hold(program.streams, kNever); // latest event it has to wait for
    std::vector<std::int64_t> reached(8, kNever); // per event
    const auto busyUntil = [&](std::uint32_t s) {
        return std::max(ends[s].empty() ? kNever : ends[s].back(), hold[s]);
    };
    std::vector<std::uint32_t> lastLaunch(program.streams, kNone); // call
    std::int64_t now = 0;
    for (const GpuProgram::Call& c : program.calls) {
        now += c.hostBefore;
        if (c.ofGraph) {
            Op op;
            op.start = ends[c.stream].back() + program.gap + c.delay;
            op.end = op.start + std::llround(static_cast<double>(c.kernel) * factor);
            op.stream = c.stream;
            op.call = lastLaunch[c.stream];
            op.id = static_cast<std::uint32_t>(input.ops.size());
            ends[c.stream].push_back(op.end);
            input.ops.push_back(op);
            continue;
        }
        critical_path::Call call;
        call.begin = now;
        call.end = now + c.cost;
        call.id = static_cast<std::uint32_t>(input.calls.size());
        std::int64_t awaited = kNever;
        switch (c.kind) {
        case Kind::Launch: {
            call.kind = CallKind::Launch;
            auto& done = ends[c.stream];
            if (done.size() >= program.queue) {
                const std::int64_t room = done[done.size() - program.queue];
                if (room > now) {
                    call.end = std::max(call.end, room + program.syncReturn);
                }
            }
            std::int64_t start = now + program.launchLag;
            start = done.empty() ? start : std::max(start, done.back() + program.gap);
            start = hold[c.stream] == kNever ? start
                                             : std::max(start, hold[c.stream] + program.waitLag);
            hold[c.stream] = kNever;
            Op op;
            op.start = start + c.delay;
            op.end = op.start + std::llround(static_cast<double>(c.kernel) * factor);
            op.stream = c.stream;
            op.call = call.id;
            op.id = static_cast<std::uint32_t>(input.ops.size());
            done.push_back(op.end);
            input.ops.push_back(op);
            lastLaunch[c.stream] = call.id;
            break;
        }
        case Kind::Record:
            call.kind = CallKind::EventRecord;
            reached[c.event] = std::max(now, busyUntil(c.stream));
            break;
        case Kind::Wait:
            call.kind = CallKind::StreamWait;
            hold[c.stream] = std::max(hold[c.stream], reached[c.event]);
            break;
        case Kind::StreamSync:
            call.kind = CallKind::StreamSync;
            awaited = busyUntil(c.stream);
            break;
        case Kind::DeviceSync:
            call.kind = CallKind::DeviceSync;
            for (std::uint32_t s = 0; s < program.streams; ++s) {
                awaited = std::max(awaited, busyUntil(s));
            }
            break;
        }
        if (call.kind == CallKind::StreamSync || call.kind == CallKind::DeviceSync) {
            call.end = std::max(now + program.syncCost, awaited + program.syncReturn);
        }
        if (call.kind != CallKind::Launch && call.kind != CallKind::DeviceSync) {
            call.stream = c.stream;
        }
        if (c.kind == Kind::Record || c.kind == Kind::Wait) {
            call.event = c.event;
        }
        now = call.end;
        input.threads[0].covered.push_back({TimeNs{call.begin}, TimeNs{call.end}});
        input.calls.push_back(call);
    }
    input.threads[0].bursts = input.threads[0].covered;
    return input;
}

} // namespace longpole::test
