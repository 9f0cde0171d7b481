// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/device_processes.h"

#include "core/import/xla_details.h"

#include <map>
#include <utility>

namespace longpole::import {

namespace {

using model::TrackKind;

std::pair<std::uint32_t, std::int64_t> processOf(const TrackKey& key)
{
    return {key.source, key.pid};
}

} // namespace

void adoptDeviceProcesses(RawTrace& raw)
{
    std::map<std::pair<std::uint32_t, std::int64_t>, std::int64_t> gpus; // process → GPU
    for (const NamingRecord& n : raw.namings) {
        if (n.kind == NamingRecord::Kind::ProcessName && !n.thread.pidIsText) {
            if (const auto gpu = xlaGpuNumber(raw.strings.get(n.text))) {
                gpus[processOf(n.thread)] = *gpu;
            }
        }
    }
    if (gpus.empty()) {
        return;
    }
    std::map<std::pair<std::pair<std::uint32_t, std::int64_t>, std::int64_t>, StringId> threads;
    for (const NamingRecord& n : raw.namings) {
        if (n.kind == NamingRecord::Kind::ThreadName && !n.thread.tidIsText) {
            threads[{processOf(n.thread), n.thread.tid}] = n.text;
        }
    }
    for (TrackKey& key : raw.tracks) {
        const auto gpu = gpus.find(processOf(key));
        const bool moves = key.kind == TrackKind::Thread || key.kind == TrackKind::Stream;
        if (gpu == gpus.end() || key.pidIsText || !moves) {
            continue;
        }
        if (key.kind == TrackKind::Thread) {
            key.kind = TrackKind::Annotation;
            const auto name = threads.find({processOf(key), key.tid});
            if (!key.tidIsText && name != threads.end()) {
                key.tid = std::int64_t{name->second.value};
                key.tidIsText = true;
            }
        }
        key.pid = gpu->second;
    }
}

} // namespace longpole::import
