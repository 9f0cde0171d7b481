// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/track_directory.h"

#include <algorithm>

namespace longpole::import {

namespace {

using model::TrackKind;

constexpr int kDeepest = 32; // parents above each other; more is a circle
constexpr std::string_view kNoProcess = "tracks without a process";

// Values of CounterDescriptor.unit.
std::string unitOf(const perfetto::CounterDescriptor& counter)
{
    constexpr int kTimeNs = 1;
    constexpr int kBytes = 3;
    if (!counter.unit_name().empty()) {
        return counter.unit_name();
    }
    return counter.unit() == kTimeNs ? "ns" : counter.unit() == kBytes ? "B" : "";
}

std::string counterName(const perfetto::CounterDescriptor& counter)
{
    constexpr int kThreadTime = 1;
    constexpr int kThreadInstructions = 2;
    return counter.type() == kThreadTime        ? "thread time"
        : counter.type() == kThreadInstructions ? "thread instructions"
                                                : "counter";
}

} // namespace

std::uint32_t TrackDirectory::numberOf(Place place)
{
    const auto [it, added] =
        m_numbers.emplace(std::move(place), static_cast<std::uint32_t>(m_tracks.size()));
    if (added) {
        m_tracks.push_back(it->first);
    }
    return it->second;
}

std::uint32_t TrackDirectory::ofUuid(std::uint64_t uuid)
{
    const auto [it, added] = m_uuidNumbers.emplace(uuid, 0);
    if (added) {
        Place place;
        place.byUuid = true;
        place.tid = static_cast<std::int64_t>(uuid);
        it->second = numberOf(std::move(place));
    }
    return it->second;
}

std::uint32_t TrackDirectory::ofThread(std::int64_t pid, std::int64_t tid)
{
    Place place;
    place.pid = pid;
    place.tid = tid;
    return numberOf(std::move(place));
}

std::uint32_t TrackDirectory::ofAsync(std::int64_t pid, const std::string& name)
{
    Place place;
    place.kind = TrackKind::Async;
    place.pid = pid;
    place.name = name;
    return numberOf(std::move(place));
}

std::uint32_t TrackDirectory::ofQueue(std::int64_t gpu, const std::string& name)
{
    Place place;
    place.kind = TrackKind::Stream;
    place.pid = gpu;
    place.tidText = name;
    return numberOf(std::move(place));
}

std::uint32_t TrackDirectory::ofGpuCounter(std::int64_t gpu, const std::string& name,
                                           const std::string& unit)
{
    Place place;
    place.kind = TrackKind::Counter;
    place.onDevice = true;
    place.pid = gpu;
    place.name = name;
    const std::size_t before = m_tracks.size();
    const std::uint32_t number = numberOf(std::move(place));
    if (m_tracks.size() > before && !unit.empty()) {
        m_units.emplace_back(number, unit);
    }
    return number;
}

void TrackDirectory::describe(const perfetto::TrackDescriptor& descriptor)
{
    // A later description of the same track adds to an earlier one.
    m_descriptors[descriptor.uuid()].MergeFrom(descriptor);
    if (descriptor.has_parent_uuid()) {
        m_parents.insert(descriptor.parent_uuid());
    }
    if (descriptor.has_process()) {
        nameProcess(descriptor.process());
    }
    if (descriptor.has_thread()) {
        const perfetto::ThreadDescriptor& t = descriptor.thread();
        nameThread(t.pid(), t.tid(),
                   t.thread_name().empty() ? ownName(descriptor) : t.thread_name());
    }
}

void TrackDirectory::nameProcess(const perfetto::ProcessDescriptor& process)
{
    nameProcess(process.pid(),
                !process.process_name().empty()  ? process.process_name()
                    : process.cmdline_size() > 0 ? process.cmdline(0)
                                                 : std::string());
    std::string labels;
    for (const std::string& label : process.process_labels()) {
        labels += (labels.empty() ? "" : ", ") + label;
    }
    if (!labels.empty()) {
        m_processLabels[process.pid()] = labels;
    }
}

void TrackDirectory::nameProcess(std::int64_t pid, const std::string& name)
{
    if (!name.empty()) {
        m_processNames[pid] = name;
    }
}

void TrackDirectory::nameThread(std::int64_t pid, std::int64_t tid, const std::string& name)
{
    if (!name.empty()) {
        m_threadNames[{pid, tid}] = name;
    }
}

const perfetto::TrackDescriptor* TrackDirectory::descriptor(std::uint64_t uuid) const
{
    const auto it = m_descriptors.find(uuid);
    return it == m_descriptors.end() ? nullptr : &it->second;
}

std::string TrackDirectory::ownName(const perfetto::TrackDescriptor& d)
{
    return !d.name().empty()       ? d.name()
        : !d.static_name().empty() ? d.static_name()
                                   : d.atrace_name();
}

TrackDirectory::Place TrackDirectory::placeOf(std::uint64_t uuid)
{
    const perfetto::TrackDescriptor* const d = descriptor(uuid);
    if (d != nullptr && d->has_thread() && !d->has_counter()) {
        Place place;
        place.pid = d->thread().pid();
        place.tid = d->thread().tid();
        return place;
    }
    if (d != nullptr) {
        return childPlace(uuid, *d);
    }
    Place place;
    place.kind = TrackKind::Async;
    place.tid = static_cast<std::int64_t>(uuid);
    place.pidText = kNoProcess;
    place.name = uuid == 0 ? "default track" : "track " + std::to_string(uuid);
    return place;
}

// Tracks of a program's own making, process tracks and counters: named by the way down from the
// process, the thread or the outermost track.
TrackDirectory::Place TrackDirectory::childPlace(std::uint64_t uuid,
                                                 const perfetto::TrackDescriptor& d)
{
    Place place;
    place.kind = d.has_counter() ? TrackKind::Counter : TrackKind::Async;
    place.tid = static_cast<std::int64_t>(uuid);
    place.name = ownName(d);
    if (place.name.empty()) {
        place.name = d.has_counter() ? counterName(d.counter())
            : d.has_process()        ? "process track"
                                     : "track " + std::to_string(uuid);
    }
    std::string outermost = m_parents.count(uuid) != 0 ? place.name : std::string();
    const perfetto::TrackDescriptor* up = &d;
    for (int i = 0; i < kDeepest; ++i) {
        if (up->has_thread()) {
            const auto thread = m_threadNames.find({up->thread().pid(), up->thread().tid()});
            const std::string tid = std::to_string(up->thread().tid());
            place.name += " · "
                + (thread == m_threadNames.end() ? "thread " + tid : thread->second + " " + tid);
            place.pid = up->thread().pid();
            return place;
        }
        if (up->has_process()) {
            place.pid = up->process().pid();
            return place;
        }
        up = up->has_parent_uuid() ? descriptor(up->parent_uuid()) : nullptr;
        if (up == nullptr) {
            break;
        }
        if (!up->has_thread() && !up->has_process()) {
            outermost = ownName(*up);
            const auto above = up->has_parent_uuid() ? descriptor(up->parent_uuid()) : nullptr;
            if (above != nullptr && !outermost.empty()) {
                place.name = outermost + " / " + place.name;
            }
        }
    }
    place.pidText = outermost.empty() ? std::string(kNoProcess) : outermost;
    return place;
}

TrackKey TrackDirectory::key(std::uint32_t number, EventBatch& batch)
{
    const Place& known = m_tracks[number];
    const Place place = known.byUuid ? placeOf(static_cast<std::uint64_t>(known.tid)) : known;
    TrackKey key;
    key.kind = place.kind;
    key.onDevice = place.onDevice;
    key.pid = place.pid;
    key.tid = place.tid;
    const auto text = [&](const std::string& from, std::int64_t& into, bool& isText) {
        if (!from.empty()) {
            into = std::int64_t{batch.intern(from).value};
            isText = true;
        }
    };
    text(place.pidText, key.pid, key.pidIsText);
    text(place.tidText, key.tid, key.tidIsText);
    if (!place.name.empty()) {
        key.name = batch.intern(place.name);
    }
    return key;
}

void TrackDirectory::writeNamings(EventBatch& batch)
{
    const auto add = [&](NamingRecord::Kind kind, const TrackKey& key, const std::string& name) {
        NamingRecord n;
        n.kind = kind;
        n.thread = key;
        n.text = batch.intern(name);
        batch.namings.push_back(n);
    };
    TrackKey key;
    for (const auto& [pid, name] : m_processNames) {
        key.pid = pid;
        add(NamingRecord::Kind::ProcessName, key, name);
    }
    for (const auto& [pid, labels] : m_processLabels) {
        key.pid = pid;
        add(NamingRecord::Kind::ProcessLabels, key, labels);
    }
    for (const auto& [thread, name] : m_threadNames) {
        key.pid = thread.first;
        key.tid = thread.second;
        add(NamingRecord::Kind::ThreadName, key, name);
    }
    for (const auto& [number, unit] : m_units) {
        add(NamingRecord::Kind::CounterUnit, this->key(number, batch), unit);
    }
    for (const auto& [uuid, number] : m_uuidNumbers) {
        const perfetto::TrackDescriptor* const d = descriptor(uuid);
        if (d != nullptr && d->has_counter() && !unitOf(d->counter()).empty()) {
            add(NamingRecord::Kind::CounterUnit, this->key(number, batch), unitOf(d->counter()));
        }
    }
}

} // namespace longpole::import
