// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/trace_collectives.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>

namespace longpole::critical_path {

namespace {

std::uint32_t rowOf(const model::Column<SliceId>& slices, SliceId slice)
{
    const auto* it = std::lower_bound(slices.begin(), slices.end(), slice);
    return it == slices.end() || *it != slice ? kNone
                                              : static_cast<std::uint32_t>(it - slices.begin());
}

} // namespace

bool isSymmetric(std::string_view kind)
{
    std::string plain;
    for (const char c : kind) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
            plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    constexpr std::string_view kKinds[] = {"allreduce", "allgather", "reducescatter", "alltoall",
                                           "sendrecv"};
    return std::any_of(std::begin(kKinds), std::end(kKinds),
                       [&](std::string_view k) { return plain.find(k) != std::string::npos; });
}

void readCollectives(const model::Trace& trace, Input& input)
{
    const auto from = trace.column(model::link::kFrom);
    const auto to = trace.column(model::link::kTo);
    const auto kind = trace.column(model::link::kKind);
    const auto provenance = trace.column(model::link::kProvenance);
    const auto slices = trace.column(model::gpu_op::kSlice);
    const auto name = trace.column(model::gpu_op::kName);
    const auto collective = trace.column(model::gpu_op::kCollective);
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (kind[i] != model::LinkKind::Collective) {
            continue;
        }
        const std::uint32_t a = rowOf(slices, from[i]);
        const std::uint32_t b = rowOf(slices, to[i]);
        if (a == kNone || b == kNone || input.ops[b].collective != kNone) {
            continue;
        }
        const std::string_view told =
            collective[a].valid() ? trace.string(collective[a]) : std::string_view();
        if (!isSymmetric(told) && !isSymmetric(trace.string(name[a]))) {
            input.unmatchedCollectives += input.ops[a].collective == kNone ? 1U : 0U;
            continue;
        }
        if (input.ops[a].collective == kNone) {
            input.ops[a].collective = static_cast<std::uint32_t>(input.collectives.size());
            CollectiveGroup group;
            group.inferred = provenance[i] == model::Provenance::Inferred;
            group.ops.push_back(a);
            input.collectives.push_back(std::move(group));
        }
        input.ops[b].collective = input.ops[a].collective;
        input.collectives[input.ops[a].collective].ops.push_back(b);
    }
}

} // namespace longpole::critical_path
