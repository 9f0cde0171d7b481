// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels, copies, fills and graph launches.
#include "core/import/nsys_sqlite/batch_writer.h"
#include "core/model/names.h"

#include <array>

namespace longpole::import {

namespace {

using model::kNull32;
using model::kNull64;
using model::TrackKind;

// Columns that all GPU tables share, in this order.
enum Common : std::uint8_t
{
    Start,
    End,
    Device,
    Context,
    Stream,
    Correlation,
    Process,
    GraphNode,
    GreenContext,
    FirstOwn
};
#define LP_GPU_COLUMNS                                                                             \
    {"start"}, {"end"}, {"deviceId"}, {"contextId"}, {"streamId"}, {"correlationId"},              \
        {"globalPid"}, {"graphNodeId"},                                                            \
    {                                                                                              \
        "greenContextId"                                                                           \
    }

std::uint32_t small(const RowBlock& block, std::size_t row, std::size_t column)
{
    const std::int64_t v = block.integer(row, column);
    return v >= 0 && v < std::int64_t{kNull32} ? static_cast<std::uint32_t>(v) : kNull32;
}

class GpuRow
{
public:
    GpuRow(const RowBlock& block, std::size_t row, BatchWriter& out)
        : m_block(block)
        , m_row(row)
        , m_out(out)
        , m_process(block.integer(row, Process))
        , m_device(out.facts().deviceOf(pidOf(m_process), block.integer(row, Device)))
    { }

    // False where the row has no times.
    bool begin(model::GpuOpKind kind, std::string_view table, const char* category)
    {
        if (!m_out.times(m_block, m_row, slice, table)) {
            return false;
        }
        slice.role = SliceRole::GpuOp;
        slice.category = m_out.batch().category(category);
        slice.track = m_out.stream(TrackKind::Stream, m_device, m_block.integer(m_row, Stream, 0),
                                   pidOf(m_process));
        facts.kind = kind;
        facts.context = m_block.integer(m_row, Context);
        facts.stream = m_block.integer(m_row, Stream);
        const std::int64_t correlation = m_block.integer(m_row, Correlation, 0);
        facts.correlation = correlation == 0 ? kNull64 : correlation;
        facts.scope = m_process == kNull64 ? m_out.facts().defaultScope() : scopeOf(m_process);
        if (m_block.integer(m_row, GraphNode, 0) != 0) {
            rare().graphNode = m_block.integer(m_row, GraphNode);
        }
        m_out.args().key("device").integer(m_device);
        m_out.member("context", m_block, m_row, Context);
        m_out.member("stream", m_block, m_row, Stream);
        m_out.member("correlation", m_block, m_row, Correlation);
        return true;
    }

    void end()
    {
        m_out.nonZero("graph node id", m_block, m_row, GraphNode);
        if (idOrNull(m_block.integer(m_row, GreenContext, 0)) != kNull64) {
            m_out.nonZero("green context", m_block, m_row, GreenContext);
        }
        slice.args = m_out.keepArgs();
        EventBatch& batch = m_out.batch();
        slice.facts = static_cast<std::uint32_t>(batch.gpu.size());
        batch.gpu.push_back(facts);
        batch.slices.push_back(slice);
    }

    RareGpuFacts& rare()
    {
        EventBatch& batch = m_out.batch();
        if (facts.rare == kNull32) {
            facts.rare = static_cast<std::uint32_t>(batch.rare.size());
            batch.rare.emplace_back();
        }
        return batch.rare[facts.rare];
    }

    SliceRecord slice;
    GpuFacts facts;

private:
    const RowBlock& m_block;
    std::size_t m_row;
    BatchWriter& m_out;
    std::int64_t m_process;
    std::int64_t m_device;
};

enum Kernel : std::uint8_t
{
    Demangled = FirstOwn,
    Short,
    Mangled,
    GridX,
    GridY,
    GridZ,
    BlockX,
    BlockY,
    BlockZ,
    Registers,
    StaticShared,
    DynamicShared,
    LocalPerThread,
    LocalTotal,
    SharedExecuted,
    LaunchType,
    GraphId,
    ClusterX,
    ClusterY,
    ClusterZ,
    ClusterMax
};
constexpr ColumnWish kKernelColumns[] = {LP_GPU_COLUMNS,
                                         {"demangledName"},
                                         {"shortName"},
                                         {"mangledName"},
                                         {"gridX"},
                                         {"gridY"},
                                         {"gridZ"},
                                         {"blockX"},
                                         {"blockY"},
                                         {"blockZ"},
                                         {"registersPerThread"},
                                         {"staticSharedMemory"},
                                         {"dynamicSharedMemory"},
                                         {"localMemoryPerThread"},
                                         {"localMemoryTotal"},
                                         {"sharedMemoryExecuted"},
                                         {"launchType"},
                                         {"graphId"},
                                         {"clusterX"},
                                         {"clusterY"},
                                         {"clusterZ"},
                                         {"maxActiveClusters"}};

void triple(const char* key, const RowBlock& block, std::size_t row, std::size_t first,
            JsonWriter& json)
{
    json.key(key).beginArray();
    for (std::size_t i = 0; i < 3; ++i) {
        json.integer(block.integer(row, first + i, 0));
    }
    json.endArray();
}

StringId kernelName(const RowBlock& block, std::size_t row, BatchWriter& out)
{
    for (const Kernel column : {Demangled, Short, Mangled}) {
        if (block.has(row, column) && !out.facts().string(block.integer(row, column)).empty()) {
            return out.name(block.integer(row, column));
        }
    }
    return out.batch().intern("kernel without a name");
}

void kernels(const RowBlock& block, BatchWriter& out)
{
    for (std::size_t row = 0; row < block.rowCount(); ++row) {
        GpuRow op(block, row, out);
        if (!op.begin(model::GpuOpKind::Kernel, "kernels", "kernel")) {
            continue;
        }
        op.slice.name = kernelName(block, row, out);
        GpuFacts& f = op.facts;
        for (std::size_t i = 0; i < 3; ++i) {
            f.grid[i] = small(block, row, GridX + i);
            f.block[i] = small(block, row, BlockX + i);
        }
        f.registers = small(block, row, Registers);
        f.sharedStatic = small(block, row, StaticShared);
        f.sharedDynamic = small(block, row, DynamicShared);
        const std::int64_t graph = block.integer(row, GraphId, 0);
        if (graph != 0) {
            op.rare().graphId = graph;
        }
        JsonWriter& json = out.json();
        const std::string_view shortName = out.facts().string(block.integer(row, Short));
        if (!shortName.empty()) {
            json.key("short name").text(shortName);
        }
        triple("grid", block, row, GridX, json);
        triple("block", block, row, BlockX, json);
        out.member("registers per thread", block, row, Registers);
        if (block.has(row, StaticShared) && block.has(row, DynamicShared)
            && f.sharedStatic != kNull32 && f.sharedDynamic != kNull32) {
            json.key("shared memory")
                .integer(std::int64_t{f.sharedStatic} + std::int64_t{f.sharedDynamic});
        }
        out.nonZero("static shared memory", block, row, StaticShared);
        out.nonZero("dynamic shared memory", block, row, DynamicShared);
        out.nonZero("shared memory executed", block, row, SharedExecuted);
        out.nonZero("local memory per thread", block, row, LocalPerThread);
        out.nonZero("local memory total", block, row, LocalTotal);
        if (block.integer(row, LaunchType, 1) != 1) {
            out.member("launch type", block, row, LaunchType);
        }
        out.nonZero("graph id", block, row, GraphId);
        if (block.integer(row, ClusterX, 0) != 0) {
            triple("cluster", block, row, ClusterX, json);
            out.nonZero("max active clusters", block, row, ClusterMax);
        }
        op.end();
    }
}

enum Memcpy : std::uint8_t
{
    CopyBytes = FirstOwn,
    CopyKind,
    SourceKind,
    TargetKind,
    SourceDevice,
    TargetDevice,
    MigrationCause,
    CopyCount
};
constexpr ColumnWish kMemcpyColumns[] = {LP_GPU_COLUMNS,  {"bytes"},          {"copyKind"},
                                         {"srcKind"},     {"dstKind"},        {"srcDeviceId"},
                                         {"dstDeviceId"}, {"migrationCause"}, {"copyCount"}};

constexpr std::array<std::string_view, 14> kCopyKinds{
    "unknown", "HtoD", "DtoH", "HtoA", "AtoH",     "AtoA",     "AtoD",
    "DtoA",    "DtoD", "HtoH", "PtoP", "UVM HtoD", "UVM DtoH", "UVM DtoD"};
constexpr std::array<std::string_view, 8> kMemoryKinds{"Pageable",       "Pinned",  "Device",
                                                       "Array",          "Managed", "Device Static",
                                                       "Managed Static", "Unknown"};

template <std::size_t N>
std::string_view nameIn(const std::array<std::string_view, N>& names, std::int64_t index)
{
    return index >= 0 && index < static_cast<std::int64_t>(N)
        ? names[static_cast<std::size_t>(index)]
        : std::string_view("unknown");
}

// "Memcpy HtoD (Pageable -> Device)", as Kineto writes it.
std::string copyName(const RowBlock& block, std::size_t row)
{
    std::string name = "Memcpy ";
    name += nameIn(kCopyKinds, block.integer(row, CopyKind, 0));
    if (block.has(row, SourceKind) && block.has(row, TargetKind)) {
        name += " (";
        name += nameIn(kMemoryKinds, block.integer(row, SourceKind));
        name += " -> ";
        name += nameIn(kMemoryKinds, block.integer(row, TargetKind));
        name += ")";
    }
    return name;
}

void bandwidth(const SliceRecord& slice, std::int64_t bytes, JsonWriter& json)
{
    if (bytes != kNull64 && slice.duration > 0) {
        json.key("memory bandwidth (GB/s)")
            .real(static_cast<double>(bytes) / static_cast<double>(slice.duration));
    }
}

void memcpys(const RowBlock& block, BatchWriter& out)
{
    for (std::size_t row = 0; row < block.rowCount(); ++row) {
        GpuRow op(block, row, out);
        if (!op.begin(model::GpuOpKind::Memcpy, "copies", "gpu_memcpy")) {
            continue;
        }
        op.slice.name = out.batch().intern(copyName(block, row));
        op.facts.bytes = block.integer(row, CopyBytes);
        out.member("bytes", block, row, CopyBytes);
        bandwidth(op.slice, op.facts.bytes, out.json());
        out.member("source device", block, row, SourceDevice);
        out.member("target device", block, row, TargetDevice);
        out.nonZero("migration cause", block, row, MigrationCause);
        if (block.integer(row, CopyCount, 1) > 1) {
            out.member("copies", block, row, CopyCount);
        }
        op.end();
    }
}

enum Memset : std::uint8_t
{
    SetBytes = FirstOwn,
    SetValue,
    SetKind
};
constexpr ColumnWish kMemsetColumns[] = {LP_GPU_COLUMNS, {"bytes"}, {"value"}, {"memKind"}};

void memsets(const RowBlock& block, BatchWriter& out)
{
    for (std::size_t row = 0; row < block.rowCount(); ++row) {
        GpuRow op(block, row, out);
        if (!op.begin(model::GpuOpKind::Memset, "fills", "gpu_memset")) {
            continue;
        }
        std::string name = "Memset";
        if (block.has(row, SetKind)) {
            name += " (";
            name += nameIn(kMemoryKinds, block.integer(row, SetKind));
            name += ")";
        }
        op.slice.name = out.batch().intern(name);
        op.facts.bytes = block.integer(row, SetBytes);
        out.member("bytes", block, row, SetBytes);
        bandwidth(op.slice, op.facts.bytes, out.json());
        out.member("value", block, row, SetValue);
        op.end();
    }
}

enum GraphTrace : std::uint8_t
{
    TraceGraph = FirstOwn,
    TraceExec
};
constexpr ColumnWish kGraphColumns[] = {LP_GPU_COLUMNS, {"graphId"}, {"graphExecId"}};

void graphs(const RowBlock& block, BatchWriter& out)
{
    for (std::size_t row = 0; row < block.rowCount(); ++row) {
        GpuRow op(block, row, out);
        if (!op.begin(model::GpuOpKind::Graph, "graph launches", "cuda_graph")) {
            continue;
        }
        op.slice.name =
            out.batch().intern("CUDA graph " + std::to_string(block.integer(row, TraceGraph, 0)));
        op.rare().graphId = block.integer(row, TraceGraph);
        out.member("graph id", block, row, TraceGraph);
        out.member("graph exec id", block, row, TraceExec);
        op.end();
        out.batch().ledger.add(
            "graphs-recorded-whole", model::Severity::Info,
            "launches of CUDA graphs were recorded as one operation each; record with "
            "--cuda-graph-trace=node to see their kernels");
    }
}

} // namespace

std::span<const NsysTable> gpuTables()
{
    static constexpr NsysTable kTables[] = {
        {"CUPTI_ACTIVITY_KIND_KERNEL", kKernelColumns, kernels},
        {"CUPTI_ACTIVITY_KIND_MEMCPY", kMemcpyColumns, memcpys},
        {"CUPTI_ACTIVITY_KIND_MEMSET", kMemsetColumns, memsets},
        {"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", kGraphColumns, graphs},
    };
    return kTables;
}

} // namespace longpole::import
