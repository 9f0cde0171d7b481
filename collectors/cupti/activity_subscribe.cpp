// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// How we become CUPTI's subscriber: its only one, or one of several.
#include "collectors/cupti/activity.h"
#include "collectors/cupti/collector.h"

#include <cstring>

namespace longpole::cupti {

namespace {

void onRequest(std::uint8_t** buffer, std::size_t* size, std::size_t* most)
{
    currentCollector()->activity().requestBuffer(buffer, size, most);
}

void onDone(void*, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t validSize)
{
    currentCollector()->activity().bufferDone(buffer, validSize);
}

// The same where CUPTI is shared.
void onSharedRequest(std::uint8_t** buffer, std::size_t* size, std::size_t* most, void*)
{
    onRequest(buffer, size, most);
}

void onSharedDone(std::uint8_t* buffer, std::size_t, std::size_t validSize, void*)
{
    currentCollector()->activity().bufferDone(buffer, validSize);
}

void onCallback(void*, int domain, std::uint32_t id, const void* data)
{
    Collector* const c = currentCollector();
    if (c->callbackOfCounters(domain, id, data)) {
        return;
    }
    // Of an API call, the data begin with the site.
    std::int32_t site = -1;
    if (domain == DomainRuntime && data != nullptr) {
        std::memcpy(&site, data, sizeof(site));
    }
    c->activity().callbackEvent(domain, id, site);
}

} // namespace

// Where CUPTI can be shared, functions that know their subscriber don't go with those that don't;
// there the newer one only tells who is in the way.
bool Activity::subscribe()
{
    char other[256] = {};
    SubscriberParams params{kParamsAlone, "Longpole", other, sizeof(other), 0, {}};
    int status = StatusOtherSubscriber;
    const bool plain =
        m_api.subscribe != nullptr && (m_api.version >= kShareable || m_api.subscribeV2 == nullptr);
    if (plain) {
        status = m_api.subscribe(&m_subscriber, &onCallback, nullptr);
    }
    if (status == StatusOtherSubscriber && m_api.subscribeV2 != nullptr) {
        status = m_api.subscribeV2(&m_subscriber, &onCallback, nullptr, &params);
        other[sizeof(other) - 1] = 0;
    } else if (!plain) {
        return true; // there is nothing to subscribe with
    }
    if (status == StatusOtherSubscriber) {
        m_notes.post("another profiler is attached to this process already%s%s (CUPTI error 39): "
                     "CUDA work is not recorded; switch that profiler off",
                     *other != 0 ? ": " : "", other);
        return false;
    }
    if (!check(status, "cuptiSubscribe",
               "CUDA work is not recorded (no NVIDIA driver here, or one older than this CUPTI; "
               "--cupti names another)")) {
        return false;
    }
    watchUnloads();
    return true;
}

void Activity::watchUnloads()
{
    if (m_api.enableCallback != nullptr) {
        check(m_api.enableCallback(1, m_subscriber, DomainResource, kResourceModuleUnload),
              "cuptiEnableCallback", "kernels of reloaded modules may get an old name");
    }
}

// Where that can't be, it is said, and we try to be the only subscriber.
void Activity::share()
{
    if (m_api.version < kShareable || m_api.subscribeV2 == nullptr || !m_api.shared.isComplete()) {
        m_notes.post(
            "CUPTI can be shared with other profilers from CUDA 13.3 on, and %s is version "
            "%u: it is used alone",
            m_api.path.c_str(), m_api.version);
        return;
    }
    char other[256] = {};
    SubscriberParams params{sizeof(SubscriberParams), "Longpole", other, sizeof(other), 1, {}};
    const int status = m_api.subscribeV2(&m_subscriber, &onCallback, nullptr, &params);
    other[sizeof(other) - 1] = 0;
    if (status != StatusOk) {
        m_subscriber = nullptr;
        m_notes.post(
            "CUPTI cannot be shared here (%d %s): that needs NVIDIA's driver 610 or later, "
            "and other profilers that share, too%s%s; it is used alone, if that can be",
            status, m_api.statusText(status), *other != 0 ? ", not " : "", other);
        return;
    }
    m_api.sharedBy = m_subscriber;
    m_notes.post("info cupti_shared=1");
    watchUnloads();
}

int Activity::registerBuffers()
{
    return m_api.sharedBy != nullptr
        ? m_api.shared.registerCallbacks(m_api.sharedBy, &onSharedRequest, &onSharedDone)
        : m_api.activityRegisterCallbacks(&onRequest, &onDone);
}

// What has functions of its own elsewhere.
void Activity::setSharedAttributes()
{
    int threads = kThreadIdSystem;
    check(m_api.setAttribute(kAttributeThreadId, sizeof(threads), &threads),
          "cuptiActivitySetAttribute_v2 (thread ids)", "threads are numbered as libpthread does");
    if (m_settings.latency) {
        std::uint8_t yes = 1;
        check(m_api.setAttribute(kAttributeLatency, sizeof(yes), &yes),
              "cuptiActivitySetAttribute_v2 (latency)",
              "when kernels were queued and submitted is not recorded");
    }
    std::uint8_t whole = 0;
    std::size_t size = sizeof(whole);
    m_api.shared.getAttribute(m_api.sharedBy, kAttributeGraphsWhole, &size, &whole);
    if ((whole != 0) == m_settings.graphsWhole) {
        return;
    }
    std::uint8_t wanted = m_settings.graphsWhole ? 1 : 0;
    check(m_api.setAttribute(kAttributeGraphsWhole, sizeof(wanted), &wanted),
          "cuptiActivitySetAttribute_v2 (graphs)",
          "CUDA graphs are recorded as the other profiler wants it");
}

void Activity::setAttributes()
{
    if (m_api.sharedBy != nullptr) {
        setSharedAttributes();
    } else if (m_api.setThreadIdType != nullptr) {
        check(m_api.setThreadIdType(kThreadIdSystem), "cuptiSetThreadIdType",
              "threads are numbered as libpthread does");
    }
    // Not in all versions, and only a matter of speed: no note.
    std::uint8_t yes = 1;
    m_api.setAttribute(kAttributeZeroedOut, sizeof(yes), &yes);
    if (m_settings.hardwareTrace) {
        setHardwareTrace();
    }
    if (m_settings.latency && m_api.activityEnableLatencyTimestamps != nullptr
        && m_api.sharedBy == nullptr) {
        check(m_api.activityEnableLatencyTimestamps(1), "cuptiActivityEnableLatencyTimestamps",
              "when kernels were queued and submitted is not recorded");
    }
}

} // namespace longpole::cupti
