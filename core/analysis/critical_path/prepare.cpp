// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/prepare.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace longpole::critical_path {

void collapsePollLoops(Input& input)
{
    struct Loop
    {
        std::uint32_t first = kNone;
        std::uint32_t last = kNone;
        std::uint32_t count = 0;
    };
    std::vector<Loop> open(input.threads.size());
    const auto close = [&](Loop& loop) {
        if (loop.count >= 2) {
            Call& first = input.calls[loop.first];
            if (input.calls[loop.last].answer != QueryAnswer::NotReady) {
                first.kind = CallKind::EventSync;
                first.end = input.calls[loop.last].end;
                first.polls = true;
            } else {
                loop.first = kNone;
            }
        }
        loop = {};
    };
    std::vector<std::uint32_t> member(input.calls.size(), kNone); // first query of its loop
    for (std::uint32_t i = 0; i < input.calls.size(); ++i) {
        const Call& call = input.calls[i];
        Loop& loop = open[call.thread];
        const bool query = call.kind == CallKind::EventQuery && call.event != kNone;
        const bool continues = query && loop.first != kNone
            && input.calls[loop.first].event == call.event
            && input.calls[loop.last].answer != QueryAnswer::Ready;
        if (!continues) {
            close(loop);
        }
        if (query) {
            loop.first = loop.first == kNone ? i : loop.first;
            loop.last = i;
            ++loop.count;
            member[i] = loop.first;
        }
    }
    for (Loop& loop : open) {
        close(loop);
    }
    for (std::uint32_t i = 0; i < input.calls.size(); ++i) {
        if (member[i] != kNone && member[i] != i && input.calls[member[i]].polls) {
            input.calls[i].absorbed = true;
            input.calls[i].kind = CallKind::Other;
        }
    }
}

namespace {

constexpr std::size_t kEnough = 100; // operations on either side, and turns between them

struct Part
{
    std::int64_t start;
    std::int64_t end;
    bool legacy;
};

// Whether the default stream and the others of a context took turns, often, and never overlapped.
bool takeTurns(std::vector<Part>& parts)
{
    const auto legacy = static_cast<std::size_t>(
        std::count_if(parts.begin(), parts.end(), [](const Part& p) { return p.legacy; }));
    if (legacy < kEnough || parts.size() - legacy < kEnough) {
        return false;
    }
    std::sort(parts.begin(), parts.end(),
              [](const Part& a, const Part& b) { return a.start < b.start; });
    std::int64_t end[2] = {parts.front().start, parts.front().start};
    std::size_t turns = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Part& p = parts[i];
        if (p.start < end[p.legacy ? 0 : 1]) {
            return false;
        }
        std::int64_t& mine = end[p.legacy ? 1 : 0];
        mine = std::max(mine, p.end);
        turns += i > 0 && parts[i - 1].legacy != p.legacy ? 1U : 0U;
    }
    return turns >= kEnough;
}

} // namespace

void inferLegacyStreams(Input& input)
{
    using Key = std::tuple<std::uint32_t, std::uint32_t>; // device, context
    std::map<Key, std::vector<Part>> contexts;
    for (const Op& op : input.ops) {
        const Stream& s = input.streams[op.stream];
        if (s.flagsKnown && !s.legacyDefault) {
            continue; // recorded: it says nothing about the others
        }
        contexts[{s.device, s.context}].push_back({op.start, op.end, s.legacyDefault});
    }
    for (auto& [key, parts] : contexts) {
        if (!takeTurns(parts)) {
            continue;
        }
        for (Stream& s : input.streams) {
            if (Key{s.device, s.context} == key && !s.flagsKnown) {
                s.blocking = !s.legacyDefault;
                s.inferred = true;
            }
        }
    }
}

} // namespace longpole::critical_path
