// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/cupti/device_sampler.h"

#include "collectors/cupti/counter_errors.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace longpole::cupti {

namespace {

constexpr std::uint32_t kReadEveryMs = 10;
constexpr std::uint32_t kMostSamples = 4096; // between two readings
constexpr std::size_t kDeviceBufferBytes = 64U << 20U;
constexpr std::uint32_t kMostDevices = 64;
// Chips that sample by clock cycles only; theirs is about 1 GHz, so a cycle is about 1 ns.
constexpr const char* kByCycles[] = {"GA100", "TU102", "TU104", "TU106", "TU116", "TU117"};

// The same for all processes of the machine, however they number their devices.
std::string deviceIdentity(std::uint32_t device)
{
    void* const cuda = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    unsigned char uuid[16] = {};
    using GetUuid = int (*)(void*, int);
    auto* const get =
        cuda != nullptr ? reinterpret_cast<GetUuid>(::dlsym(cuda, "cuDeviceGetUuid_v2")) : nullptr;
    if (get == nullptr || get(uuid, static_cast<int>(device)) != 0) {
        return std::to_string(device);
    }
    std::string out;
    for (const unsigned char byte : uuid) {
        char hex[3];
        std::snprintf(hex, sizeof(hex), "%02x", static_cast<unsigned>(byte));
        out += hex;
    }
    return out;
}

} // namespace

DeviceSampler::DeviceSampler(const Settings& settings, Notes& notes, ChunkQueue& queue)
    : m_settings(settings)
    , m_notes(notes)
    , m_queue(queue)
{ }

bool DeviceSampler::start(const CuptiApi& api, void* subscriber)
{
    m_api = &api;
    m_profiler.find(api.handle);
    if (!m_profiler.canSample() || api.getDeviceId == nullptr || api.enableCallback == nullptr
        || subscriber == nullptr) {
        m_notes.post("%s cannot sample counters: CUDA 12.6 or later is needed for --counters "
                     "timeline",
                     api.path.c_str());
        return false;
    }
    m_on.store(true, std::memory_order_release);
    if (!check(api.enableCallback(1, subscriber, DomainResource, kResourceContextCreated),
               "cuptiEnableCallback")) {
        return false;
    }
    return true;
}

bool DeviceSampler::check(int status, const char* call)
{
    if (status != StatusOk) {
        m_notes.post("%s", counterError(call, status).c_str());
    }
    return status == StatusOk;
}

void DeviceSampler::contextCreated(void* context) noexcept
{
    std::uint32_t device = 0;
    if (m_on.load(std::memory_order_acquire) && m_api->getDeviceId(context, &device) == StatusOk
        && device < kMostDevices) {
        m_wanted.fetch_or(std::uint64_t{1} << device, std::memory_order_acq_rel);
        m_loop.wake();
    }
}

void DeviceSampler::run() noexcept
{
    try {
        for (bool last = false; !last;) {
            last = m_loop.lastAfter(kReadEveryMs);
            const std::uint64_t wanted = m_wanted.load(std::memory_order_acquire) & ~m_begun;
            for (std::uint32_t d = 0; d < kMostDevices && !last; ++d) {
                if ((wanted >> d & 1U) != 0) {
                    m_begun |= std::uint64_t{1} << d;
                    begin(d);
                }
            }
            for (auto& d : m_devices) {
                if (d->profiler != nullptr && (last || !drain(*d))) {
                    stop(*d);
                }
            }
        }
        m_notes.post("info counter_samples=%llu", static_cast<unsigned long long>(m_samples));
    } catch (...) {
        m_notes.post("the collector ran out of memory and stopped sampling counters");
    }
    m_loop.ended();
}

void DeviceSampler::begin(std::uint32_t device)
{
    auto d = std::make_unique<Device>();
    d->number = device;
    if (!lockDevice(*d)) {
        return; // another process samples it
    }
    if (prepare(*d)) {
        m_notes.post("info counters_chip.%u=%s", device, d->of.plan.chip.c_str());
        m_devices.push_back(std::move(d));
        return;
    }
    if (d->profiler != nullptr) {
        auto disable = counters::params<counters::RangeObject>();
        disable.profiler = d->profiler;
        m_profiler.pmDisable(&disable);
    }
    if (d->lock >= 0) {
        ::close(d->lock);
    }
}

bool DeviceSampler::lockDevice(Device& d)
{
    const char* const folder = std::getenv("TMPDIR");
    const std::string path = std::string(folder != nullptr && *folder == '/' ? folder : "/tmp")
        + "/longpole-counters-" + std::to_string(::getuid()) + "-" + deviceIdentity(d.number)
        + ".lock";
    d.lock = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (d.lock < 0 || ::flock(d.lock, LOCK_EX | LOCK_NB) == 0) {
        return true; // without a file to lock CUPTI will tell
    }
    ::close(d.lock);
    m_notes.post("another process samples the counters of device %u; this one doesn't", d.number);
    return false;
}

bool DeviceSampler::prepare(Device& d)
{
    namespace c = counters;
    if (const std::string wrong =
            d.of.make(m_profiler, m_initialized, d.number, m_settings.counters);
        !wrong.empty()) {
        m_notes.post("%s", wrong.c_str());
        return false;
    }
    auto enable = c::params<c::PmEnable>();
    enable.device = d.number;
    if (!check(m_profiler.pmEnable(&enable), "cuptiPmSamplingEnable")) {
        return false;
    }
    d.profiler = enable.profiler;
    auto config = c::params<c::PmConfig>();
    config.profiler = d.profiler;
    config.imageBytes = d.of.plan.image.size();
    config.image = d.of.plan.image.data();
    config.bufferBytes = kDeviceBufferBytes;
    config.interval = m_settings.counters.intervalNs;
    config.trigger = std::any_of(std::begin(kByCycles), std::end(kByCycles),
                                 [&](const char* name) { return d.of.plan.chip == name; })
        ? c::kPmBySysClock
        : c::kPmByTime;
    config.append = c::kPmKeepOldest;
    std::vector<const char*> names = d.of.plan.names();
    auto size = c::params<c::PmDataSize>();
    size.profiler = d.profiler;
    size.names = names.data();
    size.count = names.size();
    size.samples = kMostSamples;
    auto start = c::params<c::RangeObject>();
    start.profiler = d.profiler;
    if (!check(m_profiler.pmConfig(&config), "cuptiPmSamplingSetConfig")
        || !check(m_profiler.pmDataSize(&size), "cuptiPmSamplingGetCounterDataSize")) {
        return false;
    }
    d.data.resize(size.bytes);
    return freshData(d) && check(m_profiler.pmStart(&start), "cuptiPmSamplingStart");
}

bool DeviceSampler::freshData(Device& d)
{
    auto fresh = counters::params<counters::DataInitialize>();
    fresh.profiler = d.profiler;
    fresh.bytes = d.data.size();
    fresh.data = d.data.data();
    return check(m_profiler.pmDataInitialize(&fresh), "cuptiPmSamplingCounterDataImageInitialize");
}

// All that the device has stored by now. False where it cannot go on.
bool DeviceSampler::drain(Device& d)
{
    namespace c = counters;
    for (int round = 0; round < 64; ++round) {
        auto decode = c::params<c::PmDecode>();
        decode.profiler = d.profiler;
        decode.data = d.data.data();
        decode.bytes = d.data.size();
        if (!check(m_profiler.pmDecode(&decode), "cuptiPmSamplingDecodeData")) {
            return false;
        }
        if (decode.overflow != 0 && !d.overflowed) {
            d.overflowed = true;
            m_notes.post("samples of counters of device %u were lost: they came faster than they "
                         "could be read; sample less often: --counters timeline=10ms",
                         d.number);
        }
        auto info = c::params<c::PmDataInfo>();
        info.data = d.data.data();
        info.bytes = d.data.size();
        if (!check(m_profiler.pmDataInfo(&info), "cuptiPmSamplingGetCounterDataInfo")) {
            return false;
        }
        if (info.completed == 0) {
            return true;
        }
        readSamples(d, info.completed);
        if (!freshData(d)) {
            return false;
        }
        if (info.completed < kMostSamples) {
            return true;
        }
    }
    return true;
}

void DeviceSampler::readSamples(Device& d, std::size_t completed)
{
    ChunkQueue::Chunk chunk;
    chunk.type = wire::ChunkType::DeviceSamples;
    wire::packCounterNames(chunk.bytes, d.of.names);
    wire::packSampledDevice(chunk.bytes, d.number);
    std::vector<const char*> names = d.of.plan.names();
    wire::DeviceSample sample;
    sample.values.resize(names.size());
    for (std::size_t i = 0; i < completed; ++i) {
        auto info = counters::params<counters::PmSampleInfo>();
        info.profiler = d.profiler;
        info.data = d.data.data();
        info.bytes = d.data.size();
        info.index = i;
        if (m_profiler.pmSampleInfo(&info) != StatusOk
            || d.of.host->evaluate(d.data, i, names, sample.values.data()) != 0) {
            continue;
        }
        sample.start = info.start;
        sample.end = info.end;
        wire::packDeviceSample(chunk.bytes, sample);
        ++chunk.count;
    }
    m_samples += chunk.count;
    m_queue.push(std::move(chunk));
}

void DeviceSampler::stop(Device& d)
{
    auto object = counters::params<counters::RangeObject>();
    object.profiler = d.profiler;
    if (m_profiler.pmStop(&object) == StatusOk) {
        drain(d);
    }
    m_profiler.pmDisable(&object);
    d.profiler = nullptr;
    if (d.lock >= 0) {
        ::close(d.lock);
        d.lock = -1;
    }
}

} // namespace longpole::cupti
