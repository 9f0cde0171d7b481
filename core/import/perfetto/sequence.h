// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the packets of one writer share: texts that later packets refer to by number, and defaults.
#pragma once

#include "core/import/perfetto/perfetto.pb.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace longpole::import {

using InternedTexts = std::unordered_map<std::uint64_t, std::string>;

struct Sequence
{
    std::uint32_t id = 0;
    bool seen = false; // a packet of it was read
    bool valid = false; // nothing that later packets refer to is missing
    InternedTexts names;
    InternedTexts categories;
    InternedTexts annotationNames;
    InternedTexts annotationTexts;
    InternedTexts gpuSpecifications;
    std::unordered_map<std::uint64_t, std::int32_t> contextPids;
    std::unordered_map<std::uint64_t, perfetto::InternedGpuCounters> gpuCounters;
    perfetto::PacketDefaults defaults;
    std::optional<std::pair<std::int64_t, std::int64_t>> thread; // (pid, tid) of its events
    std::int64_t referenceUs = 0; // for time stamps given as differences
    std::unordered_map<std::uint64_t, std::int64_t> counterTotals; // of incremental counters
    std::unordered_map<std::uint64_t, double> realTotals;

    // The writer starts anew: nothing from before is referred to any more.
    void clear()
    {
        Sequence fresh;
        fresh.id = id;
        fresh.seen = seen;
        fresh.valid = true;
        fresh.thread = thread;
        *this = std::move(fresh);
    }

    void intern(const perfetto::InternedData& data)
    {
        const auto put = [](InternedTexts& into, const auto& entries) {
            for (const auto& e : entries) {
                into[e.iid()] = e.text();
            }
        };
        put(names, data.event_names());
        put(categories, data.event_categories());
        put(annotationNames, data.debug_annotation_names());
        put(annotationTexts, data.debug_annotation_string_values());
        for (const auto& e : data.gpu_specifications()) {
            gpuSpecifications[e.iid()] = e.name();
        }
        for (const auto& e : data.graphics_contexts()) {
            contextPids[e.iid()] = e.pid();
        }
        for (const auto& e : data.gpu_counter_descriptors()) {
            gpuCounters[e.iid()] = e;
        }
    }
};

// The text of that number, or null.
inline const std::string* find(const InternedTexts& texts, std::uint64_t iid)
{
    const auto it = texts.find(iid);
    return it == texts.end() ? nullptr : &it->second;
}

} // namespace longpole::import
