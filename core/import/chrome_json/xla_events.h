// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Events of the trace.json.gz that XLA's profiler (JAX, TensorFlow) writes: they have no category;
// what they are is in their arguments and names.
#pragma once

#include "core/import/chrome_json/raw_event.h"
#include "core/import/event_batch.h"

namespace longpole::import {

// Makes the slice of such an event a GPU operation, an API call or the mark of a step and gives it
// its track (thread: of the event). False, and nothing is done, if it is none of them. The GPU is a
// process there: see device_processes.h.
bool addXlaWork(const RawEvent& event, const TrackKey& thread, EventBatch& batch,
                SliceRecord& slice);

} // namespace longpole::import
