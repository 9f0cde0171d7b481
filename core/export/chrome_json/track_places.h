// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Where the tracks of a trace lie in a Chrome trace: process and thread ids, and what is to be told
// of their names so that a reader gives the tracks the names they have here.
#pragma once

#include "core/model/trace.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace longpole::exporting {

struct ProcessPlace
{
    std::string pid; // JSON
    std::string name; // may be empty
    std::string labels; // may be empty
    std::int64_t sortIndex = 0;
    bool isDevice = false;
};

struct TrackPlace
{
    std::string pid; // JSON
    std::string tid; // JSON
    std::string lane; // what longpole_lane says where it is needed
    std::string threadName; // to be told; may be empty
    bool needsLane = false; // its kind alone doesn't say where it is
    bool groupOfDevice = false;
    std::optional<std::int64_t> tidNumber;
    std::int64_t device = 0; // its number in the file, of tracks of a device
};

// A device of the trace, and the number it has in the file.
struct DevicePlace
{
    std::int64_t number = 0;
    std::string label; // of its rank, where the trace has several; may be empty
};

class TrackPlaces
{
public:
    explicit TrackPlaces(const model::Trace& trace);

    const TrackPlace& of(TrackId track) const { return m_tracks[track.value]; }
    const std::vector<ProcessPlace>& processes() const { return m_processes; }
    const std::vector<DevicePlace>& devices() const { return m_devices; } // as Trace::devices()
    // Devices with a name but without anything that counts as their work: not among devices().
    struct NamedDevice
    {
        std::int64_t number = 0;
        std::string name;
    };
    const std::vector<NamedDevice>& otherDevices() const { return m_otherDevices; }
    // True if another host track has these ids: a name told for one is taken for the other, too.
    bool isHost(const std::string& pid, const std::string& tid) const;
    bool isHost(const std::string& pid) const { return m_hostPids.count(pid) != 0; }
    std::uint64_t renumbered() const { return m_renumbered; } // processes and devices

private:
    using Key = std::tuple<model::TrackKind, std::string, std::string, std::string>;

    void placeGroup(const model::Track& group);
    void placeHost(const model::Track& group);
    void placeDevice(const model::Track& group);
    void placeMember(const model::Track& track);
    void placeOnDevice(const model::Track& track, TrackPlace& place);
    void placeThread(const model::Track& track, TrackPlace& place);
    std::string uniqueText(model::TrackKind kind, const std::string& pid, std::string text);

    const model::Trace& m_trace;
    std::vector<TrackPlace> m_tracks;
    std::vector<ProcessPlace> m_processes;
    std::vector<DevicePlace> m_devices;
    std::vector<NamedDevice> m_otherDevices;
    std::vector<std::string> m_pidOfGroup; // by track
    std::vector<std::int64_t> m_deviceOfGroup; // by track
    std::set<std::string> m_hostPids;
    std::set<std::int64_t> m_deviceNumbers;
    std::set<std::pair<std::string, std::string>> m_hostThreads;
    std::set<Key> m_taken;
    std::uint64_t m_renumbered = 0;
};

} // namespace longpole::exporting
