// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels, copies, fills, whole graphs.
#include "core/import/kernel_identity.h"
#include "core/import/spool/spool_rows.h"

#include <array>

namespace longpole::import {

namespace {

using model::kNull32;
using model::kNull64;
using wire::FieldAt;

constexpr std::array<std::string_view, 14> kCopyKinds{
    "unknown", "HtoD", "DtoH", "HtoA", "AtoH",     "AtoA",     "AtoD",
    "DtoA",    "DtoD", "HtoH", "PtoP", "UVM HtoD", "UVM DtoH", "UVM DtoD"};
// As CUPTI counts; 0 is unknown.
constexpr std::array<std::string_view, 8> kMemoryKinds{"Unknown",       "Pageable",      "Pinned",
                                                       "Device",        "Array",         "Managed",
                                                       "Device Static", "Managed Static"};

template <std::size_t N>
std::string_view nameIn(const std::array<std::string_view, N>& names, std::uint64_t index)
{
    return index < N ? names[static_cast<std::size_t>(index)] : std::string_view("unknown");
}

std::uint32_t small(const wire::RecordView& r, FieldAt field)
{
    return r.has(field) ? static_cast<std::uint32_t>(r.number(field)) : kNull32;
}

} // namespace

bool SpoolRows::beginGpu(const wire::RecordView& r, model::GpuOpKind kind, const char* category,
                         FieldAt start, FieldAt end, FieldAt device, FieldAt context,
                         FieldAt stream, FieldAt correlation)
{
    m_slice = {};
    m_gpu = {};
    if (!times(m_slice, r.integer(start), r.integer(end), category)) {
        return false;
    }
    m_slice.role = SliceRole::GpuOp;
    m_slice.category = m_batch.category(category);
    TrackKey key;
    key.kind = model::TrackKind::Stream;
    key.pid = r.integer(device);
    key.tid = r.integer(stream);
    key.owner = m_facts.pid;
    m_slice.track = m_batch.track(key);
    m_gpu.kind = kind;
    m_gpu.context = r.integer(context);
    m_gpu.stream = r.integer(stream);
    m_gpu.correlation = r.integer(correlation) == 0 ? kNull64 : r.integer(correlation);
    m_json.beginObject()
        .key("device")
        .integer(r.integer(device))
        .key("context")
        .integer(m_gpu.context)
        .key("stream")
        .integer(m_gpu.stream)
        .key("correlation")
        .integer(r.integer(correlation));
    return true;
}

RareGpuFacts& SpoolRows::rare()
{
    if (m_gpu.rare == kNull32) {
        m_gpu.rare = static_cast<std::uint32_t>(m_batch.rare.size());
        m_batch.rare.emplace_back();
    }
    return m_batch.rare[m_gpu.rare];
}

void SpoolRows::graphNode(std::int64_t graph, std::int64_t node)
{
    if (graph != 0) {
        rare().graphId = graph;
        m_json.key("graph id").integer(graph);
    }
    if (node != 0) {
        rare().graphNode = node;
        m_json.key("graph node id").integer(node);
    }
}

void SpoolRows::bytesMoved(std::int64_t bytes)
{
    m_gpu.bytes = bytes;
    m_json.key("bytes").integer(bytes);
    if (m_slice.duration > 0) {
        m_json.key("memory bandwidth (GB/s)")
            .real(static_cast<double>(bytes) / static_cast<double>(m_slice.duration));
    }
}

void SpoolRows::endGpu()
{
    m_slice.args = keepArgs();
    m_slice.facts = static_cast<std::uint32_t>(m_batch.gpu.size());
    m_batch.gpu.push_back(m_gpu);
    m_batch.slices.push_back(m_slice);
    added();
}

std::string_view SpoolRows::kernelName(std::uint64_t text)
{
    const auto [it, isNew] = m_kernelNames.try_emplace(text);
    if (isNew) {
        const std::string_view name = m_reader->string(text);
        it->second = name.empty() ? "kernel without a name" : demangled(name);
    }
    return it->second;
}

void SpoolRows::kernel(const wire::RecordView& r)
{
    // What NCCL tells of its kernels is known once all launches are.
    if (!m_facts.nccl.empty() && kernelName(r.number(wire::kernel::kName)).starts_with("nccl")) {
        m_ncclKernels.emplace_back(r.bytes().begin(), r.bytes().end());
        return;
    }
    addKernel(r, nullptr);
}

void SpoolRows::addKernel(const wire::RecordView& r, const NcclFacts* nccl)
{
    namespace k = wire::kernel;
    if (!beginGpu(r, model::GpuOpKind::Kernel, "kernel", k::kStart, k::kEnd, k::kDevice,
                  k::kContext, k::kStream, k::kCorrelation)) {
        return;
    }
    m_slice.name = m_batch.intern(kernelName(r.number(k::kName)));
    for (std::size_t i = 0; i < 3; ++i) {
        m_gpu.grid[i] = small(r, k::kGrid[i]);
        m_gpu.block[i] = small(r, k::kBlock[i]);
    }
    m_gpu.registers = small(r, k::kRegisters);
    m_gpu.sharedStatic = small(r, k::kStaticShared);
    m_gpu.sharedDynamic = small(r, k::kDynamicShared);
    const auto triple = [&](const char* key, const FieldAt(&fields)[3]) {
        m_json.key(key).beginArray();
        for (const FieldAt f : fields) {
            m_json.integer(r.integer(f));
        }
        m_json.endArray();
    };
    triple("grid", k::kGrid);
    triple("block", k::kBlock);
    m_json.key("registers per thread").integer(m_gpu.registers);
    m_json.key("shared memory").integer(std::int64_t{m_gpu.sharedStatic} + m_gpu.sharedDynamic);
    const auto nonZero = [&](const char* key, FieldAt field) {
        if (r.number(field) != 0) {
            m_json.key(key).integer(r.integer(field));
        }
    };
    nonZero("static shared memory", k::kStaticShared);
    nonZero("dynamic shared memory", k::kDynamicShared);
    nonZero("shared memory executed", k::kSharedExecuted);
    nonZero("local memory per thread", k::kLocalPerThread);
    nonZero("launch type", k::kLaunchType);
    graphNode(r.integer(k::kGraph), r.integer(k::kGraphNode));
    if (r.number(k::kCluster[0]) > 0) {
        triple("cluster", k::kCluster);
        nonZero("max active clusters", k::kMaxActiveClusters);
    }
    if (const std::int64_t t = r.integer(k::kQueued); t > 0) {
        rare().queued = m_facts.clockTable.monotonic(t);
    }
    if (const std::int64_t t = r.integer(k::kSubmitted); t > 0) {
        rare().submitted = m_facts.clockTable.monotonic(t);
    }
    if (nccl != nullptr) {
        ncclArgs(*nccl);
    }
    endGpu();
}

void SpoolRows::copy(const wire::RecordView& r)
{
    namespace c = wire::copy;
    namespace p = wire::peer_copy;
    const bool peer = r.kind() == wire::KindMemcpyPeer;
    if (!beginGpu(r, model::GpuOpKind::Memcpy, "gpu_memcpy", c::kStart, c::kEnd, c::kDevice,
                  c::kContext, c::kStream, peer ? p::kCorrelation : c::kCorrelation)) {
        return;
    }
    std::string name = "Memcpy ";
    name += nameIn(kCopyKinds, r.number(c::kCopyKind));
    name += " (";
    name += nameIn(kMemoryKinds, r.number(c::kSourceKind));
    name += " -> ";
    name += nameIn(kMemoryKinds, r.number(c::kTargetKind));
    name += ")";
    m_slice.name = m_batch.intern(name);
    bytesMoved(r.integer(c::kBytes));
    if (peer) {
        m_json.key("source device").integer(r.integer(p::kSourceDevice));
        m_json.key("target device").integer(r.integer(p::kTargetDevice));
        graphNode(r.integer(p::kGraph), r.integer(p::kGraphNode));
    } else {
        graphNode(r.integer(c::kGraph), r.integer(c::kGraphNode));
        if (r.integer(c::kCopyCount) > 1) {
            m_json.key("copies").integer(r.integer(c::kCopyCount));
        }
    }
    endGpu();
}

void SpoolRows::fill(const wire::RecordView& r)
{
    namespace f = wire::fill;
    if (!beginGpu(r, model::GpuOpKind::Memset, "gpu_memset", f::kStart, f::kEnd, f::kDevice,
                  f::kContext, f::kStream, f::kCorrelation)) {
        return;
    }
    m_slice.name = m_batch.intern(
        "Memset (" + std::string(nameIn(kMemoryKinds, r.number(f::kMemoryKind))) + ")");
    bytesMoved(r.integer(f::kBytes));
    m_json.key("value").integer(r.integer(f::kValue));
    graphNode(r.integer(f::kGraph), r.integer(f::kGraphNode));
    endGpu();
}

void SpoolRows::graph(const wire::RecordView& r)
{
    namespace g = wire::graph_trace;
    if (!beginGpu(r, model::GpuOpKind::Graph, "cuda_graph", g::kStart, g::kEnd, g::kDevice,
                  g::kContext, g::kStream, g::kCorrelation)) {
        return;
    }
    m_slice.name = m_batch.intern("CUDA graph " + std::to_string(r.integer(g::kGraph)));
    graphNode(r.integer(g::kGraph), 0);
    endGpu();
    m_batch.ledger.add("graphs-recorded-whole", model::Severity::Info,
                       "launches of CUDA graphs were recorded as one operation each; record with "
                       "--graph node to see their kernels");
}

} // namespace longpole::import
