// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/counters/metric_sets.h"

#include <algorithm>
#include <string_view>

namespace longpole::counters {

namespace {

constexpr std::string_view kTensorPrefix = "sm__ops_path_tensor_src_";

// "bf16", "fp4 fp6 fp8" …: what the operands of a metric are; empty where it is none of tensor
// cores, or counts what another metric counts, or a part of that (with or without sparsity).
std::vector<std::string> operandsOf(std::string_view metric)
{
    if (metric.substr(0, kTensorPrefix.size()) != kTensorPrefix
        || metric.find("sparsity") != std::string_view::npos
        || metric.find("_realtime") != std::string_view::npos) {
        return {};
    }
    metric.remove_prefix(kTensorPrefix.size());
    metric = metric.substr(0, metric.find("_dst_"));
    std::vector<std::string> out;
    while (!metric.empty()) {
        const std::size_t end = std::min(metric.find('_'), metric.size());
        out.emplace_back(metric.substr(0, end));
        metric.remove_prefix(std::min(end + 1, metric.size()));
    }
    return out;
}

} // namespace

std::vector<std::string> wantedMetrics(CounterSet set, bool tensorOnly)
{
    switch (set) {
    case CounterSet::Occupancy:
        return {"gpu__time_duration.sum",
                "sm__warps_active.avg.pct_of_peak_sustained_active",
                "sm__cycles_elapsed.max",
                "sm__cycles_active.avg",
                "sm__inst_executed.avg.per_cycle_active",
                "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active",
                "dram__bytes_read.sum",
                "dram__bytes_write.sum",
                "lts__t_bytes.sum",
                "l1tex__t_bytes.sum"};
    case CounterSet::Roofline: {
        std::vector<std::string> out{
            "gpu__time_duration.sum",     "sm__warps_active.avg.pct_of_peak_sustained_active",
            "sm__cycles_elapsed.max",     "dram__bytes.sum",
            "dram__bytes.sum.per_second", "lts__t_bytes.sum"};
        if (!tensorOnly) { // with these a type of tensor cores would need a second pass
            out.emplace_back("l1tex__t_bytes.sum");
            for (const char type : {'f', 'd', 'h'}) {
                for (const char* operation : {"add", "mul", "fma"}) {
                    out.push_back(std::string("smsp__sass_thread_inst_executed_op_") + type
                                  + operation + "_pred_on.sum");
                }
            }
        }
        return out;
    }
    case CounterSet::Timeline:
        return {"gr__cycles_active.avg.pct_of_peak_sustained_elapsed",
                "sm__cycles_active.avg.pct_of_peak_sustained_elapsed",
                "tpc__warps_active_shader_cs_realtime.avg.pct_of_peak_sustained_elapsed",
                "sm__inst_executed_realtime.avg.pct_of_peak_sustained_elapsed",
                "sm__pipe_tensor_cycles_active_realtime.avg.pct_of_peak_sustained_elapsed",
                "dram__read_throughput.avg.pct_of_peak_sustained_elapsed",
                "dram__write_throughput.avg.pct_of_peak_sustained_elapsed",
                "lts__throughput.avg.pct_of_peak_sustained_elapsed",
                "l1tex__throughput.avg.pct_of_peak_sustained_elapsed",
                "pcie__read_bytes.sum.per_second",
                "pcie__write_bytes.sum.per_second",
                "nvlrx__bytes.sum.per_second",
                "nvltx__bytes.sum.per_second"};
    case CounterSet::Stalls: // the chip names its reasons itself
    case CounterSet::None:
        break;
    }
    return {};
}

std::vector<std::string> tensorMetrics(const std::vector<std::string>& base,
                                       const std::string& dtype)
{
    std::vector<std::string> out;
    for (const std::string& metric : base) {
        const std::vector<std::string> operands = operandsOf(metric);
        if (std::find(operands.begin(), operands.end(), dtype) == operands.end()) {
            continue;
        }
        // "src_fp16" counts what "src_fp16_dst_fp32" counts too.
        const std::string whole = metric.substr(0, metric.find("_dst_"));
        if (whole == metric || std::find(base.begin(), base.end(), whole) == base.end()) {
            out.push_back(metric + ".sum");
        }
    }
    return out;
}

std::vector<std::string> tensorTypes(const std::vector<std::string>& base)
{
    std::vector<std::string> out;
    for (const std::string& metric : base) {
        for (std::string& operand : operandsOf(metric)) {
            out.push_back(std::move(operand));
        }
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

} // namespace longpole::counters
