// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// What to record, and how it is told to the library that is injected.
#pragma once

#include "collectors/launch/process.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace longpole::launch {

struct RecordingOptions
{
    std::string collector; // liblongpole_cupti.so
    std::string spoolFolder; // absolute
    std::string kinds = "default"; // default, minimal or full, then +KIND,-KIND: see kindNumbers
    std::string driverApi = "launch"; // launch, all, none
    std::string graph = "node"; // node, graph; auto: node, until measured
    std::string nvtx = "on"; // on, off
    std::string buffers = "64x1M";
    std::string maxSpool = "20G";
    std::string capture; // cudaProfilerApi, or delay=S and duration=S in seconds; empty: all
    std::string counters; // as --counters; occupancy and roofline measure and record nothing else
    std::string kernel; // of those: extended regular expression for kernels' names; empty: all
    std::uint64_t launchSkip = 0; // of those kernels' launches
    std::uint64_t launchCount = 1000;
    std::string cupti; // a libcupti to use; empty: search
    std::string python = "off"; // off, ranges
    std::vector<std::string> pythonPrefixes; // folders of functions to record; empty: the program's
    std::uint32_t flushMs = 500;
    bool latency = false;
    bool hardwareTrace = false; // where this CUPTI does it well
    bool coexist = false; // share CUPTI with other profilers, where that can be
    bool subscribe = true;
    bool cuda = true;
};

// "64x1M", "20G", "4096" → bytes. An error says what is wrong.
Result<std::uint64_t> parseBytes(const std::string& text);
// "minimal,+49,-environment" → "10,49": numbers as CUPTI counts, or names.
Result<std::string> kindNumbers(const std::string& text);
// "delay=2,duration=0.5" → "2000,500"; "cudaProfilerApi" → "profiler".
Result<std::string> captureWindow(const std::string& text);
// The variables to run a program with.
Result<Variables> recordingVariables(const RecordingOptions& options);

} // namespace longpole::launch
