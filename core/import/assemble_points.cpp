// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/assembly.h"

#include <algorithm>

namespace longpole::import {

namespace {

// Groups records by final track, each group sorted by time, equal times in file order.
template <class Record, class Emit>
void eachTrack(Assembly& a, std::vector<Record>& records, Emit emit)
{
    for (Record& r : records) {
        r.track = a.tree.finalOf[r.track];
    }
    std::stable_sort(records.begin(), records.end(), [](const Record& x, const Record& y) {
        return x.track != y.track ? x.track < y.track : x.time < y.time;
    });
    for (std::size_t first = 0; first < records.size();) {
        std::size_t last = first;
        while (last < records.size() && records[last].track == records[first].track) {
            ++last;
        }
        emit(records[first].track, std::span(records).subspan(first, last - first));
        first = last;
    }
    records = {};
}

} // namespace

void assembleInstants(Assembly& a)
{
    a.parts.counts.instants = a.raw.instants.size();
    eachTrack(a, a.raw.instants, [&](std::uint32_t track, std::span<InstantRecord> group) {
        std::vector<TimeNs> time;
        std::vector<StringId> name;
        std::vector<std::uint16_t> category;
        std::vector<model::InstantScope> scope;
        std::vector<std::uint32_t> args;
        for (const InstantRecord& r : group) {
            time.push_back({saturatingSub(r.time, a.zero)});
            name.push_back(r.name);
            category.push_back(r.category);
            scope.push_back(r.scope);
            args.push_back(r.args);
        }
        a.tree.tracks[track].instantCount = static_cast<std::uint32_t>(group.size());
        a.raw.columns->put(model::instant::kTime, track, std::move(time));
        a.raw.columns->put(model::instant::kName, track, std::move(name));
        a.raw.columns->put(model::instant::kCategory, track, std::move(category));
        a.raw.columns->put(model::instant::kScope, track, std::move(scope));
        a.raw.columns->put(model::instant::kArgs, track, std::move(args));
    });
}

void assembleCounters(Assembly& a)
{
    a.parts.counts.counterSamples = a.raw.counters.size();
    eachTrack(a, a.raw.counters, [&](std::uint32_t track, std::span<CounterRecord> group) {
        std::vector<TimeNs> time;
        std::vector<double> value;
        for (const CounterRecord& r : group) {
            time.push_back({saturatingSub(r.time, a.zero)});
            value.push_back(r.value);
        }
        a.tree.tracks[track].sampleCount = static_cast<std::uint32_t>(group.size());
        a.raw.columns->put(model::counter::kTime, track, std::move(time));
        a.raw.columns->put(model::counter::kValue, track, std::move(value));
    });
}

} // namespace longpole::import
