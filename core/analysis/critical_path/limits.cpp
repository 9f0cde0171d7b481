// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/limits.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace longpole::critical_path {

namespace {

// None: what nothing explains.
std::optional<Limit> limitOf(Category category)
{
    switch (category) {
    case Category::Kernel:
    case Category::Memcpy:
    case Category::Memset:
    case Category::CollectiveTransfer:
        return Limit::GpuWork;
    case Category::Cpu:
    case Category::HostUntracked:
    case Category::HandOff:
        return Limit::HostWork;
    case Category::CollectiveSkew:
        return Limit::OtherRanks;
    case Category::Launch:
    case Category::KernelGap:
    case Category::EventWait:
    case Category::SyncReturn:
    case Category::QueueFull:
        return Limit::LaunchesAndGaps;
    case Category::Unexplained:
        break;
    }
    return std::nullopt;
}

} // namespace

std::array<LimitShare, kLimitCount> limitsOf(const CriticalPath& path)
{
    std::array<LimitShare, kLimitCount> out{};
    for (std::size_t i = 0; i < kLimitCount; ++i) {
        out[i].limit = static_cast<Limit>(i);
    }
    for (std::size_t i = 0; i < kCategoryCount; ++i) {
        if (const auto limit = limitOf(static_cast<Category>(i))) {
            DurationNs& sum = out[static_cast<std::size_t>(*limit)].duration;
            sum = sum + path.categories()[i];
        }
    }
    std::stable_sort(out.begin(), out.end(), [](const LimitShare& a, const LimitShare& b) {
        return b.duration < a.duration;
    });
    return out;
}

double doubtOf(const Confidence& confidence)
{
    return confidence.residualShare + confidence.inferredShare;
}

Result<Bounds> boundsOf(const CriticalPath& path, const JobContext& job)
{
    Bounds out;
    Change gpu;
    gpu.factor = 0;
    Change host;
    host.kind = ChangeKind::ScaleCpu;
    host.factor = 0;
    for (const auto& [change, to] : {std::pair{gpu, &out.gpu}, std::pair{host, &out.host}}) {
        const auto answer = whatIf(path, std::vector{change}, job);
        if (!answer) {
            return fail(answer.error());
        }
        *to = answer->makespan - answer->low;
    }
    return out;
}

} // namespace longpole::critical_path
