// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that has been silent and begins to work just after another fell silent was most likely
// woken by it: PyTorch's backward thread, a data loader, a server's worker.
#include "core/analysis/critical_path/prepare.h"

#include <algorithm>
#include <limits>

namespace longpole::critical_path {

namespace {

struct Boundary
{
    std::int64_t time;
    std::int64_t since; // begins: end of the burst before it
    std::uint32_t thread;
    bool begins;
};

std::vector<Boundary> boundaries(const Input& input, std::int64_t minGap)
{
    std::vector<Boundary> out;
    for (std::uint32_t t = 0; t < input.threads.size(); ++t) {
        const auto& bursts = input.threads[t].bursts;
        std::size_t i = 0;
        while (i < bursts.size()) {
            // Silences too short to count belong to the burst.
            std::size_t last = i;
            while (last + 1 < bursts.size()
                   && bursts[last + 1].begin.ns - bursts[last].end.ns < minGap) {
                ++last;
            }
            const std::int64_t since =
                i == 0 ? std::numeric_limits<std::int64_t>::min() : bursts[i - 1].end.ns;
            out.push_back({bursts[i].begin.ns, since, t, true});
            out.push_back({bursts[last].end.ns, 0, t, false});
            i = last + 1;
        }
    }
    // At equal times ends come first: that is the hand-off with no delay.
    std::sort(out.begin(), out.end(), [](const Boundary& a, const Boundary& b) {
        return a.time != b.time    ? a.time < b.time
            : a.begins != b.begins ? !a.begins
                                   : a.thread < b.thread;
    });
    return out;
}

} // namespace

void inferHandOffs(Input& input, const Options& options)
{
    std::uint32_t processes = 0;
    for (const Thread& t : input.threads) {
        processes = std::max(processes, t.process + 1);
    }
    constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::min();
    struct LastEnd
    {
        std::int64_t time = kNever;
        std::uint32_t thread = kNone;
    };
    std::vector<LastEnd> last(processes);
    std::vector<bool> busy(input.threads.size(), false);
    const std::size_t known = input.handOffs.size();
    for (const Boundary& b : boundaries(input, options.handOffMinGapNs)) {
        const std::uint32_t process = input.threads[b.thread].process;
        LastEnd& end = last[process];
        if (!b.begins) {
            busy[b.thread] = false;
            end = {b.time, b.thread};
            continue;
        }
        busy[b.thread] = true;
        if (end.thread == kNone || end.thread == b.thread || busy[end.thread]
            || b.time - end.time > options.handOffMaxLagNs) {
            continue;
        }
        const bool alreadyKnown = std::any_of(
            input.handOffs.begin(), input.handOffs.begin() + static_cast<std::ptrdiff_t>(known),
            [&](const HandOff& h) { return h.toThread == b.thread && h.toTime == b.time; });
        if (!alreadyKnown) {
            input.handOffs.push_back({end.thread, b.thread, end.time, b.time, true, b.since});
        }
    }
}

} // namespace longpole::critical_path
