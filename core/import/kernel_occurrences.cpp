// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/kernel_occurrences.h"

#include "core/import/kernel_identity.h"

#include <map>
#include <set>
#include <tuple>

namespace longpole::import {

namespace {

using model::kNull32;

using Key = std::tuple<std::string, std::string, std::int64_t, std::int64_t>;

struct Launches
{
    std::vector<std::uint32_t> inOrder;
    std::set<std::uint32_t> sources;
    std::set<std::uint32_t> measuredBy;
};

} // namespace

std::vector<std::uint32_t> matchOccurrences(const RawTrace& raw,
                                            const std::vector<KernelProfileRecord>& profiles,
                                            const std::vector<LaunchIdentity>& launches,
                                            model::Ledger& ledger)
{
    std::map<Key, Launches> groups;
    const auto keyOf = [&](const KernelProfileRecord& p) {
        return Key(comparableKernelName(raw.strings.get(p.name)), launchShapeKey(p.grid, p.block),
                   p.device, p.stream);
    };
    for (std::uint32_t i = 0; i < launches.size(); ++i) {
        const LaunchIdentity& l = launches[i];
        if (!l.ofGraph) {
            Launches& group = groups[Key(l.name, l.shape, l.device, l.stream)];
            group.inOrder.push_back(i);
            group.sources.insert(l.source);
        }
    }
    for (const KernelProfileRecord& p : profiles) {
        if (p.occurrence != kNull32) {
            groups[keyOf(p)].measuredBy.insert(p.source);
        }
    }
    std::vector<std::uint32_t> out(profiles.size(), kNull32);
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        const KernelProfileRecord& p = profiles[i];
        if (p.occurrence == kNull32) {
            continue;
        }
        const Launches& group = groups[keyOf(p)];
        if (group.sources.size() > 1 || group.measuredBy.size() > 1) {
            ledger.add("kernel-counters-ambiguous", model::Severity::Info,
                       "measured kernels that several processes launch alike: their counters are "
                       "left out, as nothing tells whose they are",
                       raw.strings.get(p.name));
        } else if (p.occurrence < group.inOrder.size()) {
            out[i] = group.inOrder[p.occurrence];
        }
    }
    return out;
}

} // namespace longpole::import
