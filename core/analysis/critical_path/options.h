// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// How the dependency graph is built. The defaults are the product; the rest is for tests.
#pragma once

#include "core/base/ids.h"

#include <cstdint>
#include <optional>

namespace longpole::critical_path {

// Minimum lags in ns.
struct Lags
{
    std::int64_t launch = 0; // L: launch call to start on an idle stream
    std::int64_t gap = 0; // G: end of an operation to start of the next on its stream
    std::int64_t wait = 0; // W: an event to the start of what waited for it
    std::int64_t syncReturn = 0; // R: end of the awaited work to the end of the waiting call
    std::int64_t call = 0; // C0: a waiting call that needn't wait
};

// Parts of the model that tests switch off, to see that a check notices.
struct Mutations
{
    bool dropEventWaits = false;
    bool onlyLastWait = false;
    bool syncAsWork = false; // waiting calls count as host work of their whole length
    bool zeroLaunchLag = false;
    bool noFifo = false;
    bool ignoreLegacyStream = false;
    bool noBackPressure = false;
    bool noCollectiveJoin = false;
    bool dropResidualInReplay = false;
    bool noTieRepair = false; // equal times keep their order of creation
    bool sinkIsLastEvent = false; // the thread of the last event becomes the anchor
    bool swapGapAndLaunch = false;
    bool launchFromCallEnd = false;
};

struct Options
{
    std::optional<Lags> lags; // none: estimated from the trace, per device
    std::optional<TrackId> anchor; // host thread the region is measured on; none: chosen
    bool inferHandOffs = true;
    bool inferWaits = true; // from ends that coincide with starts, where waits are unresolved
    bool repairClocks = true;
    std::int64_t handOffMinGapNs = 50'000;
    std::int64_t handOffMaxLagNs = 1'000'000;
    std::uint32_t queueDepth = 1024; // operations a stream takes before its launches block
    std::int64_t blockedLaunchNs = 20'000; // a launch call longer than this may have waited
    std::int64_t coincidenceNs = 20'000; // how near two times must be for an inferred dependency
    Mutations mutations;
};

} // namespace longpole::critical_path
