// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// What the launcher asks for, passed in environment variables named LONGPOLE_….
#pragma once

#include "collectors/counters/counter_request.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace longpole::cupti {

struct Settings
{
    std::string spoolFolder; // LONGPOLE_SPOOL_DIR; empty: record nothing
    std::string cuptiPath; // LONGPOLE_CUPTI; empty: search
    std::vector<std::uint32_t> kinds; // LONGPOLE_KINDS: "10,5,…"; default: see settings.cpp
    enum class DriverApi : std::uint8_t
    {
        None,
        Launch, // calls that launch, copy, wait: see driver_calls.h
        All
    };
    DriverApi driverApi = DriverApi::Launch; // LONGPOLE_DRIVER_API: launch, all, none
    bool graphsWhole = false; // LONGPOLE_GRAPH=graph: one record per launch of a graph
    bool latency = false; // LONGPOLE_LATENCY=1: when kernels were queued and submitted
    bool hardwareTrace = false; // LONGPOLE_HES=1: where this CUPTI does it well
    bool nvtx = true; // LONGPOLE_NVTX=off
    bool cuda = true; // LONGPOLE_CUDA=off: NVTX only
    // LONGPOLE_CAPTURE: "profiler" (between cudaProfilerStart and cudaProfilerStop), or
    // "DELAY,DURATION" in ms from the initialisation of CUDA (duration 0: to the end). NVTX is
    // recorded throughout.
    enum class Capture : std::uint8_t
    {
        All,
        Profiler,
        Time
    };
    Capture capture = Capture::All;
    std::uint64_t captureDelayMs = 0;
    std::uint64_t captureMs = 0;
    counters::CounterRequest counters; // LONGPOLE_COUNTERS: as --counters
    std::string kernelPattern; // LONGPOLE_KERNEL: extended regular expression; empty: all kernels
    std::uint64_t launchSkip = 0; // LONGPOLE_LAUNCH_SKIP, of those kernels
    std::uint64_t launchCount = 1000; // LONGPOLE_LAUNCH_COUNT
    bool coexist = false; // LONGPOLE_COEXIST=1: share CUPTI with other profilers
    bool subscribe = true; // LONGPOLE_SUBSCRIBE=0: not as CUPTI's subscriber
    std::size_t bufferCount = 64; // LONGPOLE_BUFFERS: "64x1048576"
    std::size_t bufferBytes = 1U << 20U;
    std::uint32_t flushMs = 500; // LONGPOLE_FLUSH_MS: what a killed process may lose
    std::uint64_t maxSpoolBytes = 20ULL << 30U; // LONGPOLE_MAX_SPOOL, bytes
};

Settings settingsFromEnvironment();

} // namespace longpole::cupti
