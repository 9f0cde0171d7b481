// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/trace_wake_ups.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_map>

namespace longpole::critical_path {

namespace {

constexpr std::int64_t kLeastWaitNs = 20'000;
constexpr std::int64_t kLatestNs = 1'000'000; // from the waking call to the wait's end

struct Happening
{
    std::int64_t begin;
    std::int64_t end;
    std::uint32_t thread;
};

struct Process
{
    std::vector<Happening> waits;
    std::vector<Happening> wakes;
};

void connect(Process& process, std::vector<HandOff>& out)
{
    std::sort(process.wakes.begin(), process.wakes.end(),
              [](const Happening& a, const Happening& b) { return a.begin < b.begin; });
    for (const Happening& wait : process.waits) {
        auto it = std::upper_bound(process.wakes.begin(), process.wakes.end(), wait.end,
                                   [](std::int64_t t, const Happening& h) { return t < h.begin; });
        while (it != process.wakes.begin()) {
            const Happening& wake = *--it;
            if (wake.begin < wait.begin || wait.end - wake.begin > kLatestNs) {
                break;
            }
            if (wake.thread != wait.thread) {
                out.push_back({wake.thread, wait.thread, wake.begin, wait.end, true, wait.begin});
                break;
            }
        }
    }
}

} // namespace

WakeRole wakeRole(std::string_view name)
{
    constexpr std::string_view kWaits[] = {"pthread_cond_wait",      "pthread_cond_timedwait",
                                           "pthread_cond_clockwait", "sem_wait",
                                           "sem_timedwait",          "sem_clockwait"};
    constexpr std::string_view kWakes[] = {"pthread_cond_signal", "pthread_cond_broadcast",
                                           "sem_post"};
    const auto is = [&](std::string_view n) { return n == name; };
    return std::any_of(std::begin(kWaits), std::end(kWaits), is) ? WakeRole::Waits
        : std::any_of(std::begin(kWakes), std::end(kWakes), is)  ? WakeRole::Wakes
                                                                 : WakeRole::None;
}

void readWakeUps(const model::Trace& trace, Input& input)
{
    const auto& categories = trace.categories();
    const auto osrt = static_cast<std::size_t>(
        std::find(categories.begin(), categories.end(), "osrt") - categories.begin());
    if (osrt == categories.size()) {
        return;
    }
    std::map<std::uint32_t, Process> processes;
    std::unordered_map<std::uint32_t, WakeRole> roles;
    for (std::uint32_t t = 0; t < input.threads.size(); ++t) {
        const TrackId track = input.threads[t].track;
        const auto start = trace.column(model::slice::kStart, track);
        const auto duration = trace.column(model::slice::kDuration, track);
        const auto name = trace.column(model::slice::kName, track);
        const auto category = trace.column(model::slice::kCategory, track);
        Process& process = processes[input.threads[t].process];
        for (std::size_t i = 0; i < start.size(); ++i) {
            if (category[i] != osrt) {
                continue;
            }
            const auto [role, isNew] = roles.try_emplace(name[i].value, WakeRole::None);
            if (isNew) {
                role->second = wakeRole(trace.string(name[i]));
            }
            const Happening h{start[i].ns, start[i].ns + duration[i].ns, t};
            if (role->second == WakeRole::Wakes) {
                process.wakes.push_back(h);
            } else if (role->second == WakeRole::Waits && h.end - h.begin >= kLeastWaitNs) {
                process.waits.push_back(h);
            }
        }
    }
    for (auto& [id, process] : processes) {
        connect(process, input.handOffs);
    }
}

} // namespace longpole::critical_path
