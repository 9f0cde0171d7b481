// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/prepare.h"

#include <algorithm>
#include <cstdlib>

namespace longpole::critical_path {

namespace {

constexpr std::size_t kMinLaunches = 20; // fewer say nothing about a clock
constexpr std::size_t kMinViolations = 3;
constexpr std::size_t kSegment = 1000; // launches per stretch of time
constexpr std::int64_t kDriftNs = 50'000; // differences below this are no drift
constexpr std::int32_t kMaxShiftNs = 100'000'000; // more is no clock offset but a wrong match
constexpr std::int64_t kMaxLateNs = 1'000'000; // nor this, for a wait that returns too early

struct Sample
{
    std::int64_t time;
    std::int64_t delay; // start - begin of the call
};

// The delay that all but one in a thousand exceed.
std::int64_t robustMinimum(std::vector<Sample>::iterator first, std::vector<Sample>::iterator last)
{
    const auto n = last - first;
    const auto nth = first + n / 1000;
    std::nth_element(first, nth, last,
                     [](const Sample& a, const Sample& b) { return a.delay < b.delay; });
    return nth->delay;
}

struct Knot
{
    std::int64_t time;
    std::int64_t shift;
};

// One knot per segment; a single one if the clock doesn't drift.
std::vector<Knot> knotsOf(std::vector<Sample>& samples)
{
    std::sort(samples.begin(), samples.end(),
              [](const Sample& a, const Sample& b) { return a.time < b.time; });
    std::vector<Knot> knots;
    const std::size_t segments = std::max<std::size_t>(1, samples.size() / kSegment);
    std::int64_t least = 0;
    std::int64_t most = 0;
    for (std::size_t i = 0; i < segments; ++i) {
        const auto first = static_cast<std::ptrdiff_t>(samples.size() * i / segments);
        const auto last = static_cast<std::ptrdiff_t>(samples.size() * (i + 1) / segments);
        const std::int64_t time = samples[static_cast<std::size_t>((first + last) / 2)].time;
        const std::int64_t delay = robustMinimum(samples.begin() + first, samples.begin() + last);
        knots.push_back({time, std::clamp<std::int64_t>(-delay, 0, kMaxShiftNs)});
        least = i == 0 ? knots.back().shift : std::min(least, knots.back().shift);
        most = std::max(most, knots.back().shift);
    }
    if (most - least <= kDriftNs) {
        knots.assign(1, {0, most});
    }
    return knots;
}

std::int64_t shiftAt(const std::vector<Knot>& knots, std::int64_t time)
{
    const auto next = std::lower_bound(knots.begin(), knots.end(), time,
                                       [](const Knot& k, std::int64_t t) { return k.time < t; });
    if (next == knots.begin()) {
        return knots.front().shift;
    }
    if (next == knots.end()) {
        return knots.back().shift;
    }
    const Knot& a = *(next - 1);
    const double part =
        static_cast<double>(time - a.time) / static_cast<double>(next->time - a.time);
    return a.shift + static_cast<std::int64_t>(part * static_cast<double>(next->shift - a.shift));
}

void move(Op& op, std::int64_t by)
{
    op.start += by;
    op.end += by;
    op.movedNs += static_cast<std::int32_t>(by); // at most kMaxShiftNs, or back kMaxLateNs
}

// How much later than the waiting call's return the awaited work ended, per device; and of how many
// waits.
struct LateWork
{
    std::vector<std::int64_t> excess;
    std::size_t waits = 0;
};

std::vector<LateWork> lateWork(const Input& input)
{
    std::vector<LateWork> out(input.devices.size());
    std::vector<std::int64_t> last(input.streams.size(), INT64_MIN);
    const auto look = [&](const Call& call, std::uint32_t stream) {
        const std::int64_t excess = last[stream] > call.begin ? last[stream] - call.end : 0;
        LateWork& d = out[input.streams[stream].device];
        d.waits += last[stream] > call.begin ? 1U : 0U;
        if (excess > 0 && excess <= kMaxLateNs) {
            d.excess.push_back(excess);
        }
    };
    for (const Call& call : input.calls) {
        if (call.kind == CallKind::StreamSync && call.stream != kNone) {
            look(call, call.stream);
        } else if (call.kind == CallKind::DeviceSync) {
            for (std::uint32_t s = 0; s < last.size(); ++s) {
                const Stream& stream = input.streams[s];
                if (stream.process == input.threads[call.thread].process
                    && (call.device == kNone || call.device == stream.device)) {
                    look(call, s);
                }
            }
        }
        for (std::uint32_t i = call.firstOp; i < call.firstOp + call.opCount; ++i) {
            last[input.ops[i].stream] = std::max(last[input.ops[i].stream], input.ops[i].end);
        }
    }
    return out;
}

// The other way round: waits that return before what they wait for has ended. Never moves work
// before its launch.
void pullBack(Input& input, std::vector<std::int64_t>& shifts)
{
    std::vector<std::vector<Sample>> samples(input.devices.size());
    for (const Op& op : input.ops) {
        if (op.call != kNone && op.start >= input.calls[op.call].begin) {
            samples[input.deviceOf(op)].push_back(
                {op.start, op.start - input.calls[op.call].begin});
        }
    }
    const std::vector<LateWork> late = lateWork(input);
    for (std::size_t d = 0; d < late.size(); ++d) {
        const std::vector<std::int64_t>& excess = late[d].excess;
        if (excess.size() < kMinViolations || excess.size() * 1000 <= late[d].waits
            || samples[d].empty()) {
            continue;
        }
        const std::int64_t room = robustMinimum(samples[d].begin(), samples[d].end());
        const std::int64_t back = std::min(room, *std::max_element(excess.begin(), excess.end()));
        for (Op& op : input.ops) {
            if (input.deviceOf(op) == d) {
                move(op, -back);
            }
        }
        shifts[d] -= back;
    }
}

} // namespace

std::vector<std::int64_t> repairClocks(Input& input)
{
    std::vector<std::vector<Sample>> samples(input.devices.size());
    std::vector<std::size_t> violations(input.devices.size(), 0);
    for (const Op& op : input.ops) {
        if (op.call != kNone) {
            const std::int64_t delay = op.start - input.calls[op.call].begin;
            const std::uint32_t d = input.deviceOf(op);
            samples[d].push_back({op.start, delay});
            violations[d] += delay < 0 ? 1U : 0U;
        }
    }
    std::vector<std::int64_t> largest(input.devices.size(), 0);
    std::vector<std::vector<Knot>> knots(input.devices.size());
    for (std::size_t d = 0; d < samples.size(); ++d) {
        if (samples[d].size() >= kMinLaunches && violations[d] >= kMinViolations
            && violations[d] * 1000 > samples[d].size()) {
            knots[d] = knotsOf(samples[d]);
            for (const Knot& k : knots[d]) {
                largest[d] = std::max(largest[d], k.shift);
            }
        }
    }
    for (Op& op : input.ops) {
        const std::uint32_t d = input.deviceOf(op);
        if (!knots[d].empty()) {
            move(op, shiftAt(knots[d], op.start));
        }
    }
    pullBack(input, largest);
    return largest;
}

} // namespace longpole::critical_path
