// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Hardware counters in a spool: of kernels that were run one by one, samples of a device, and
// samples of where the warps of a function stood. Each chunk is complete in itself.
//   KernelCounters  varint number of metrics, per metric texts name and unit; `count` times: text
//                   kernel (as CUPTI names it), varints device, stream, occurrence (how many
//                   launches with that name, shape, device and stream came before), grid and block
//                   (3 each), then a double per metric (NaN: not measured).
//   DeviceSamples   metrics as above, varint device; `count` times u64 start and end on CUPTI's
//                   clock, then a double per metric.
//   StallSamples    names of the reasons, as those of metrics; varint device; `count` times: text
//                   function (as CUPTI names it), u64 CRC of its cubin, varint number of pairs,
//                   each varints reason (which of the names) and samples. What is new since the
//                   chunk before: chunks are added up.
#pragma once

#include "collectors/wire/packing.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace longpole::wire {

struct CounterName
{
    std::string name;
    std::string unit;
};

struct KernelCounters
{
    std::string kernel;
    std::uint64_t device = 0;
    std::uint64_t stream = 0;
    std::uint64_t occurrence = 0;
    std::uint32_t grid[3] = {};
    std::uint32_t block[3] = {};
    std::vector<double> values; // per metric
};

struct DeviceSample
{
    std::uint64_t device = 0;
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::vector<double> values; // per metric
};

struct FunctionStalls
{
    std::string function;
    std::uint64_t device = 0;
    std::uint64_t cubin = 0; // CRC
    std::vector<std::pair<std::uint32_t, std::uint64_t>> samples; // index of the reason, count
};

void packCounterNames(Bytes& out, std::span<const CounterName> names);
void packKernelCounters(Bytes& out, const KernelCounters& kernel);
// After the names, once.
void packSampledDevice(Bytes& out, std::uint64_t device);
void packDeviceSample(Bytes& out, const DeviceSample& sample);
void packFunctionStalls(Bytes& out, const FunctionStalls& function);

// Empty, and in.failed(), where the bytes make no sense.
std::vector<CounterName> unpackCounterNames(Unpacker& in);
KernelCounters unpackKernelCounters(Unpacker& in, std::size_t metrics);
// sample.device is left alone.
void unpackDeviceSample(Unpacker& in, std::size_t metrics, DeviceSample& sample);
// stalls.device is left alone. A reason that has no name fails.
void unpackFunctionStalls(Unpacker& in, std::size_t reasons, FunctionStalls& stalls);

} // namespace longpole::wire
