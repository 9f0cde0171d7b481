// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Hardware counters in a spool: of kernels that were run one by one, and samples of a device. Each
// chunk is complete in itself.
//   KernelCounters  varint number of metrics, per metric texts name and unit; `count` times: text
//                   kernel (as CUPTI names it), varints device, stream, occurrence (how many
//                   launches with that name, shape, device and stream came before), grid and block
//                   (3 each), then a double per metric (NaN: not measured).
//   DeviceSamples   metrics as above, varint device; `count` times u64 start and end on CUPTI's
//                   clock, then a double per metric.
#pragma once

#include "collectors/wire/packing.h"

#include <cstdint>
#include <span>
#include <string>
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

void packCounterNames(Bytes& out, std::span<const CounterName> names);
void packKernelCounters(Bytes& out, const KernelCounters& kernel);
// After the names, once.
void packSampledDevice(Bytes& out, std::uint64_t device);
void packDeviceSample(Bytes& out, const DeviceSample& sample);

// Empty, and in.failed(), where the bytes make no sense.
std::vector<CounterName> unpackCounterNames(Unpacker& in);
KernelCounters unpackKernelCounters(Unpacker& in, std::size_t metrics);
// sample.device is left alone.
void unpackDeviceSample(Unpacker& in, std::size_t metrics, DeviceSample& sample);

} // namespace longpole::wire
