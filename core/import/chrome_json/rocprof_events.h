// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Events without a category: those of XLA's profiler (xla_events.h), and those of the JSON that
// AMD's rocprof (the first version) writes. The latter are known by their arguments BeginNs and
// EndNs and lie in made-up processes: 0 markers, 1 copies, 2 HIP, 3 HSA, 5 other work, 6 and up the
// GPUs.
#pragma once

#include "core/import/chrome_json/raw_event.h"
#include "core/import/event_batch.h"

namespace longpole::import {

// Sets role, facts and track of a complete event that is GPU work, an API call or a marker; thread
// is where it lies in the file. False if it is none of these.
bool addUncategorised(const RawEvent& event, const TrackKey& thread, EventBatch& batch,
                      SliceRecord& slice);

// Where an end of a flow lies: rocprof's flows ("DataFlow") go from calls to the GPUs.
TrackKey flowEnd(const RawEvent& event, TrackKey thread);

} // namespace longpole::import
