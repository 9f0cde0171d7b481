// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/stream_pairs.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace longpole::diff {

namespace {

struct Stream
{
    TrackId track;
    std::uint32_t device = 0; // position among the devices with operations
    std::int64_t number = -1;
    std::unordered_map<std::uint32_t, std::uint64_t> names;
};

std::vector<Stream> streamsOf(const Side& side)
{
    const model::Trace& trace = *side.trace;
    const auto track = trace.column(model::gpu_op::kTrack);
    const auto device = trace.column(model::gpu_op::kDevice);
    std::map<TrackId, Stream> streams;
    std::map<TrackId, std::uint32_t> deviceOf;
    TrackId last;
    Stream* current = nullptr;
    for (std::size_t i = 0; i < track.size(); ++i) {
        if (current == nullptr || track[i] != last) {
            last = track[i];
            current = &streams[last];
            current->track = last;
            current->number = trace.track(last).stream;
            deviceOf[last] = device[i];
        }
        ++current->names[side.keys.name[i]];
    }
    std::set<std::tuple<std::int32_t, std::int32_t, std::uint32_t>> devices;
    for (const auto& [id, d] : deviceOf) {
        if (d < trace.devices().size()) {
            devices.emplace(trace.devices()[d].rank, trace.devices()[d].number, d);
        }
    }
    std::map<std::uint32_t, std::uint32_t> position;
    for (const auto& d : devices) {
        position.emplace(std::get<2>(d), static_cast<std::uint32_t>(position.size()));
    }
    std::vector<Stream> out;
    for (auto& [id, s] : streams) {
        s.device = position[deviceOf[id]];
        out.push_back(std::move(s));
    }
    return out;
}

std::uint64_t inCommon(const Stream& a, const Stream& b)
{
    std::uint64_t out = 0;
    for (const auto& [name, count] : a.names) {
        const auto it = b.names.find(name);
        out += it == b.names.end() ? 0 : std::min(count, it->second);
    }
    return out;
}

} // namespace

std::vector<StreamPair> pairStreams(const Side& before, const Side& after)
{
    const std::vector<Stream> a = streamsOf(before);
    const std::vector<Stream> b = streamsOf(after);
    struct Candidate
    {
        std::uint64_t common;
        bool sameNumber;
        std::size_t a, b;
    };
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::uint64_t common = a[i].device == b[j].device ? inCommon(a[i], b[j]) : 0;
            if (common > 0) {
                candidates.push_back({common, a[i].number == b[j].number, i, j});
            }
        }
    }
    std::stable_sort(
        candidates.begin(), candidates.end(), [](const Candidate& x, const Candidate& y) {
            return x.common != y.common ? x.common > y.common : x.sameNumber && !y.sameNumber;
        });
    std::vector<bool> usedA(a.size());
    std::vector<bool> usedB(b.size());
    std::vector<StreamPair> out;
    for (const Candidate& c : candidates) {
        if (!usedA[c.a] && !usedB[c.b]) {
            usedA[c.a] = usedB[c.b] = true;
            out.push_back({a[c.a].track, b[c.b].track});
        }
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!usedA[i]) {
            out.push_back({a[i].track, {}});
        }
    }
    for (std::size_t j = 0; j < b.size(); ++j) {
        if (!usedB[j]) {
            out.push_back({{}, b[j].track});
        }
    }
    return out;
}

} // namespace longpole::diff
