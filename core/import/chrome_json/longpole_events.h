// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What only the Chrome JSON that Longpole exports holds (core/export/chrome_json): tracks that
// Kineto's conventions cannot name, and units of counters. Other readers ignore it.
#pragma once

#include "core/import/chrome_json/raw_event.h"
#include "core/import/event_batch.h"

#include <string_view>

namespace longpole::import {

// lane: the kind of the event's track where its phase and category don't tell, as trackKindName()
// has it; "device" is a counter of the device that is the event's pid. After a ':' follows the
// track's name (async) or the process that the track of a device belongs to.
void setLane(std::string_view lane, TrackKey& key, EventBatch& batch);

// The unit of a counter: a metadata event "longpole_counter_unit" with args "counter" and "unit".
// counter: its process. False if it is another event.
bool addCounterUnit(const RawEvent& event, TrackKey counter, EventBatch& batch);

} // namespace longpole::import
