// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/cupti/settings.h"

#include "collectors/wire/cupti_records.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace longpole::cupti {

namespace {

std::string text(const char* name)
{
    const char* const value = std::getenv(name);
    return value != nullptr ? value : "";
}

std::uint64_t number(const char* name, std::uint64_t fallback, std::uint64_t low,
                     std::uint64_t high)
{
    const std::string value = text(name);
    if (value.empty()) {
        return fallback;
    }
    return std::clamp<std::uint64_t>(std::strtoull(value.c_str(), nullptr, 10), low, high);
}

std::vector<std::uint32_t> kindList(const std::string& list)
{
    std::vector<std::uint32_t> out;
    const char* at = list.c_str();
    while (*at != 0) {
        char* end = nullptr;
        const auto kind = static_cast<std::uint32_t>(std::strtoul(at, &end, 10));
        if (end == at) {
            ++at;
            continue;
        }
        out.push_back(kind);
        at = end;
    }
    return out;
}

} // namespace

Settings settingsFromEnvironment()
{
    Settings s;
    s.spoolFolder = text("LONGPOLE_SPOOL_DIR");
    s.cuptiPath = text("LONGPOLE_CUPTI");
    s.kinds = kindList(text("LONGPOLE_KINDS"));
    if (s.kinds.empty()) {
        s.kinds = {wire::KindDevice,     wire::KindContext,  wire::KindStream,
                   wire::KindKernel,     wire::KindMemcpy,   wire::KindMemcpyPeer,
                   wire::KindMemset,     wire::KindRuntime,  wire::KindSync,
                   wire::KindCudaEvent,  wire::KindOverhead, wire::KindMemory,
                   wire::KindMemoryPool, wire::KindJit,      wire::KindEnvironment};
    }
    const std::string driver = text("LONGPOLE_DRIVER_API");
    s.driverApi = driver == "none" ? Settings::DriverApi::None
        : driver == "all"          ? Settings::DriverApi::All
                                   : Settings::DriverApi::Launch;
    s.graphsWhole = text("LONGPOLE_GRAPH") == "graph";
    s.latency = text("LONGPOLE_LATENCY") == "1";
    s.hardwareTrace = text("LONGPOLE_HES") == "1";
    s.nvtx = text("LONGPOLE_NVTX") != "off";
    s.cuda = text("LONGPOLE_CUDA") != "off";
    s.coexist = text("LONGPOLE_COEXIST") == "1";
    s.subscribe = text("LONGPOLE_SUBSCRIBE") != "0";
    s.counters = counters::parseCounterRequest(text("LONGPOLE_COUNTERS"));
    s.kernelPattern = text("LONGPOLE_KERNEL");
    s.launchSkip = number("LONGPOLE_LAUNCH_SKIP", s.launchSkip, 0, ~std::uint32_t{0});
    s.launchCount = number("LONGPOLE_LAUNCH_COUNT", s.launchCount, 1, ~std::uint32_t{0});
    const std::string buffers = text("LONGPOLE_BUFFERS");
    if (const std::size_t x = buffers.find('x'); x != std::string::npos) {
        s.bufferCount =
            std::clamp<std::size_t>(std::strtoul(buffers.c_str(), nullptr, 10), 1, 4096);
        s.bufferBytes = std::clamp<std::size_t>(std::strtoul(buffers.c_str() + x + 1, nullptr, 10),
                                                16U << 10U, 64U << 20U);
    }
    s.flushMs = static_cast<std::uint32_t>(number("LONGPOLE_FLUSH_MS", s.flushMs, 1, 3'600'000));
    const std::string capture = text("LONGPOLE_CAPTURE");
    if (capture == "profiler") {
        s.capture = Settings::Capture::Profiler;
    } else if (!capture.empty()) {
        s.capture = Settings::Capture::Time;
        s.captureDelayMs = std::strtoull(capture.c_str(), nullptr, 10);
        const std::size_t comma = capture.find(',');
        s.captureMs = comma == std::string::npos
            ? 0
            : std::strtoull(capture.c_str() + comma + 1, nullptr, 10);
    }
    s.maxSpoolBytes = number("LONGPOLE_MAX_SPOOL", s.maxSpoolBytes, 64U << 10U, ~std::uint64_t{0});
    return s;
}

} // namespace longpole::cupti
