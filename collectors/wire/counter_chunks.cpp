// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/wire/counter_chunks.h"

namespace longpole::wire {

namespace {

constexpr std::uint64_t kMostMetrics = 4096;

void unpackValues(Unpacker& in, std::size_t metrics, std::vector<double>& values)
{
    values.clear();
    for (std::size_t i = 0; i < metrics && !in.failed(); ++i) {
        values.push_back(in.raw<double>());
    }
}

} // namespace

void packCounterNames(Bytes& out, std::span<const CounterName> names)
{
    addVarint(out, names.size());
    for (const CounterName& n : names) {
        addText(out, n.name);
        addText(out, n.unit);
    }
}

void packKernelCounters(Bytes& out, const KernelCounters& kernel)
{
    addText(out, kernel.kernel);
    addVarint(out, kernel.device);
    addVarint(out, kernel.stream);
    addVarint(out, kernel.occurrence);
    for (const std::uint32_t n : kernel.grid) {
        addVarint(out, n);
    }
    for (const std::uint32_t n : kernel.block) {
        addVarint(out, n);
    }
    for (const double value : kernel.values) {
        addRaw(out, value);
    }
}

void packSampledDevice(Bytes& out, std::uint64_t device)
{
    addVarint(out, device);
}

void packDeviceSample(Bytes& out, const DeviceSample& sample)
{
    addRaw(out, sample.start);
    addRaw(out, sample.end);
    for (const double value : sample.values) {
        addRaw(out, value);
    }
}

void packFunctionStalls(Bytes& out, const FunctionStalls& function)
{
    addText(out, function.function);
    addRaw(out, function.cubin);
    addVarint(out, function.samples.size());
    for (const auto& [reason, count] : function.samples) {
        addVarint(out, reason);
        addVarint(out, count);
    }
}

std::vector<CounterName> unpackCounterNames(Unpacker& in)
{
    std::vector<CounterName> out;
    const std::uint64_t count = in.varint();
    if (count > kMostMetrics) {
        in.bytes(~std::uint64_t{0}); // fails
        return out;
    }
    for (std::uint64_t i = 0; i < count && !in.failed(); ++i) {
        CounterName n;
        n.name = in.text();
        n.unit = in.text();
        out.push_back(std::move(n));
    }
    return out;
}

KernelCounters unpackKernelCounters(Unpacker& in, std::size_t metrics)
{
    KernelCounters out;
    out.kernel = in.text();
    out.device = in.varint();
    out.stream = in.varint();
    out.occurrence = in.varint();
    for (std::uint32_t& n : out.grid) {
        n = static_cast<std::uint32_t>(in.varint());
    }
    for (std::uint32_t& n : out.block) {
        n = static_cast<std::uint32_t>(in.varint());
    }
    unpackValues(in, metrics, out.values);
    return out;
}

void unpackDeviceSample(Unpacker& in, std::size_t metrics, DeviceSample& sample)
{
    sample.start = in.raw<std::uint64_t>();
    sample.end = in.raw<std::uint64_t>();
    unpackValues(in, metrics, sample.values);
}

void unpackFunctionStalls(Unpacker& in, std::size_t reasons, FunctionStalls& stalls)
{
    stalls.function = in.text();
    stalls.cubin = in.raw<std::uint64_t>();
    stalls.samples.clear();
    for (std::uint64_t n = in.varint(); n > 0 && !in.failed(); --n) {
        const std::uint64_t reason = in.varint();
        const std::uint64_t count = in.varint();
        if (reason >= reasons) {
            in.bytes(~std::uint64_t{0}); // fails
        } else if (!in.failed()) {
            stalls.samples.emplace_back(static_cast<std::uint32_t>(reason), count);
        }
    }
}

} // namespace longpole::wire
