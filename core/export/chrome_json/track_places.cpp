// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/chrome_json/track_places.h"

#include "core/io/json_writer.h"

#include <algorithm>
#include <charconv>

namespace longpole::exporting {

namespace {

using model::Track;
using model::TrackKind;

constexpr std::string_view kDot = " · "; // between the parts of a track's name

std::string quoted(std::string_view text)
{
    std::string out;
    io::appendJsonText(out, text);
    return out;
}

std::optional<std::int64_t> number(std::string_view text)
{
    std::int64_t v = 0;
    const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), v);
    return ec == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(v)
                                                                                  : std::nullopt;
}

// "LABEL · CORE · MORE": what a group's name says besides its core. Not found: nothing.
struct NameParts
{
    std::string label;
    std::string labels;
};

std::optional<NameParts> partsAround(std::string_view name, const std::string& core)
{
    for (std::size_t at = name.find(core); at != std::string_view::npos;
         at = name.find(core, at + 1)) {
        const std::string_view before = name.substr(0, at);
        const std::string_view after = name.substr(at + core.size());
        const bool clean = (before.empty() || before.ends_with(kDot))
            && (after.empty() || after.starts_with(kDot));
        if (clean) {
            NameParts parts;
            parts.label = before.substr(0, before.empty() ? 0 : before.size() - kDot.size());
            parts.labels = after.empty() ? after : after.substr(kDot.size());
            return parts;
        }
    }
    return std::nullopt;
}

std::string hostCore(const std::string& process, const std::string& id)
{
    return process.empty() || process == id ? "process " + id : process + " (" + id + ")";
}

// What importers call a thread (core/import/track_tree.cpp).
std::string threadCore(const std::string& thread, const std::string& id)
{
    if (thread.empty() || thread == id) {
        return "thread " + id;
    }
    return thread.find(id) != std::string::npos ? thread : thread + " (" + id + ")";
}

std::string deviceMemberCore(TrackKind kind, std::int64_t stream)
{
    const std::string id = std::to_string(stream);
    switch (kind) {
    case TrackKind::Stream:
        return "stream " + id;
    case TrackKind::Annotation:
        return "annotations · stream " + id;
    default:
        return stream < 0 ? "sync" : "sync · stream " + id;
    }
}

// "stream 7 · process 4711" → "stream 7" and 4711.
std::optional<std::int64_t> takeOwner(std::string& name)
{
    constexpr std::string_view kOwner = " · process ";
    const std::size_t at = name.rfind(kOwner);
    if (at == std::string::npos) {
        return std::nullopt;
    }
    const auto owner = number(std::string_view(name).substr(at + kOwner.size()));
    if (owner) {
        name.resize(at);
    }
    return owner;
}

} // namespace

TrackPlaces::TrackPlaces(const model::Trace& trace)
    : m_trace(trace)
    , m_tracks(trace.tracks().size())
    , m_devices(trace.devices().size())
    , m_pidOfGroup(trace.tracks().size())
    , m_deviceOfGroup(trace.tracks().size())
{
    for (const Track& t : trace.tracks()) {
        if (t.kind == TrackKind::Process || t.kind == TrackKind::Device || !t.parent.valid()) {
            placeGroup(t);
        }
    }
    for (const Track& t : trace.tracks()) {
        if (t.kind != TrackKind::Process && t.kind != TrackKind::Device) {
            placeMember(t);
        }
    }
}

bool TrackPlaces::isHost(const std::string& pid, const std::string& tid) const
{
    return m_hostThreads.count({pid, tid}) != 0;
}

void TrackPlaces::placeGroup(const Track& group)
{
    group.kind == TrackKind::Device ? placeDevice(group) : placeHost(group);
}

void TrackPlaces::placeHost(const Track& group)
{
    ProcessPlace place;
    place.name = group.process;
    place.sortIndex = group.sortIndex;
    NameParts parts;
    std::string label; // of the rank
    const std::string id = std::to_string(group.pid);
    const auto numeric = partsAround(group.name, hostCore(group.process, id));
    if (numeric || group.pid != -1) {
        place.pid = id;
        parts = numeric.value_or(NameParts{{}, {}});
    } else {
        // A text: the whole name, or what stands in brackets after the process's name.
        const std::size_t open = group.name.find(group.process + " (");
        const std::size_t close = group.name.find(')', open == std::string::npos ? 0 : open);
        std::string text = group.name;
        if (!group.process.empty() && open != std::string::npos && close != std::string::npos) {
            const std::size_t from = open + group.process.size() + 2;
            text = group.name.substr(from, close - from);
            parts =
                partsAround(group.name, group.process + " (" + text + ")").value_or(NameParts{});
        } else {
            place.name.clear();
        }
        place.pid = quoted(text);
    }
    place.labels = parts.labels;
    bool renamed = !parts.label.empty();
    if (!m_hostPids.insert(place.pid).second) {
        std::int64_t free = std::max<std::int64_t>(group.pid, 0);
        while (m_hostPids.count(std::to_string(free)) != 0) {
            ++free;
        }
        place.pid = std::to_string(free);
        m_hostPids.insert(place.pid);
        renamed = true;
        ++m_renumbered;
    }
    if (renamed) {
        place.name = (parts.label.empty() ? "" : parts.label + std::string(kDot))
            + (group.process.empty() ? "process" : group.process);
    }
    m_pidOfGroup[group.id.value] = place.pid;
    m_processes.push_back(std::move(place));
}

void TrackPlaces::placeDevice(const Track& group)
{
    const bool known =
        group.device >= 0 && static_cast<std::size_t>(group.device) < m_devices.size();
    // The number stands in the name: "rank 3 · GPU 0 · NVIDIA H100".
    std::int64_t wanted = 0;
    std::string label;
    std::string_view name; // of the device
    constexpr std::string_view kGpu = "GPU ";
    if (const std::size_t at = group.name.find(kGpu); at != std::string::npos) {
        const std::size_t from = at + kGpu.size();
        const std::size_t end =
            std::min(group.name.find_first_not_of("-0123456789", from), group.name.size());
        wanted = number(std::string_view(group.name).substr(from, end - from)).value_or(0);
        name = std::string_view(group.name).substr(end);
        name.remove_prefix(name.starts_with(kDot) ? kDot.size() : name.size());
        label = at >= kDot.size() ? group.name.substr(0, at - kDot.size()) : std::string();
    }
    if (known) {
        wanted = m_trace.devices()[static_cast<std::size_t>(group.device)].number;
    }
    std::int64_t given = wanted;
    while (!m_deviceNumbers.insert(given).second) {
        ++given;
    }
    m_renumbered += given != wanted ? 1 : 0;
    if (known) {
        m_devices[static_cast<std::size_t>(group.device)] = {given, label};
    } else if (!name.empty()) {
        m_otherDevices.push_back(
            {given, (label.empty() ? "" : label + std::string(kDot)) + std::string(name)});
    }
    ProcessPlace place;
    place.pid = std::to_string(given);
    place.name = group.name;
    place.isDevice = true;
    constexpr std::int64_t kAfterTheHosts = 5'000'000; // as Kineto puts them
    place.sortIndex = kAfterTheHosts + given;
    m_pidOfGroup[group.id.value] = place.pid;
    m_deviceOfGroup[group.id.value] = given;
    m_processes.push_back(std::move(place));
}

void TrackPlaces::placeMember(const Track& track)
{
    TrackPlace& place = m_tracks[track.id.value];
    const TrackId group = track.parent.valid() ? track.parent : track.id;
    place.pid = m_pidOfGroup[group.value];
    place.device = m_deviceOfGroup[group.value];
    place.groupOfDevice = m_trace.track(group).kind == TrackKind::Device;
    place.lane = model::trackKindName(track.kind);
    switch (track.kind) {
    case TrackKind::Stream:
    case TrackKind::Annotation:
    case TrackKind::Sync:
        placeOnDevice(track, place);
        break;
    case TrackKind::Async: {
        place.lane += ":" + track.name;
        std::int64_t tid = 0; // several of one name can only be told apart by a number
        while (!m_taken.insert({track.kind, place.pid, std::to_string(tid), track.name}).second) {
            ++tid;
        }
        place.tid = std::to_string(tid);
        place.needsLane = tid != 0;
        break;
    }
    case TrackKind::Counter: {
        place.tid = "0";
        std::string name = track.name;
        const auto owner = place.groupOfDevice ? takeOwner(name) : std::nullopt;
        place.lane = place.groupOfDevice ? "device" : "";
        place.lane += owner ? ":" + std::to_string(*owner) : std::string();
        place.needsLane = place.groupOfDevice;
        break;
    }
    default:
        placeThread(track, place);
    }
}

void TrackPlaces::placeOnDevice(const Track& track, TrackPlace& place)
{
    std::string name = track.name;
    const auto owner = takeOwner(name);
    if (owner) {
        place.lane += ":" + std::to_string(*owner);
        place.needsLane = true;
    }
    if (name == deviceMemberCore(track.kind, track.stream)) {
        place.tid = std::to_string(track.stream);
        place.tidNumber = track.stream;
        place.threadName =
            track.thread.empty() && track.kind == TrackKind::Stream ? name : track.thread;
        m_taken.insert({track.kind, place.pid, place.tid, place.lane});
        return;
    }
    constexpr std::string_view kAnnotations = "annotations · ";
    if (track.kind == TrackKind::Annotation && name.starts_with(kAnnotations)) {
        name.erase(0, kAnnotations.size());
    }
    place.tid = uniqueText(track.kind, place.pid, name);
}

void TrackPlaces::placeThread(const Track& track, TrackPlace& place)
{
    const std::string id = std::to_string(track.tid);
    const bool named = track.kind == TrackKind::Overhead // whatever its ids
        || track.name == threadCore(track.thread, id);
    const bool free = m_taken.insert({track.kind, place.pid, id, {}}).second;
    if (named && free) {
        place.tid = id;
        place.tidNumber = track.tid;
        place.threadName = track.thread == id ? std::string() : track.thread;
    } else {
        place.tid = uniqueText(track.kind, place.pid, track.name);
    }
    m_hostThreads.insert({place.pid, place.tid});
}

// A thread id that is a text is shown as it is: what makes a track have just this name.
std::string TrackPlaces::uniqueText(TrackKind kind, const std::string& pid, std::string text)
{
    const std::string wanted = text;
    for (int n = 2; !m_taken.insert({kind, pid, quoted(text), {}}).second; ++n) {
        text = wanted + " #" + std::to_string(n);
    }
    return quoted(text);
}

} // namespace longpole::exporting
