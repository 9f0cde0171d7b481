// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/wire/record_layout.h"

namespace longpole::wire {

namespace {

class Fields
{
public:
    explicit Fields(std::uint32_t stride)
        : m_stride(stride)
    { }
    Fields& add(FieldAt at, FieldMode mode, std::uint8_t reference = 0)
    {
        if (std::uint32_t{at.offset} + at.width <= m_stride) {
            m_layout.push_back({at.offset, at.width, mode, reference});
        }
        return *this;
    }
    // Fields 0 and 1.
    Fields& span(FieldAt start, FieldAt end)
    {
        return add(start, FieldMode::Delta).add(end, FieldMode::Minus, 0);
    }
    RecordLayout take() { return std::move(m_layout); }

private:
    std::uint32_t m_stride;
    RecordLayout m_layout;
};

} // namespace

RecordLayout layoutOf(std::uint16_t kind, std::uint32_t stride)
{
    using enum FieldMode;
    Fields f(stride);
    switch (kind) {
    case KindKernel:
        return f.span(kernel::kStart, kernel::kEnd)
            .add(kernel::kCompleted, Same, 1)
            .add(kernel::kCorrelation, Delta)
            .add(kernel::kGridId, Delta)
            .add(kernel::kQueued, Delta)
            .add(kernel::kSubmitted, Delta)
            .add(kernel::kName, Text)
            .take();
    case KindRuntime:
    case KindDriver:
        return f.span(api::kStart, api::kEnd).add(api::kCorrelation, Delta).take();
    case KindMemcpy:
        return f.span(copy::kStart, copy::kEnd)
            .add(copy::kCorrelation, Delta)
            .add(copy::kRuntimeCorrelation, Delta)
            .add(copy::kBytes, Plain)
            .take();
    case KindMemcpyPeer:
        return f.span(copy::kStart, copy::kEnd)
            .add(peer_copy::kCorrelation, Delta)
            .add(copy::kBytes, Plain)
            .take();
    case KindMemset:
        return f.span(fill::kStart, fill::kEnd)
            .add(fill::kCorrelation, Delta)
            .add(fill::kBytes, Plain)
            .take();
    case KindSync:
        return f.span(sync::kStart, sync::kEnd)
            .add(sync::kCorrelation, Delta)
            .add(sync::kEventSync, Delta)
            .take();
    case KindCudaEvent:
        return f.add(cuda_event::kCorrelation, Delta)
            .add(cuda_event::kTimestamp, Delta)
            .add(cuda_event::kEventSync, Delta)
            .take();
    case KindOverhead:
        return f.span(overhead::kStart, overhead::kEnd).add(overhead::kCorrelation, Delta).take();
    case KindDevice:
        return f.add(device::kName, Text).take();
    case KindMemory:
        return f.add(memory::kCorrelation, Delta)
            .add(memory::kTime, Delta)
            .add(memory::kAddress, Delta)
            .add(memory::kBytes, Plain)
            .add(memory::kName, Text)
            .add(memory::kSource, Text)
            .take();
    case KindMemoryPool:
        return f.add(memory_pool::kCorrelation, Delta)
            .add(memory_pool::kTime, Delta)
            .add(memory_pool::kSize, Plain)
            .add(memory_pool::kUsed, Plain)
            .take();
    case KindGraphTrace:
        return f.span(graph_trace::kStart, graph_trace::kEnd)
            .add(graph_trace::kCorrelation, Delta)
            .take();
    case KindJit:
        return f.span(jit::kStart, jit::kEnd)
            .add(jit::kCorrelation, Delta)
            .add(jit::kCacheSize, Plain)
            .add(jit::kCachePath, Text)
            .take();
    case KindEnvironment:
        return f.add(environment::kTime, Delta)
            .add(environment::kSmClock, Plain)
            .add(environment::kMemoryClock, Plain)
            .take();
    default:
        return {};
    }
}

} // namespace longpole::wire
