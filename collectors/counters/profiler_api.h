// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// CUPTI's interface for hardware counters, by our own declarations (checked against NVIDIA's
// headers where they are installed). Three parts: the host profiler, which plans and evaluates and
// needs neither driver nor GPU; the range profiler, which measures kernels one by one; PM sampling,
// which samples a whole device. Any function may be missing (null): versions before 12.6 have none.
#pragma once

#include <cstddef>
#include <cstdint>

namespace longpole::counters {

enum class ProfilerKind : int
{
    Range = 0,
    PmSampling = 1
};
inline constexpr int kAutoRange = 1; // a range per kernel
inline constexpr int kKernelReplay = 2; // CUPTI runs a kernel as often as there are passes
inline constexpr int kPmBySysClock = 0; // sampling interval in cycles
inline constexpr int kPmByTime = 1; // in ns
inline constexpr int kPmKeepOldest = 0;

// All begin with their size: up to their last member, without the padding behind it.
struct HostInitialize
{
    std::size_t size;
    void* reserved;
    int kind;
    const char* chip;
    const std::uint8_t* availability;
    void* host; // out
};
struct HostObject // …Deinitialize
{
    std::size_t size;
    void* reserved;
    void* host;
};
struct HostChips
{
    std::size_t size;
    void* reserved;
    std::size_t count;
    const char* const* names;
};
struct HostBaseMetrics
{
    std::size_t size;
    void* reserved;
    void* host;
    int type; // 0: counter, 1: ratio, 2: throughput
    const char** names;
    std::size_t count;
};
struct HostProperties
{
    std::size_t size;
    void* reserved;
    void* host;
    const char* metric;
    const char* description;
    const char* hardwareUnit;
    const char* dimension; // "nanosecond", "byte", "percent"
    int type;
};
struct HostAddMetrics
{
    std::size_t size;
    void* reserved;
    void* host;
    const char** names;
    std::size_t count;
};
struct HostImageSize
{
    std::size_t size;
    void* reserved;
    void* host;
    std::size_t bytes;
};
struct HostImage
{
    std::size_t size;
    void* reserved;
    void* host;
    std::size_t bytes;
    std::uint8_t* image;
};
struct HostPasses
{
    std::size_t size;
    void* reserved;
    std::size_t bytes;
    std::uint8_t* image;
    std::size_t passes;
};
struct HostEvaluate
{
    std::size_t size;
    void* reserved;
    void* host;
    const std::uint8_t* data;
    std::size_t bytes;
    std::size_t index; // of the range or sample
    const char** names;
    std::size_t count;
    double* values;
};
struct ProfilerInitialize
{
    std::size_t size;
    void* reserved;
};
struct DeviceChip
{
    std::size_t size;
    void* reserved;
    std::size_t device;
    const char* chip;
};
struct RangeEnable
{
    std::size_t size;
    void* reserved;
    void* context;
    void* profiler; // out
};
struct RangeObject // …Disable, …Start
{
    std::size_t size;
    void* reserved;
    void* profiler;
};
struct RangeStop
{
    std::size_t size;
    void* reserved;
    void* profiler;
    std::size_t pass;
    std::size_t level;
    std::uint8_t allSubmitted;
};
struct RangeConfig
{
    std::size_t size;
    void* reserved;
    void* profiler;
    std::size_t imageBytes;
    const std::uint8_t* image;
    std::size_t dataBytes;
    std::uint8_t* data;
    int range;
    int replay;
    std::size_t rangesPerPass;
    std::uint16_t levels;
    std::uint16_t firstLevel;
    std::size_t pass;
    std::uint16_t targetLevel;
};
struct RangeDecode
{
    std::size_t size;
    void* reserved;
    void* profiler;
    std::size_t dropped;
};
struct RangeDataSize
{
    std::size_t size;
    void* reserved;
    void* profiler;
    const char** names;
    std::size_t count;
    std::size_t ranges;
    std::uint32_t nodes;
    std::size_t bytes; // out
};
struct DataInitialize // of both profilers
{
    std::size_t size;
    void* reserved;
    void* profiler;
    std::size_t bytes;
    std::uint8_t* data;
};
struct RangeDataInfo
{
    std::size_t size;
    void* reserved;
    const std::uint8_t* data;
    std::size_t bytes;
    std::size_t ranges;
};
struct PmEnable
{
    std::size_t size;
    void* reserved;
    std::size_t device;
    void* profiler; // out
};
struct PmConfig
{
    std::size_t size;
    void* reserved;
    void* profiler;
    std::size_t imageBytes;
    const std::uint8_t* image;
    std::size_t bufferBytes; // on the device
    std::uint64_t interval;
    int trigger;
    int append;
};
struct PmDecode
{
    std::size_t size;
    void* reserved;
    void* profiler;
    std::uint8_t* data;
    std::size_t bytes;
    int stopReason;
    std::uint8_t overflow;
};
struct PmDataSize
{
    std::size_t size;
    void* reserved;
    void* profiler;
    const char** names;
    std::size_t count;
    std::uint32_t samples;
    std::size_t bytes; // out
};
struct PmDataInfo
{
    std::size_t size;
    void* reserved;
    const std::uint8_t* data;
    std::size_t bytes;
    std::size_t total;
    std::size_t populated;
    std::size_t completed;
};
struct PmSampleInfo
{
    std::size_t size;
    void* reserved;
    void* profiler;
    const std::uint8_t* data;
    std::size_t bytes;
    std::size_t index;
    std::uint64_t start;
    std::uint64_t end;
};

// What CUPTI expects as the size of each.
template <class T>
constexpr std::size_t sizeFor()
{
    return sizeof(T);
}
template <>
constexpr std::size_t sizeFor<HostProperties>()
{
    return offsetof(HostProperties, type) + sizeof(int);
}
template <>
constexpr std::size_t sizeFor<RangeStop>()
{
    return offsetof(RangeStop, allSubmitted) + 1;
}
template <>
constexpr std::size_t sizeFor<RangeConfig>()
{
    return offsetof(RangeConfig, targetLevel) + 2;
}
template <>
constexpr std::size_t sizeFor<PmDecode>()
{
    return offsetof(PmDecode, overflow) + 1;
}
template <class T>
T params()
{
    T out{};
    out.size = sizeFor<T>();
    return out;
}

struct ProfilerApi
{
    int (*initialize)(ProfilerInitialize*) = nullptr;
    int (*deviceChip)(DeviceChip*) = nullptr; // crashes without a driver: only where CUDA runs

    int (*hostInitialize)(HostInitialize*) = nullptr;
    int (*hostDeinitialize)(HostObject*) = nullptr;
    int (*hostChips)(HostChips*) = nullptr;
    int (*hostBaseMetrics)(HostBaseMetrics*) = nullptr;
    int (*hostProperties)(HostProperties*) = nullptr;
    int (*hostAddMetrics)(HostAddMetrics*) = nullptr;
    int (*hostImageSize)(HostImageSize*) = nullptr;
    int (*hostImage)(HostImage*) = nullptr;
    int (*hostPasses)(HostPasses*) = nullptr;
    int (*hostEvaluate)(HostEvaluate*) = nullptr;

    int (*rangeEnable)(RangeEnable*) = nullptr;
    int (*rangeDisable)(RangeObject*) = nullptr;
    int (*rangeStart)(RangeObject*) = nullptr;
    int (*rangeStop)(RangeStop*) = nullptr;
    int (*rangeConfig)(RangeConfig*) = nullptr;
    int (*rangeDecode)(RangeDecode*) = nullptr;
    int (*rangeDataSize)(RangeDataSize*) = nullptr;
    int (*rangeDataInitialize)(DataInitialize*) = nullptr;
    int (*rangeDataInfo)(RangeDataInfo*) = nullptr;

    int (*pmEnable)(PmEnable*) = nullptr;
    int (*pmDisable)(RangeObject*) = nullptr;
    int (*pmStart)(RangeObject*) = nullptr;
    int (*pmStop)(RangeObject*) = nullptr;
    int (*pmConfig)(PmConfig*) = nullptr;
    int (*pmDecode)(PmDecode*) = nullptr;
    int (*pmDataSize)(PmDataSize*) = nullptr;
    int (*pmDataInitialize)(DataInitialize*) = nullptr;
    int (*pmDataInfo)(PmDataInfo*) = nullptr;
    int (*pmSampleInfo)(PmSampleInfo*) = nullptr;

    // From a library that is open.
    void find(void* library);
    bool canPlan() const;
    bool canMeasureKernels() const;
    bool canSample() const;
};

} // namespace longpole::counters
