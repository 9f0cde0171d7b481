// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/cupti/kernel_counters.h"

#include "collectors/cupti/counter_errors.h"

#include <cxxabi.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>

namespace longpole::cupti {

namespace {

constexpr std::uint32_t kMostCalls = 2000;

// What CUPTI itself does while it measures comes back as callbacks on the same thread.
__attribute__((tls_model("initial-exec"))) thread_local bool threadInLaunch = false;

std::string demangled(const std::string& name)
{
    int status = 0;
    char* const text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
    std::string out = text != nullptr ? text : name;
    std::free(text);
    return out;
}

std::string shapeText(const wire::KernelCounters& k)
{
    std::string out;
    for (std::size_t i = 0; i < 3; ++i) {
        out += std::to_string(k.grid[i]) + "," + std::to_string(k.block[i]) + ",";
    }
    return out;
}

} // namespace

KernelCounterRun::KernelCounterRun(const Settings& settings, Notes& notes, ChunkQueue& queue)
    : m_settings(settings)
    , m_notes(notes)
    , m_queue(queue)
{ }

bool KernelCounterRun::start(const CuptiApi& api, void* subscriber)
{
    m_api = &api;
    m_profiler.find(api.handle);
    if (!m_profiler.canMeasureKernels() || api.getDeviceId == nullptr
        || api.getStreamIdEx == nullptr || api.enableCallback == nullptr || subscriber == nullptr) {
        m_notes.post("%s cannot measure kernels: CUDA 12.6 or later is needed for --counters",
                     api.path.c_str());
        return false;
    }
    if (!m_settings.kernelPattern.empty()) {
        m_hasPattern =
            ::regcomp(&m_pattern, m_settings.kernelPattern.c_str(), REG_EXTENDED | REG_NOSUB) == 0;
    }
    if (void* const cuda = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD)) {
        m_isCapturing =
            reinterpret_cast<int (*)(void*, int*)>(::dlsym(cuda, "cuStreamIsCapturing"));
    }
    m_calls.resize(kMostCalls);
    bool any = false;
    for (std::uint32_t id = 1; id < kMostCalls; ++id) {
        const char* const name = api.callbackName(DomainDriver, id);
        Call call;
        call.kind = launchCall(name != nullptr ? name : "", call.perThread);
        if (call.kind != LaunchCall::None
            && api.enableCallback(1, subscriber, DomainDriver, id) == StatusOk) {
            m_calls[id] = call;
            any = any || call.kind == LaunchCall::Plain;
        }
    }
    if (!any) {
        m_notes.post("CUPTI doesn't tell of launches: no kernel is measured");
        return false;
    }
    api.enableCallback(1, subscriber, DomainResource, kResourceContextEnds);
    m_on.store(true, std::memory_order_release);
    return true;
}

bool KernelCounterRun::check(int status, const char* call)
{
    if (status != StatusOk) {
        giveUp(counterError(call, status));
    }
    return status == StatusOk;
}

void KernelCounterRun::giveUp(const std::string& why)
{
    if (m_on.exchange(false, std::memory_order_acq_rel)) {
        m_notes.post("%s", why.c_str());
    }
}

void KernelCounterRun::driverCall(std::uint32_t id, const CallData& data) noexcept
{
    if (id >= m_calls.size() || m_calls[id].kind == LaunchCall::None) {
        return;
    }
    const bool begin = data.site == 0;
    if (begin ? threadInLaunch || !m_on.load(std::memory_order_acquire) : !threadInLaunch) {
        return;
    }
    try {
        if (begin) {
            m_mutex.lock();
            threadInLaunch = true;
            begins(m_calls[id], data);
            return;
        }
        ends();
    } catch (...) {
        giveUp("the collector ran out of memory and stopped measuring");
        if (begin) {
            return; // the end of the call unlocks
        }
    }
    threadInLaunch = false;
    m_mutex.unlock();
}

void KernelCounterRun::begins(const Call& call, const CallData& data)
{
    m_measuring = nullptr;
    if (call.kind == LaunchCall::Graph) {
        ++m_graphs;
        return;
    }
    if (data.params == nullptr || data.symbol == nullptr) {
        ++m_unmeasured;
        return;
    }
    m_current = identify(call, data);
    if (isCaptured(call.kind == LaunchCall::Ex
                       ? static_cast<const LaunchExParams*>(data.params)->config->stream
                       : static_cast<const LaunchParams*>(data.params)->stream)) {
        ++m_captured; // runs later, with its graph
        return;
    }
    const Identity identity(m_current.kernel, shapeText(m_current),
                            static_cast<std::uint32_t>(m_current.device),
                            static_cast<std::uint32_t>(m_current.stream));
    m_current.occurrence = m_seen[identity]++;
    if (!wanted(m_current.kernel)) {
        return;
    }
    const std::uint64_t number = m_matching++;
    if (number < m_settings.launchSkip
        || number - m_settings.launchSkip >= m_settings.launchCount) {
        return;
    }
    Device* const d = deviceOf(data.context);
    if (d != nullptr && startRange(*d)) {
        m_measuring = d;
    }
}

void KernelCounterRun::ends()
{
    Device* const d = m_measuring;
    m_measuring = nullptr;
    if (d == nullptr) {
        return;
    }
    auto stop = counters::params<counters::RangeStop>();
    stop.profiler = d->profiler;
    auto decode = counters::params<counters::RangeDecode>();
    decode.profiler = d->profiler;
    auto info = counters::params<counters::RangeDataInfo>();
    info.data = d->data.data();
    info.bytes = d->data.size();
    if (!check(m_profiler.rangeStop(&stop), "cuptiRangeProfilerStop")
        || !check(m_profiler.rangeDecode(&decode), "cuptiRangeProfilerDecodeData")
        || !check(m_profiler.rangeDataInfo(&info), "cuptiRangeProfilerGetCounterDataInfo")) {
        return;
    }
    std::vector<const char*> names = d->of.plan.names();
    m_current.values.assign(names.size(), 0);
    // A launch that failed has no range.
    if (info.ranges != 1 || d->of.host->evaluate(d->data, 0, names, m_current.values.data()) != 0) {
        ++m_unmeasured;
        return;
    }
    ChunkQueue::Chunk chunk;
    chunk.type = wire::ChunkType::KernelCounters;
    chunk.count = 1;
    wire::packCounterNames(chunk.bytes, d->of.names);
    wire::packKernelCounters(chunk.bytes, m_current);
    m_queue.push(std::move(chunk));
    ++m_measured;
}

// As a user knows the kernel, or as it is mangled.
bool KernelCounterRun::wanted(const std::string& kernel)
{
    if (!m_hasPattern) {
        return true;
    }
    const auto [it, isNew] = m_wanted.try_emplace(kernel, false);
    if (isNew) {
        it->second = ::regexec(&m_pattern, demangled(kernel).c_str(), 0, nullptr, 0) == 0
            || ::regexec(&m_pattern, kernel.c_str(), 0, nullptr, 0) == 0;
    }
    return it->second;
}

bool KernelCounterRun::isCaptured(void* stream) const
{
    int status = 0;
    return m_isCapturing != nullptr && m_isCapturing(stream, &status) == 0 && status != 0;
}

wire::KernelCounters KernelCounterRun::identify(const Call& call, const CallData& data)
{
    wire::KernelCounters out;
    out.kernel = data.symbol;
    void* stream = nullptr;
    const auto take = [&](const auto& launch) {
        std::copy(std::begin(launch.grid), std::end(launch.grid), out.grid);
        std::copy(std::begin(launch.block), std::end(launch.block), out.block);
        stream = launch.stream;
    };
    if (call.kind == LaunchCall::Ex) {
        take(*static_cast<const LaunchExParams*>(data.params)->config);
    } else {
        take(*static_cast<const LaunchParams*>(data.params));
    }
    std::uint32_t number = 0;
    if (m_api->getStreamIdEx(data.context, stream, call.perThread ? 1 : 0, &number) == StatusOk) {
        out.stream = number;
    }
    if (m_api->getDeviceId(data.context, &number) == StatusOk) {
        out.device = number;
    }
    return out;
}

KernelCounterRun::Device* KernelCounterRun::deviceOf(void* context)
{
    const auto it = m_devices.find(context);
    if (it != m_devices.end()) {
        return it->second.profiler != nullptr ? &it->second : nullptr;
    }
    Device& d = m_devices[context];
    return prepare(d, context) ? &d : nullptr;
}

bool KernelCounterRun::prepare(Device& d, void* context)
{
    namespace c = counters;
    if (!check(m_api->getDeviceId(context, &d.number), "cuptiGetDeviceId")) {
        return false;
    }
    if (const std::string wrong =
            d.of.make(m_profiler, m_initialized, d.number, m_settings.counters);
        !wrong.empty()) {
        giveUp(wrong);
        return false;
    }
    auto enable = c::params<c::RangeEnable>();
    enable.context = context;
    if (!check(m_profiler.rangeEnable(&enable), "cuptiRangeProfilerEnable")) {
        return false;
    }
    std::vector<const char*> names = d.of.plan.names();
    auto size = c::params<c::RangeDataSize>();
    size.profiler = enable.profiler;
    size.names = names.data();
    size.count = names.size();
    size.ranges = 1;
    size.nodes = 1;
    if (!check(m_profiler.rangeDataSize(&size), "cuptiRangeProfilerGetCounterDataSize")) {
        return false;
    }
    d.data.resize(size.bytes);
    d.profiler = enable.profiler;
    m_notes.post("info counters_chip.%u=%s", d.number, d.of.plan.chip.c_str());
    return true;
}

// A range of its own for each kernel: which result is whose is then beyond doubt.
bool KernelCounterRun::startRange(Device& d)
{
    namespace c = counters;
    auto fresh = c::params<c::DataInitialize>();
    fresh.profiler = d.profiler;
    fresh.bytes = d.data.size();
    fresh.data = d.data.data();
    auto config = c::params<c::RangeConfig>();
    config.profiler = d.profiler;
    config.imageBytes = d.of.plan.image.size();
    config.image = d.of.plan.image.data();
    config.dataBytes = d.data.size();
    config.data = d.data.data();
    config.range = c::kAutoRange;
    config.replay = c::kKernelReplay;
    config.rangesPerPass = 1;
    config.levels = 1;
    config.firstLevel = 1;
    auto start = c::params<c::RangeObject>();
    start.profiler = d.profiler;
    return check(m_profiler.rangeDataInitialize(&fresh),
                 "cuptiRangeProfilerCounterDataImageInitialize")
        && check(m_profiler.rangeConfig(&config), "cuptiRangeProfilerSetConfig")
        && check(m_profiler.rangeStart(&start), "cuptiRangeProfilerStart");
}

void KernelCounterRun::contextEnds(void* context) noexcept
{
    if (threadInLaunch || !m_on.load(std::memory_order_acquire)) {
        return;
    }
    const std::lock_guard held(m_mutex);
    const auto it = m_devices.find(context);
    if (it != m_devices.end() && it->second.profiler != nullptr) {
        auto disable = counters::params<counters::RangeObject>();
        disable.profiler = it->second.profiler;
        m_profiler.rangeDisable(&disable);
        m_devices.erase(it); // another context may get the same address
    }
}

// Contexts that live on are left as they are: CUPTI may be gone from under them.
void KernelCounterRun::finish() noexcept
{
    const bool wasOn = m_on.exchange(false, std::memory_order_acq_rel);
    if (!m_mutex.try_lock()) {
        return; // a launch that never ends
    }
    m_notes.post("info counters_measured=%llu", static_cast<unsigned long long>(m_measured));
    if (m_graphs > 0) {
        m_notes.post("%llu launches of CUDA graphs were not measured: counters are read kernel by "
                     "kernel; run without graphs to have them",
                     static_cast<unsigned long long>(m_graphs));
    }
    if (m_unmeasured > 0) {
        m_notes.post("%llu launches could not be measured",
                     static_cast<unsigned long long>(m_unmeasured));
    }
    const std::uint64_t end = m_settings.launchSkip + m_settings.launchCount;
    if (wasOn && m_matching > end) {
        m_notes.post("counters were read of %llu of %llu launches; --launch-count and "
                     "--launch-skip choose others",
                     static_cast<unsigned long long>(m_measured),
                     static_cast<unsigned long long>(m_matching));
    } else if (wasOn && m_measured == 0 && m_unmeasured == 0) {
        m_notes.post("no kernel was measured: none was launched in the window of --launch-skip, "
                     "--launch-count and --kernel");
    }
    m_mutex.unlock();
}

} // namespace longpole::cupti
