// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The tracks of a Perfetto trace. What a track is may be told after its first events, so tracks
// have plain numbers while packets are read, and become keys at the end.
#pragma once

#include "core/import/event_batch.h"
#include "core/import/perfetto/perfetto.pb.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace longpole::import {

class TrackDirectory
{
public:
    // Number of the track with this UUID.
    std::uint32_t ofUuid(std::uint64_t uuid);
    std::uint32_t ofThread(std::int64_t pid, std::int64_t tid);
    std::uint32_t ofAsync(std::int64_t pid, const std::string& name);
    std::uint32_t ofQueue(std::int64_t gpu, const std::string& name);
    std::uint32_t ofGpuCounter(std::int64_t gpu, const std::string& name, const std::string& unit);

    void describe(const perfetto::TrackDescriptor& descriptor);
    void nameProcess(const perfetto::ProcessDescriptor& process);
    void nameProcess(std::int64_t pid, const std::string& name);
    void nameThread(std::int64_t pid, std::int64_t tid, const std::string& name);

    // Null if the file doesn't describe it (yet).
    const perfetto::TrackDescriptor* descriptor(std::uint64_t uuid) const;

    // At the end: the key of a track, its texts numbered by the batch.
    TrackKey key(std::uint32_t number, EventBatch& batch);
    std::size_t size() const { return m_tracks.size(); }
    // Names and units of all that was met.
    void writeNamings(EventBatch& batch);

private:
    struct Place
    {
        model::TrackKind kind = model::TrackKind::Thread;
        bool onDevice = false;
        bool byUuid = false;
        std::int64_t pid = 0;
        std::int64_t tid = 0; // the UUID if byUuid
        std::string pidText; // if not empty instead of the number
        std::string tidText;
        std::string name;

        auto fields() const
        {
            return std::tie(kind, onDevice, byUuid, pid, tid, pidText, tidText, name);
        }
        friend bool operator<(const Place& a, const Place& b) { return a.fields() < b.fields(); }
    };

    std::uint32_t numberOf(Place place);
    Place placeOf(std::uint64_t uuid);
    Place childPlace(std::uint64_t uuid, const perfetto::TrackDescriptor& d);
    static std::string ownName(const perfetto::TrackDescriptor& d);

    std::vector<Place> m_tracks;
    std::map<Place, std::uint32_t> m_numbers;
    std::unordered_map<std::uint64_t, std::uint32_t> m_uuidNumbers;
    std::unordered_map<std::uint64_t, perfetto::TrackDescriptor> m_descriptors;
    std::unordered_set<std::uint64_t> m_parents;
    std::map<std::int64_t, std::string> m_processNames;
    std::map<std::int64_t, std::string> m_processLabels;
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> m_threadNames;
    std::vector<std::pair<std::uint32_t, std::string>> m_units; // track, unit
};

} // namespace longpole::import
