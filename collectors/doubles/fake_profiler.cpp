// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// The counters of the double of libcupti: a host profiler that knows GH100, and a range profiler. A
// kernel's counters are all its number among the program's launches (from 1 on); only
// gpu__time_duration.sum is 4000. Aborts where a client calls in the wrong order or uses an image
// that is too small, full, or not made afresh.
#include "collectors/doubles/fake_profiler.h"

#include "collectors/cupti/launch_calls.h"
#include "collectors/doubles/fake_cupti.h"
#include "collectors/doubles/fake_pc_sampling.h"

#include <pthread.h>

#include <cstdlib>
#include <cstring>

namespace {

using namespace longpole::counters;
using doubles::Data;
using doubles::Image;
using doubles::kInvalid;
using doubles::numbersOf;
namespace calls = longpole::cupti;

constexpr std::size_t kMostMetrics = 64;

struct HostState
{
    int kind = 0;
    Image image;
    bool configured = false;
};
struct RangeState
{
    bool enabled = false;
    bool configured = false;
    bool started = false;
    Data* data = nullptr;
    std::uint64_t pending = 0; // the launch that was measured, not yet decoded
};

pthread_mutex_t theMutex = PTHREAD_MUTEX_INITIALIZER;
RangeState theRange;
std::uint64_t theLaunches = 0;
constexpr std::size_t kRoom = 1;
int theContext = 0; // its address is the context
__attribute__((tls_model("initial-exec"))) thread_local std::uint64_t threadLaunch = 0;

struct Held
{
    Held() { ::pthread_mutex_lock(&theMutex); }
    ~Held() { ::pthread_mutex_unlock(&theMutex); }
};

bool lacks(const char* metric)
{
    const char* const told = std::getenv("DOUBLE_NO_METRIC");
    return told != nullptr && std::strstr(metric, told) != nullptr;
}

} // namespace

DOUBLE_API cuptiProfilerInitialize(ProfilerInitialize* p)
{
    BEGIN("cuptiProfilerInitialize", p)
    return 0;
}

DOUBLE_API cuptiDeviceGetChipName(DeviceChip* p)
{
    BEGIN("cuptiDeviceGetChipName", p)
    p->chip = "GH100";
    return 0;
}

DOUBLE_API cuptiGetDeviceId(void*, std::uint32_t* device)
{
    *device = 0;
    return 0;
}

DOUBLE_API cuptiGetStreamIdEx(void*, void* stream, std::uint8_t, std::uint32_t* id)
{
    *id = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(stream));
    return 0;
}

DOUBLE_API cuptiActivityEnableHWTrace(std::uint8_t)
{
    if (const int failure = doubles::failureOf("cuptiActivityEnableHWTrace"); failure != 0) {
        return failure;
    }
    if (doubles::version() < 130401) {
        doubles::breaks("hardware tracing on a version that corrupts memory by it");
    }
    return 0;
}

DOUBLE_API cuptiProfilerHostInitialize(HostInitialize* p)
{
    BEGIN("cuptiProfilerHostInitialize", p)
    if (std::strcmp(p->chip, "GH100") != 0) {
        return kInvalid;
    }
    auto* const host = new HostState;
    host->kind = p->kind;
    p->host = host;
    return 0;
}

DOUBLE_API cuptiProfilerHostDeinitialize(HostObject* p)
{
    BEGIN("cuptiProfilerHostDeinitialize", p)
    delete static_cast<HostState*>(p->host);
    return 0;
}

DOUBLE_API cuptiProfilerHostGetSupportedChips(HostChips* p)
{
    BEGIN("cuptiProfilerHostGetSupportedChips", p)
    static const char* const kChips[] = {"GH100"};
    p->names = kChips;
    p->count = 1;
    return 0;
}

DOUBLE_API cuptiProfilerHostGetBaseMetrics(HostBaseMetrics* p)
{
    BEGIN("cuptiProfilerHostGetBaseMetrics", p)
    static const char* kBase[] = {"sm__ops_path_tensor_src_fp8",
                                  "sm__ops_path_tensor_src_fp8_sparsity_on",
                                  "sm__ops_path_tensor_src_bf16_dst_fp32"};
    p->names = kBase;
    p->count = 3;
    return 0;
}

DOUBLE_API cuptiProfilerHostGetMetricProperties(HostProperties* p)
{
    BEGIN("cuptiProfilerHostGetMetricProperties", p)
    p->dimension = std::strstr(p->metric, "bytes") != nullptr ? "byte"
        : std::strstr(p->metric, "pct") != nullptr            ? "percent"
                                                              : "";
    return lacks(p->metric) ? 17 : 0;
}

DOUBLE_API cuptiProfilerHostConfigAddMetrics(HostAddMetrics* p)
{
    BEGIN("cuptiProfilerHostConfigAddMetrics", p)
    auto* const host = static_cast<HostState*>(p->host);
    bool sass = false;
    for (std::size_t i = 0; i < p->count; ++i) {
        if (lacks(p->names[i])) {
            return kInvalid;
        }
        sass = sass || std::strstr(p->names[i], "sass") != nullptr;
    }
    if (host->configured) {
        doubles::breaks("metrics added twice");
    }
    host->configured = true;
    host->image.kind = host->kind;
    host->image.passes = host->kind == 1 ? (p->count > 8 ? 2 : 1) : (sass ? 2 : 1);
    return 0;
}

DOUBLE_API cuptiProfilerHostGetConfigImageSize(HostImageSize* p)
{
    BEGIN("cuptiProfilerHostGetConfigImageSize", p)
    p->bytes = sizeof(Image);
    return static_cast<HostState*>(p->host)->configured ? 0 : 999;
}

DOUBLE_API cuptiProfilerHostGetConfigImage(HostImage* p)
{
    BEGIN("cuptiProfilerHostGetConfigImage", p)
    if (p->bytes < sizeof(Image)) {
        return kInvalid;
    }
    std::memcpy(p->image, &static_cast<HostState*>(p->host)->image, sizeof(Image));
    return 0;
}

DOUBLE_API cuptiProfilerHostGetNumOfPasses(HostPasses* p)
{
    BEGIN("cuptiProfilerHostGetNumOfPasses", p)
    Image image;
    std::memcpy(&image, p->image, sizeof(image));
    p->passes = image.passes;
    return image.magic == Image().magic ? 0 : kInvalid;
}

DOUBLE_API cuptiProfilerHostEvaluateToGpuValues(HostEvaluate* p)
{
    BEGIN("cuptiProfilerHostEvaluateToGpuValues", p)
    auto* const d = reinterpret_cast<Data*>(const_cast<std::uint8_t*>(p->data));
    if (d->magic != Data().magic || p->index >= d->count || p->count > kMostMetrics) {
        return kInvalid;
    }
    for (std::size_t i = 0; i < p->count; ++i) {
        p->values[i] = std::strcmp(p->names[i], "gpu__time_duration.sum") == 0
            ? 4000.0
            : static_cast<double>(numbersOf(d)[p->index]);
    }
    return 0;
}

DOUBLE_API cuptiRangeProfilerEnable(RangeEnable* p)
{
    BEGIN("cuptiRangeProfilerEnable", p)
    const Held held;
    if (p->context != &theContext || theRange.enabled) {
        return kInvalid;
    }
    theRange = {};
    theRange.enabled = true;
    p->profiler = &theRange;
    return 0;
}

DOUBLE_API cuptiRangeProfilerDisable(RangeObject* p)
{
    BEGIN("cuptiRangeProfilerDisable", p)
    const Held held;
    theRange.enabled = false;
    return 0;
}

DOUBLE_API cuptiRangeProfilerGetCounterDataSize(RangeDataSize* p)
{
    BEGIN("cuptiRangeProfilerGetCounterDataSize", p)
    p->bytes = doubles::dataBytes(p->ranges);
    return p->ranges == kRoom ? 0 : kInvalid;
}

DOUBLE_API cuptiRangeProfilerCounterDataImageInitialize(DataInitialize* p)
{
    BEGIN("cuptiRangeProfilerCounterDataImageInitialize", p)
    return doubles::initializeData(p, kRoom);
}

DOUBLE_API cuptiRangeProfilerSetConfig(RangeConfig* p)
{
    BEGIN("cuptiRangeProfilerSetConfig", p)
    const Held held;
    Image image;
    std::memcpy(&image, p->image, sizeof(image));
    if (theRange.started || p->range != kAutoRange || p->replay != kKernelReplay
        || image.magic != Image().magic || image.kind != 0) {
        doubles::breaks("a configuration for another profiler, or of one that runs");
    }
    theRange.data = reinterpret_cast<Data*>(p->data);
    theRange.configured = true;
    return 0;
}

DOUBLE_API cuptiRangeProfilerStart(RangeObject* p)
{
    BEGIN("cuptiRangeProfilerStart", p)
    const Held held;
    if (p->profiler != &theRange || !theRange.configured || theRange.started) {
        doubles::breaks("a profiler started that is not configured or runs");
    }
    theRange.started = true;
    return 0;
}

DOUBLE_API cuptiRangeProfilerStop(RangeStop* p)
{
    BEGIN("cuptiRangeProfilerStop", p)
    const Held held;
    if (!theRange.started) {
        doubles::breaks("a profiler stopped that doesn't run");
    }
    theRange.started = false;
    theRange.pending = threadLaunch; // another thread's launch would be measured as this one's
    p->allSubmitted = 1;
    return 0;
}

DOUBLE_API cuptiRangeProfilerDecodeData(RangeDecode* p)
{
    BEGIN("cuptiRangeProfilerDecodeData", p)
    const Held held;
    Data* const d = theRange.data;
    if (theRange.started || d == nullptr || d->magic != Data().magic || d->count >= d->room) {
        doubles::breaks("counter data decoded while measuring, or into an image that is full");
    }
    numbersOf(d)[d->count++] = theRange.pending;
    return 0;
}

DOUBLE_API cuptiRangeProfilerGetCounterDataInfo(RangeDataInfo* p)
{
    BEGIN("cuptiRangeProfilerGetCounterDataInfo", p)
    p->ranges = reinterpret_cast<const Data*>(p->data)->count;
    return 0;
}

extern "C" __attribute__((visibility("default"))) void doubleContext(int ends)
{
    const calls::ResourceData data{&theContext, nullptr, nullptr};
    doubles::callBack(3, ends != 0 ? 2 : 1, &data);
    if (ends != 0) {
        doubles::contextEnded();
    }
}

extern "C" __attribute__((visibility("default"))) void doubleLaunch(const char* call,
                                                                    const char* kernel,
                                                                    const std::uint32_t (*shape)[3],
                                                                    std::uint64_t stream, int site)
{
    const std::uint32_t id = doubles::callNumber(1, call);
    if (site == 0) {
        doubles::sampleLaunch(kernel);
    }
    if (!doubles::isWatched(1, id)) {
        return;
    }
    if (site == 0) {
        const Held held;
        threadLaunch = ++theLaunches;
    }
    calls::LaunchConfig config{};
    std::memcpy(config.grid, shape[0], sizeof(config.grid));
    std::memcpy(config.block, shape[1], sizeof(config.block));
    config.stream = reinterpret_cast<void*>(static_cast<std::uintptr_t>(stream));
    calls::LaunchParams plain{};
    std::memcpy(plain.grid, config.grid, sizeof(plain.grid));
    std::memcpy(plain.block, config.block, sizeof(plain.block));
    plain.stream = config.stream;
    const calls::LaunchExParams ex{&config, nullptr};
    const bool isEx = std::strcmp(call, "cuLaunchKernelEx") == 0;
    calls::CallData data{};
    data.site = site;
    data.function = call;
    data.params = isEx ? static_cast<const void*>(&ex) : static_cast<const void*>(&plain);
    data.symbol = kernel;
    data.context = &theContext;
    doubles::callBack(1, id, &data);
}
