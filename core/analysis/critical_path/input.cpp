// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/input.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace longpole::critical_path {

namespace {

template <class T>
void permute(std::vector<T>& values, const std::vector<std::uint32_t>& order)
{
    std::vector<T> sorted;
    sorted.reserve(values.size());
    for (const std::uint32_t i : order) {
        sorted.push_back(values[i]);
    }
    values = std::move(sorted);
}

std::vector<std::uint32_t> inverse(const std::vector<std::uint32_t>& order)
{
    std::vector<std::uint32_t> place(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        place[order[i]] = i;
    }
    return place;
}

void arrangeCalls(Input& input)
{
    const auto before = [](const Call& a, const Call& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    };
    if (std::is_sorted(input.calls.begin(), input.calls.end(), before)) {
        return;
    }
    std::vector<std::uint32_t> order(input.calls.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return before(input.calls[a], input.calls[b]);
    });
    permute(input.calls, order);
    const std::vector<std::uint32_t> place = inverse(order);
    for (Op& op : input.ops) {
        op.call = op.call == kNone ? kNone : place[op.call];
    }
}

void arrangeOps(Input& input)
{
    const auto before = [](const Op& a, const Op& b) {
        return a.call != b.call  ? a.call < b.call
            : a.start != b.start ? a.start < b.start
                                 : a.end < b.end;
    };
    if (!std::is_sorted(input.ops.begin(), input.ops.end(), before)) {
        std::vector<std::uint32_t> order(input.ops.size());
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return before(input.ops[a], input.ops[b]);
        });
        permute(input.ops, order);
        const std::vector<std::uint32_t> place = inverse(order);
        for (CollectiveGroup& group : input.collectives) {
            group.root = group.root == kNone ? kNone : place[group.root];
            for (std::uint32_t& op : group.ops) {
                op = place[op];
            }
        }
    }
    for (Call& call : input.calls) {
        call.opCount = 0;
    }
    for (std::uint32_t i = 0; i < input.ops.size() && input.ops[i].call != kNone; ++i) {
        Call& call = input.calls[input.ops[i].call];
        call.firstOp = call.opCount++ == 0 ? i : call.firstOp;
    }
}

} // namespace

TimeRange contentOf(const Input& input)
{
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    const auto grow = [&](std::int64_t begin, std::int64_t end) {
        first = std::min(first, begin);
        last = std::max(last, end);
    };
    for (const Call& call : input.calls) {
        grow(call.begin, call.end);
    }
    for (const Op& op : input.ops) {
        grow(op.start, op.end);
    }
    for (const Thread& thread : input.threads) {
        if (!thread.covered.empty()) {
            grow(thread.covered.front().begin.ns, thread.covered.back().end.ns);
        }
    }
    return first > last ? TimeRange{} : TimeRange{TimeNs{first}, TimeNs{last}};
}

void arrange(Input& input)
{
    arrangeCalls(input);
    arrangeOps(input);
    const TimeRange content = contentOf(input);
    if (input.extent.empty()) {
        input.extent = content;
    } else if (!content.empty()) {
        input.extent.begin = std::min(input.extent.begin.ns, content.begin.ns) == content.begin.ns
            ? content.begin
            : input.extent.begin;
        input.extent.end = std::max(input.extent.end.ns, content.end.ns) == content.end.ns
            ? content.end
            : input.extent.end;
    }
}

} // namespace longpole::critical_path
