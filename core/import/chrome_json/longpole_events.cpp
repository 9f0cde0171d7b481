// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/longpole_events.h"

#include "core/import/chrome_json/args_scanner.h"
#include "core/import/chrome_json/json_text.h"
#include "core/import/decimal_time.h"

namespace longpole::import {

namespace {

using model::TrackKind;

constexpr TrackKind kLanes[] = {TrackKind::Thread, TrackKind::Stream, TrackKind::Annotation,
                                TrackKind::Async,  TrackKind::Sync,   TrackKind::Overhead,
                                TrackKind::Other};

} // namespace

void setLane(std::string_view lane, TrackKey& key, EventBatch& batch)
{
    const std::size_t colon = lane.find(':');
    const std::string_view kind = lane.substr(0, colon);
    const std::string_view rest =
        colon == std::string_view::npos ? std::string_view() : lane.substr(colon + 1);
    key.onDevice = kind == "device" && key.kind == TrackKind::Counter && !key.pidIsText;
    for (const TrackKind k : kLanes) {
        if (kind == model::trackKindName(k)) {
            key.kind = k;
        }
    }
    if (key.kind == TrackKind::Async) {
        key.name = batch.intern(rest);
    } else {
        key.owner = parseInteger(rest).value_or(0);
    }
}

bool addCounterUnit(const RawEvent& event, TrackKey counter, EventBatch& batch)
{
    if (event.name != "longpole_counter_unit" || event.args.empty()) {
        return false;
    }
    NamingRecord unit;
    unit.kind = NamingRecord::Kind::CounterUnit;
    ArgsScanner scanner(event.args);
    std::string_view name;
    Scalar value;
    while (scanner.next(name, value)) {
        if (name == "counter") {
            counter.name = batch.intern(jsonText(value.text));
        } else if (name == "unit") {
            unit.text = batch.intern(jsonText(value.text));
        }
    }
    counter.tid = 0;
    counter.tidIsText = false;
    unit.thread = counter;
    batch.namings.push_back(unit);
    return true;
}

} // namespace longpole::import
