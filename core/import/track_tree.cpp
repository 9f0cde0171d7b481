// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/track_tree.h"

#include "core/base/time.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace longpole::import {

namespace {

using model::TrackKind;

// A process or thread as its file names it: a number, or a text.
struct ProcessKey
{
    std::uint32_t source = 0;
    bool isText = false;
    std::int64_t value = 0;
    friend bool operator<(const ProcessKey& a, const ProcessKey& b)
    {
        return std::tie(a.source, a.isText, a.value) < std::tie(b.source, b.isText, b.value);
    }
};

using DeviceKey = std::pair<std::uint32_t, std::int64_t>; // source, number

struct Naming
{
    std::string name;
    std::string labels;
    std::optional<std::int64_t> sort;
};

bool isDeviceKind(TrackKind kind)
{
    return kind == TrackKind::Stream || kind == TrackKind::Annotation || kind == TrackKind::Sync;
}

class TreeBuilder
{
public:
    TreeBuilder(const RawTrace& raw, const std::vector<KnownDevice>& known,
                const std::vector<SourceFacts>& sources)
        : m_raw(raw)
        , m_known(known)
        , m_sources(sources)
    { }

    TrackTree build()
    {
        collectNamings();
        collectDevices();
        m_tree.finalOf.assign(m_raw.tracks.size(), 0);
        addDeviceGroups();
        addProcessGroups();
        for (std::size_t i = 0; i < m_tree.tracks.size(); ++i) {
            m_tree.tracks[i].id = TrackId::of(i);
            m_tree.tracks[i].rank = m_sources[m_tree.sourceOf[i]].rank;
        }
        return std::move(m_tree);
    }

private:
    std::string text(std::int64_t stringNumber) const
    {
        return std::string(m_raw.strings.get(StringId::of(stringNumber)));
    }
    std::string label(bool isText, std::int64_t v) const
    {
        return isText ? text(v) : std::to_string(v);
    }
    static ProcessKey processOf(const TrackKey& k) { return {k.source, k.pidIsText, k.pid}; }
    static std::pair<ProcessKey, ProcessKey> threadOf(const TrackKey& k)
    {
        return {processOf(k), {k.source, k.tidIsText, k.tid}};
    }
    // "rank 3 · " where the trace has several files.
    std::string sourceLabel(std::uint32_t source) const
    {
        const std::string& label = m_sources[source].label;
        return label.empty() ? label : label + " · ";
    }

    void collectNamings()
    {
        using Kind = NamingRecord::Kind;
        for (const NamingRecord& n : m_raw.namings) {
            Naming& process = m_processes[processOf(n.thread)];
            Naming& thread = m_threads[threadOf(n.thread)];
            const std::string value(m_raw.strings.get(n.text));
            switch (n.kind) {
            case Kind::CounterUnit:
                m_units[n.thread] = value;
                break;
            case Kind::ProcessName:
                process.name = value;
                break;
            case Kind::ProcessLabels:
                process.labels = value;
                break;
            case Kind::ProcessSort:
                process.sort = n.sortIndex;
                break;
            case Kind::ThreadName:
                thread.name = value;
                break;
            case Kind::ThreadSort:
                thread.sort = n.sortIndex;
                break;
            }
        }
    }

    void collectDevices()
    {
        std::set<DeviceKey> devices;
        std::set<ProcessKey> hosts;
        for (const TrackKey& k : m_raw.tracks) {
            if (isDeviceKind(k.kind) || k.onDevice) {
                devices.emplace(k.source, k.pid);
            } else if (k.kind == TrackKind::Thread || k.kind == TrackKind::Async) {
                hosts.insert(processOf(k));
            }
        }
        // A counter of "process" 0 where 0 is a GPU and no host process belongs to that GPU.
        for (const TrackKey& k : m_raw.tracks) {
            if (k.kind == TrackKind::Counter && !k.pidIsText && hosts.count(processOf(k)) == 0
                && knownDevice({k.source, k.pid}) != nullptr) {
                devices.emplace(k.source, k.pid);
            }
        }
        m_hosts = std::move(hosts);
        for (std::uint32_t i = 0; i < m_raw.tracks.size(); ++i) {
            const TrackKey& k = m_raw.tracks[i];
            if (onDevice(k) && devices.count({k.source, k.pid}) != 0) {
                m_deviceMembers[{k.source, k.pid}].push_back(i);
            }
        }
    }

    const KnownDevice* knownDevice(const DeviceKey& key) const
    {
        const auto it = std::find_if(m_known.begin(), m_known.end(), [&](const KnownDevice& d) {
            return DeviceKey(d.source, d.number) == key;
        });
        return it == m_known.end() ? nullptr : &*it;
    }

    bool onDevice(const TrackKey& k) const
    {
        return isDeviceKind(k.kind) || k.onDevice
            || (k.kind == TrackKind::Counter && !k.pidIsText && m_hosts.count(processOf(k)) == 0);
    }

    std::uint32_t addGroup(TrackKind kind, std::uint32_t source, const std::string& name)
    {
        model::Track t;
        t.kind = kind;
        t.name = sourceLabel(source) + name;
        m_tree.tracks.push_back(std::move(t));
        m_tree.sourceOf.push_back(source);
        return static_cast<std::uint32_t>(m_tree.tracks.size() - 1);
    }

    // Streams in order (the busiest first where there are many), each followed by what is
    // projected onto it; then synchronisation records, then counters.
    void orderMembers(std::vector<std::uint32_t>& members) const
    {
        constexpr std::size_t kMany = 16;
        using StreamKey = std::tuple<std::int64_t, bool, std::int64_t>;
        const auto streamOf = [](const TrackKey& k) {
            return StreamKey(k.owner, k.tidIsText, k.tid);
        };
        std::map<StreamKey, std::int64_t> busy;
        for (const std::uint32_t i : members) {
            if (m_raw.tracks[i].kind == TrackKind::Stream) {
                std::int64_t& sum = busy[streamOf(m_raw.tracks[i])];
                for (const SliceBody& s : m_raw.slices[i]) {
                    sum = saturatingAdd(sum, s.duration);
                }
            }
        }
        if (busy.size() <= kMany) {
            busy.clear();
        }
        const auto rank = [&](std::uint32_t i) {
            const TrackKey& k = m_raw.tracks[i];
            const auto at = busy.find(streamOf(k));
            return std::tuple(k.kind == TrackKind::Counter, k.kind == TrackKind::Sync,
                              at == busy.end() ? 0 : -at->second, k.tid < 0, k.tidIsText, k.owner,
                              k.tid, k.kind);
        };
        std::stable_sort(members.begin(), members.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return rank(a) < rank(b); });
    }

    void addDeviceGroups()
    {
        for (auto& [key, members] : m_deviceMembers) {
            const auto [source, number] = key;
            orderMembers(members);
            const KnownDevice* const known = knownDevice(key);
            const bool counted = std::any_of(members.begin(), members.end(), [&](std::uint32_t i) {
                return m_raw.tracks[i].kind == TrackKind::Stream
                    || m_raw.tracks[i].kind == TrackKind::Counter;
            });
            std::int32_t device = -1;
            if (counted) {
                device = static_cast<std::int32_t>(m_tree.devices.size());
                m_tree.devices.push_back({static_cast<std::int32_t>(number), m_sources[source].rank,
                                          known != nullptr ? known->name : std::string(),
                                          known != nullptr ? known->properties : std::string()});
            }
            const std::string suffix =
                known != nullptr && !known->name.empty() ? " · " + known->name : std::string();
            const std::uint32_t group =
                addGroup(TrackKind::Device, source, "GPU " + std::to_string(number) + suffix);
            m_tree.tracks[group].device = device;
            std::set<std::int64_t> owners;
            for (const std::uint32_t i : members) {
                if (m_raw.tracks[i].owner != 0) {
                    owners.insert(m_raw.tracks[i].owner);
                }
            }
            for (const std::uint32_t i : members) {
                model::Track& t = addMember(i, group);
                t.device = device;
                const TrackKey& k = m_raw.tracks[i];
                if (owners.size() > 1 && k.owner != 0) {
                    t.name += " · process " + std::to_string(k.owner);
                }
            }
        }
    }

    void addProcessGroups()
    {
        std::vector<ProcessKey> order;
        std::map<ProcessKey, std::vector<std::uint32_t>> members;
        for (std::uint32_t i = 0; i < m_raw.tracks.size(); ++i) {
            if (!placed(i)) {
                const ProcessKey p = processOf(m_raw.tracks[i]);
                if (members[p].empty()) {
                    order.push_back(p);
                }
                members[p].push_back(i);
            }
        }
        const auto sortOf = [&](const ProcessKey& p) {
            const auto it = m_processes.find(p);
            return it != m_processes.end() && it->second.sort ? *it->second.sort : std::int64_t{0};
        };
        std::stable_sort(order.begin(), order.end(), [&](const ProcessKey& a, const ProcessKey& b) {
            return sortOf(a) < sortOf(b);
        });
        for (const ProcessKey& p : order) {
            addProcess(p, members[p]);
        }
    }

    void addProcess(const ProcessKey& p, std::vector<std::uint32_t>& members)
    {
        const Naming& naming = m_processes[p];
        const std::string id = label(p.isText, p.value);
        std::string name = naming.name.empty() || naming.name == id
            ? (p.isText ? id : "process " + id)
            : naming.name + " (" + id + ")";
        if (!naming.labels.empty() && naming.labels != naming.name) {
            name += " · " + naming.labels;
        }
        const std::uint32_t group = addGroup(TrackKind::Process, p.source, name);
        m_tree.tracks[group].process = naming.name.empty() && p.isText ? id : naming.name;
        m_tree.tracks[group].pid = p.isText ? -1 : p.value;
        m_tree.tracks[group].sortIndex = naming.sort.value_or(0);
        const auto key = [&](std::uint32_t i) {
            const TrackKey& k = m_raw.tracks[i];
            const auto it = m_threads.find(threadOf(k));
            const std::int64_t sort =
                it != m_threads.end() && it->second.sort ? *it->second.sort : 0;
            return std::tuple(k.kind, sort);
        };
        std::stable_sort(members.begin(), members.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
        for (const std::uint32_t i : members) {
            model::Track& t = addMember(i, group);
            t.process = m_tree.tracks[group].process;
            t.pid = m_tree.tracks[group].pid;
        }
    }

    bool placed(std::uint32_t rawTrack) const { return m_tree.finalOf[rawTrack] != 0; }

    // Never index 0: a group always comes first, so 0 can mean "not placed yet".
    model::Track& addMember(std::uint32_t rawTrack, std::uint32_t group)
    {
        const TrackKey& k = m_raw.tracks[rawTrack];
        model::Track t;
        t.parent = TrackId(group);
        t.kind = k.kind;
        t.tid = k.tidIsText ? -1 : k.tid;
        const auto it = m_threads.find(threadOf(k));
        const Naming naming = it != m_threads.end() ? it->second : Naming{};
        t.thread = naming.name.empty() && k.tidIsText ? text(k.tid) : naming.name;
        t.sortIndex = naming.sort.value_or(0);
        if (isDeviceKind(k.kind)) {
            t.stream = k.tidIsText ? -1 : k.tid;
        }
        if (const auto unit = m_units.find(k); unit != m_units.end()) {
            t.unit = unit->second;
        }
        t.name = memberName(k, t.thread);
        m_tree.finalOf[rawTrack] = static_cast<std::uint32_t>(m_tree.tracks.size());
        m_tree.tracks.push_back(std::move(t));
        m_tree.sourceOf.push_back(k.source);
        return m_tree.tracks.back();
    }

    std::string memberName(const TrackKey& k, const std::string& thread) const
    {
        const std::string id = label(k.tidIsText, k.tid);
        switch (k.kind) {
        case TrackKind::Stream:
            return k.tidIsText ? id : "stream " + id;
        case TrackKind::Annotation:
            return k.tidIsText ? "annotations · " + id : "annotations · stream " + id;
        case TrackKind::Sync:
            return k.tid < 0 ? "sync" : "sync · stream " + id;
        case TrackKind::Counter:
            return text(k.name.value);
        case TrackKind::Async:
            return k.name.valid() && !m_raw.strings.get(k.name).empty() ? text(k.name.value)
                                                                        : "async";
        case TrackKind::Overhead:
            return "profiler overhead";
        default:
            break;
        }
        if (thread.empty() || thread == id) {
            return k.tidIsText ? id : "thread " + id;
        }
        return thread.find(id) != std::string::npos ? thread : thread + " (" + id + ")";
    }

    const RawTrace& m_raw;
    const std::vector<KnownDevice>& m_known;
    const std::vector<SourceFacts>& m_sources;
    TrackTree m_tree;
    std::map<ProcessKey, Naming> m_processes;
    std::map<std::pair<ProcessKey, ProcessKey>, Naming> m_threads;
    std::unordered_map<TrackKey, std::string, TrackKeyHash> m_units;
    std::map<DeviceKey, std::vector<std::uint32_t>> m_deviceMembers; // raw tracks
    std::set<ProcessKey> m_hosts;
};

} // namespace

TrackTree buildTrackTree(const RawTrace& raw, const std::vector<KnownDevice>& known,
                         const std::vector<SourceFacts>& sources)
{
    return TreeBuilder(raw, known, sources).build();
}

} // namespace longpole::import
