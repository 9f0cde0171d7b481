// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/cupti/activity.h"

#include "collectors/cupti/call_names.h"
#include "collectors/cupti/collector.h"

#include <algorithm>
#include <string_view>

namespace longpole::cupti {

namespace {

constexpr std::uint32_t kMostCalls = 2000;

// Records of what is done; the others describe the machine and come once, at the start.
bool isWork(std::uint32_t kind)
{
    return kind != wire::KindDevice && kind != wire::KindContext && kind != wire::KindStream;
}

} // namespace

Activity::Activity(const Settings& settings, Notes& notes, BufferPool& pool, SpoolWorker& worker,
                   Counts& counts)
    : m_settings(settings)
    , m_notes(notes)
    , m_pool(pool)
    , m_worker(worker)
    , m_counts(counts)
{ }

bool Activity::check(int status, const char* call, const char* consequence)
{
    if (status == StatusOk) {
        return true;
    }
    m_notes.post("%s failed with %d %s; %s", call, status, m_api.statusText(status), consequence);
    return false;
}

bool Activity::load()
{
    const std::vector<std::string> candidates = cuptiCandidates(m_settings.cuptiPath);
    Notes unsaid; // that one of many places has no libcupti is no news
    for (const std::string& c : candidates) {
        const bool onlyOne = !m_settings.cuptiPath.empty();
        if (m_api.load(c, onlyOne ? m_notes : unsaid)) {
            return true;
        }
    }
    if (m_settings.cuptiPath.empty()) {
        m_notes.post("no libcupti was found: CUDA work is not recorded; install the Python package "
                     "nvidia-cuda-cupti or the CUDA toolkit, or name the library with --cupti");
    }
    return false;
}

// Whatever was found, subscribing included, is noted once.
bool Activity::open()
{
    if (!load()) {
        return false;
    }
    if (m_settings.coexist) {
        share();
    }
    m_strides = probeStrides(m_api);
    m_notes.post("info cupti_version=%u", m_api.version);
    m_notes.post("info cupti_path=%s", m_api.path.c_str());
    return m_api.sharedBy != nullptr || !m_settings.subscribe || subscribe();
}

bool Activity::start() noexcept
{
    try {
        if (!open()) {
            return false;
        }
        m_worker.useCupti(&m_api, &m_strides);
        if (m_strides[wire::KindKernel] < 144 || m_strides[wire::KindRuntime] < 40) {
            m_notes.post("%s is too old or unknown (version %u): its records are %u bytes long; "
                         "CUDA work is not recorded",
                         m_api.path.c_str(), m_api.version, m_strides[wire::KindKernel]);
            return false;
        }
        setAttributes();
        if (!check(registerBuffers(), "cuptiActivityRegisterCallbacks",
                   "CUDA work is not recorded")) {
            return false;
        }
        m_on.store(true, std::memory_order_release);
        m_startedNs = monotonicNs();
        enableKinds();
        chooseCalls();
        watchProfilerCalls(); // last: from here on callbacks switch what was chosen
        return true;
    } catch (...) {
        m_notes.post("the collector ran out of memory; CUDA work is not recorded");
        return false;
    }
}

void Activity::setHardwareTrace()
{
    if (m_api.activityEnableHwTrace == nullptr || m_api.version < kHwTraceSound) {
        m_notes.post("tracing by the hardware needs CUDA 13.4 update 1 or later, and this CUPTI is "
                     "version %u: recorded as usual",
                     m_api.version);
        return;
    }
    check(m_api.activityEnableHwTrace(1), "cuptiActivityEnableHWTrace",
          "recorded as usual, without tracing by the hardware");
}

void Activity::enableKinds()
{
    std::vector<std::uint32_t> kinds = m_settings.kinds;
    if (m_settings.graphsWhole) {
        kinds.push_back(wire::KindGraphTrace);
    }
    if (m_settings.driverApi == Settings::DriverApi::All) {
        kinds.push_back(wire::KindDriver);
    }
    const bool later = m_settings.capture != Settings::Capture::All;
    m_recording.store(!later, std::memory_order_release);
    for (const std::uint32_t kind : kinds) {
        if (kind < m_strides.size() && m_strides[kind] == 0) {
            continue; // newer than this CUPTI
        }
        if (later && isWork(kind)) {
            continue;
        }
        if (const int status = m_api.enable(kind); status != StatusOk) {
            m_notes.post("cuptiActivityEnable(%u) failed with %d %s; records of that kind are "
                         "missing",
                         kind, status, m_api.statusText(status));
        }
    }
    // Polling for the end of work would fill the trace.
    if (m_api.activityEnableAllSyncRecords != nullptr && m_api.sharedBy == nullptr) {
        m_api.activityEnableAllSyncRecords(0);
    }
}

void Activity::chooseCalls()
{
    const auto has = [&](std::uint32_t kind) {
        return std::find(m_settings.kinds.begin(), m_settings.kinds.end(), kind)
            != m_settings.kinds.end();
    };
    if (has(wire::KindRuntime)) {
        for (std::uint32_t id = 1; id < kMostCalls; ++id) {
            const char* const name = m_api.callbackName(DomainRuntime, id);
            if (name != nullptr && isNoise(name)) {
                m_api.enableRuntimeApi(id, false);
            }
        }
    }
    if (m_settings.driverApi != Settings::DriverApi::Launch) {
        return;
    }
    if (m_api.activityEnableDriverApi == nullptr) {
        return; // before CUDA 12.5 it is all calls or none
    }
    for (std::uint32_t id = 1; id < kMostCalls; ++id) {
        const char* const name = m_api.callbackName(DomainDriver, id);
        if (name != nullptr && isDriverWork(name)) {
            m_driverCalls.push_back(id);
            if (m_recording.load(std::memory_order_acquire)) {
                m_api.enableDriverApi(id, true);
            }
        }
    }
}

// On the program's threads: no lock, no allocation, no I/O.
void Activity::requestBuffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most) noexcept
{
    *most = 0; // as many as fit
    m_counts.requests.fetch_add(1, std::memory_order_relaxed);
    std::uint8_t* const taken = isOn() ? m_pool.take() : nullptr;
    *size = m_pool.bytes();
    if (taken != nullptr) {
        *buffer = taken;
        return;
    }
    if (m_api.version >= kNullBufferAllowed) {
        m_counts.refused.fetch_add(1, std::memory_order_relaxed);
        *buffer = nullptr;
        *size = 0;
        return;
    }
    m_counts.scratched.fetch_add(1, std::memory_order_relaxed);
    *buffer = m_pool.scratch();
}

void Activity::bufferDone(std::uint8_t* buffer, std::size_t validSize) noexcept
{
    if (buffer == nullptr) {
        return;
    }
    const std::int64_t index = m_pool.indexOf(buffer);
    if (index < 0) {
        m_counts.discarded.fetch_add(validSize > 0 ? 1 : 0, std::memory_order_relaxed);
        return;
    }
    if (isOn()) {
        m_pool.finished(index, validSize);
        m_worker.wake();
    }
}

// While the window of --capture is open. May run in CUPTI's callbacks.
void Activity::recordWork(bool on) noexcept
{
    if (m_recording.exchange(on, std::memory_order_acq_rel) == on) {
        return;
    }
    const auto set = [&](std::uint32_t kind) {
        if (isWork(kind) && kind < m_strides.size() && m_strides[kind] != 0) {
            if (on) {
                m_api.enable(kind);
            } else {
                m_api.disable(kind);
            }
        }
    };
    for (const std::uint32_t kind : m_settings.kinds) {
        set(kind);
    }
    if (m_settings.graphsWhole) {
        set(wire::KindGraphTrace);
    }
    for (const std::uint32_t id : m_driverCalls) {
        m_api.enableDriverApi(id, on);
    }
}

void Activity::watchProfilerCalls()
{
    if (m_settings.capture != Settings::Capture::Profiler) {
        return;
    }
    for (std::uint32_t id = 1; id < kMostCalls; ++id) {
        const char* const name = m_api.callbackName(DomainRuntime, id);
        const std::string_view call = name != nullptr ? name : "";
        if (call.starts_with("cudaProfilerStart")) {
            m_profilerStart = id;
        } else if (call.starts_with("cudaProfilerStop")) {
            m_profilerStop = id;
        }
    }
    bool watched = m_subscriber != nullptr && m_api.enableCallback != nullptr;
    for (const std::uint32_t id : {m_profilerStart, m_profilerStop}) {
        watched = watched && id != 0
            && m_api.enableCallback(1, m_subscriber, DomainRuntime, id) == StatusOk;
    }
    if (!watched) {
        m_notes.post("cudaProfilerStart could not be watched: everything is recorded");
        recordWork(true);
    }
}

void Activity::keepCaptureTime() noexcept
{
    if (m_settings.capture != Settings::Capture::Time) {
        return;
    }
    const std::uint64_t ms = (monotonicNs() - m_startedNs) / 1'000'000;
    const std::uint64_t end = m_settings.captureDelayMs + m_settings.captureMs;
    recordWork(ms >= m_settings.captureDelayMs && (m_settings.captureMs == 0 || ms < end));
}

void Activity::callbackEvent(int domain, std::uint32_t id, int site) noexcept
{
    if (domain == DomainRuntime && id == m_profilerStart && site == 1) {
        recordWork(true);
    } else if (domain == DomainRuntime && id == m_profilerStop && site == 0) {
        recordWork(false);
    }
    if (domain == DomainResource && id == kResourceModuleUnload) {
        m_counts.moduleUnloads.fetch_add(1, std::memory_order_release);
    }
}

void Activity::runFlusher() noexcept
{
    const std::uint32_t everyMs = std::max<std::uint32_t>(m_settings.flushMs * 4 / 5, 1);
    for (;;) {
        const bool timed = m_settings.capture == Settings::Capture::Time;
        const bool last = m_loop.lastAfter(timed ? std::min<std::uint32_t>(everyMs, 20) : everyMs);
        keepCaptureTime();
        // Never before CUPTI's first request: flushing an unused CUPTI can hang.
        if (isOn() && m_counts.requests.load(std::memory_order_acquire) > 0) {
            // By force only at the very end: it hands out kernels that still run.
            const int status = m_api.activityFlushAll(last ? kFlushForced : 0);
            if (status != StatusOk && last) {
                m_notes.post("the last cuptiActivityFlushAll failed with %d %s; the end of the "
                             "recording may be missing",
                             status, m_api.statusText(status));
            }
        }
        if (last) {
            m_loop.ended();
            return;
        }
    }
}

} // namespace longpole::cupti
