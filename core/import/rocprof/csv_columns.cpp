// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the columns of the files mean: the part of RocprofRows that reads headers and launch facts.
#include "core/import/decimal_time.h"
#include "core/import/rocprof/csv_rows.h"

#include <algorithm>

namespace longpole::import {

namespace {

using model::kNull32;
using model::kNull64;

// Columns of rocprof's and rocprofv2's files that are no counters.
constexpr std::string_view kFixed[] = {"Index",
                                       "KernelName",
                                       "gpu-id",
                                       "queue-id",
                                       "queue-index",
                                       "pid",
                                       "tid",
                                       "grd",
                                       "wgr",
                                       "lds",
                                       "scr",
                                       "vgpr",
                                       "arch_vgpr",
                                       "accum_vgpr",
                                       "sgpr",
                                       "fbar",
                                       "wave_size",
                                       "sig",
                                       "obj",
                                       "DispatchNs",
                                       "BeginNs",
                                       "EndNs",
                                       "CompleteNs",
                                       "DurationNs",
                                       "Dispatch_ID",
                                       "GPU_ID",
                                       "Queue_ID",
                                       "PID",
                                       "TID",
                                       "Grid_Size",
                                       "Workgroup_Size",
                                       "LDS_Per_Workgroup",
                                       "Scratch_Per_Workitem",
                                       "Arch_VGPR",
                                       "Accum_VGPR",
                                       "SGPR",
                                       "Wave_Size",
                                       "Kernel_Name",
                                       "Start_Timestamp",
                                       "End_Timestamp",
                                       "Correlation_ID",
                                       "XCC_Index"};

std::uint32_t asCount(std::int64_t v)
{
    return v >= 0 && v < std::int64_t{kNull32} ? static_cast<std::uint32_t>(v) : kNull32;
}

} // namespace

RocprofPage rocprofPage(const CsvColumns& c)
{
    const bool timed = c.has("Start_Timestamp") && c.has("End_Timestamp");
    if (c.has("Counter_Name") && c.has("Counter_Value")) {
        return RocprofPage::Counters;
    }
    if ((c.has("KernelName") && c.has("gpu-id")) || (c.has("Kernel_Name") && timed)) {
        return RocprofPage::Kernels;
    }
    if (c.has("Direction") && timed) {
        return RocprofPage::Copies;
    }
    if (c.has("Function") && timed) {
        return RocprofPage::Calls;
    }
    if (c.has("Operation") && timed) {
        return RocprofPage::Memory;
    }
    if (c.has("Agent_Type") && c.has("Node_Id")) {
        return RocprofPage::Agents;
    }
    return c.has("TotalDurationNs") && c.has("Calls") ? RocprofPage::Summary : RocprofPage::Unknown;
}

RocprofRows::RocprofRows(const CsvColumns& columns, RocprofPage page)
    : m_columns(columns)
    , m_page(page)
    , m_name(column({"Kernel_Name", "KernelName", "Function", "Direction", "Operation"}))
    , m_start(column({"Start_Timestamp", "BeginNs"}))
    , m_end(column({"End_Timestamp", "EndNs"}))
    , m_agent(column({"Agent_Id", "gpu-id", "GPU_ID"}))
    , m_queue(column({"Queue_Id", "queue-id", "Queue_ID"}))
    , m_stream(column({"Stream_Id"}))
    , m_thread(column({"Thread_Id", "tid", "TID"}))
    , m_process(column({"Process_Id", "pid", "PID"}))
    , m_correlation(column({"Correlation_Id", "Correlation_ID"}))
{
    const bool wide = columns.has("gpu-id") || columns.has("GPU_ID");
    for (std::size_t i = 0; wide && i < columns.names().size(); ++i) {
        if (std::find(std::begin(kFixed), std::end(kFixed), columns.names()[i])
            == std::end(kFixed)) {
            m_counterColumns.push_back(i);
        }
    }
}

std::size_t RocprofRows::column(std::initializer_list<std::string_view> names) const
{
    for (const std::string_view name : names) {
        if (m_columns.has(name)) {
            return m_columns.find(name);
        }
    }
    return CsvColumns::kNone;
}

GpuFacts RocprofRows::kernelFacts(const Row& row) const
{
    const auto at = [&](std::initializer_list<std::string_view> names) {
        return number(row, column(names));
    };
    GpuFacts f;
    f.correlation = number(row, m_correlation);
    f.correlation = f.correlation == 0 ? kNull64 : f.correlation;
    f.stream = number(row, m_stream != CsvColumns::kNone ? m_stream : m_queue);
    f.registers = asCount(at({"VGPR_Count", "arch_vgpr", "vgpr", "Arch_VGPR"}));
    f.sharedStatic =
        asCount(at({"LDS_Block_Size", "Group_Segment_Size", "lds", "LDS_Per_Workgroup"}));
    const std::int64_t threads = at({"Workgroup_Size", "wgr"});
    const std::int64_t items = at({"Grid_Size", "grd"});
    std::int64_t block[3] = {at({"Workgroup_Size_X"}), at({"Workgroup_Size_Y"}),
                             at({"Workgroup_Size_Z"})};
    std::int64_t grid[3] = {at({"Grid_Size_X"}), at({"Grid_Size_Y"}), at({"Grid_Size_Z"})};
    if (block[0] == kNull64 && threads != kNull64) {
        // These files have the number of items only: as if all lay along x.
        block[0] = threads;
        grid[0] = items;
        block[1] = block[2] = grid[1] = grid[2] = 1;
    }
    for (int i = 0; i < 3; ++i) {
        if (block[i] > 0 && grid[i] >= 0) { // grids are in work items, blocks are wanted
            f.block[i] = asCount(block[i]);
            f.grid[i] = asCount(grid[i] / block[i] + (grid[i] % block[i] != 0 ? 1 : 0));
        }
    }
    return f;
}

std::map<std::string, double> RocprofRows::wideCounters(const Row& row) const
{
    std::map<std::string, double> out;
    for (const std::size_t i : m_counterColumns) {
        if (const auto v = parseReal(csvField(row, i))) {
            out.emplace(m_columns.names()[i], *v);
        }
    }
    return out;
}

} // namespace longpole::import
