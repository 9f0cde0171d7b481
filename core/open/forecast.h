// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Forecasts: what-if answers that a user kept, to be compared with a later recording. One file per
// trace under XDG_DATA_HOME/longpole/traces (else ~/.local/share), one JSON object per line, found
// by the trace's hash. Written by the command line and the viewer alike: lines are only added.
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/model/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace longpole::open {

struct Forecast
{
    std::string name; // as the user called it
    std::string region; // "whole trace", "ProfilerStep#3"
    std::string change; // in words or options: "--scale gemm=0.5"
    DurationNs makespan; // as measured
    DurationNs low; // forecast, optimistic
    DurationNs high; // forecast, conservative
    std::int64_t madeUnixNs = 0; // 0 when saving: now
};

// Error: the trace has no hash, or the file cannot be written (message names it).
Result<void> saveForecast(const model::Trace& trace, const Forecast& forecast);

// All of a trace, oldest first; lines that cannot be understood are left out and counted.
struct Forecasts
{
    std::vector<Forecast> list;
    std::uint64_t unreadable = 0;
};
Forecasts loadForecasts(const model::Trace& trace);

} // namespace longpole::open
