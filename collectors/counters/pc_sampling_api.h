// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// CUPTI's interface for PC sampling, by our own declarations (checked against NVIDIA's headers
// where they are installed): the hardware looks every so many cycles where a warp stands and why it
// doesn't go on. Per context; CUPTI enables it, names its reasons, is configured, is asked for data
// again and again, and hands the rest into the configured buffer when it is disabled. Any function
// may be missing (null): versions before 11.3 have none.
#pragma once

#include "collectors/counters/profiler_api.h"

#include <cstddef>
#include <cstdint>

namespace longpole::counters {

inline constexpr std::size_t kReasonNameBytes = 128; // room for each name
inline constexpr std::uint32_t kShortestPeriod = 5; // powers of two: 32 cycles
inline constexpr std::uint32_t kLongestPeriod = 31;

enum class PcAttribute : int
{
    Period = 1, // power of two, cycles
    Reasons = 2,
    ScratchBytes = 3, // for what is decoded and not yet fetched
    HardwareBytes = 4, // of the GPU's buffer
    Mode = 5,
    Buffer = 8, // for what is left when it is disabled: a PcData
    ThreadSleepMs = 9 // of CUPTI's own threads, which empty the GPU's buffer
};
inline constexpr int kPcContinuous = 1; // kernels run as ever; samples belong to functions

// Parameters: all begin with their size.
struct PcContext // …Enable, …Disable
{
    std::size_t size;
    void* reserved;
    void* context;
};
struct PcReasonCount
{
    std::size_t size;
    void* reserved;
    void* context;
    std::size_t* count; // out
};
struct PcReasonNames
{
    std::size_t size;
    void* reserved;
    void* context;
    std::size_t count;
    std::uint32_t* indices; // out
    char** names; // out: each kReasonNameBytes long
};
struct PcSetting
{
    int attribute;
    int status; // out
    union
    {
        std::uint64_t words[3];
        std::uint32_t number;
        std::size_t bytes;
        void* buffer;
        struct
        {
            std::size_t count;
            std::uint32_t* indices;
        } reasons;
    };
};
struct PcSettings
{
    std::size_t size;
    void* reserved;
    void* context;
    std::size_t count;
    PcSetting* settings;
};
struct PcGetData
{
    std::size_t size;
    void* reserved;
    void* context;
    void* data; // a PcData
};

// What CUPTI fills in.
struct PcReason
{
    std::uint32_t reason;
    std::uint32_t samples;
};
struct PcRecord // of an instruction
{
    std::size_t size;
    std::uint64_t cubin; // CRC
    std::uint64_t offset; // of the instruction in the function
    std::uint32_t functionIndex;
    std::uint32_t padding;
    char* function; // shared by records; CUPTI's
    std::size_t reasonCount;
    PcReason* reasons;
    std::uint32_t correlation; // 0 in continuous mode
};
struct PcData
{
    std::size_t size;
    std::size_t room; // records that fit
    std::uint64_t samples; // all: those dropped and those of other kernels, too
    std::uint64_t dropped; // by the hardware
    std::size_t count; // records
    std::size_t remaining; // records that CUPTI still holds
    std::uint64_t range;
    PcRecord* records;
    std::uint64_t otherSamples; // of kernels that are not the program's
    std::uint8_t bufferFull; // the GPU's
};

struct PcSamplingApi
{
    int (*enable)(PcContext*) = nullptr;
    int (*disable)(PcContext*) = nullptr;
    int (*reasonCount)(PcReasonCount*) = nullptr;
    int (*reasonNames)(PcReasonNames*) = nullptr;
    int (*configure)(PcSettings*) = nullptr;
    int (*configuration)(PcSettings*) = nullptr; // welcome
    int (*getData)(PcGetData*) = nullptr;

    // From a library that is open.
    void find(void* library);
    bool canSample() const;
};

} // namespace longpole::counters
