// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/gpu_totals.h"

#include "core/analysis/intervals.h"
#include "core/diff/op_rows.h"

#include <map>

namespace longpole::diff {

namespace {

struct Device
{
    std::vector<TimeRange> compute;
    std::vector<TimeRange> memcpy;
    std::vector<TimeRange> communication;
};

} // namespace

GpuTotals gpuTotals(const Side& side, const Matching& matching, bool before)
{
    namespace op = model::gpu_op;
    const model::Trace& trace = *side.trace;
    const auto device = trace.column(op::kDevice);
    const auto start = trace.column(op::kStart);
    const auto duration = trace.column(op::kDuration);
    const auto kind = trace.column(op::kKind);
    const auto cls = trace.column(op::kClass);
    const auto paired = pairedOps(side, matching, before);
    GpuTotals out;
    std::map<std::uint32_t, Device> devices;
    for (std::size_t i = 0; i < start.size(); ++i) {
        if (!paired[i]) {
            continue;
        }
        Device& d = devices[device[i]];
        const TimeRange r{start[i], start[i] + duration[i]};
        const bool kernel = kind[i] == model::GpuOpKind::Kernel;
        ++out.ops;
        out.kernels += kernel ? 1 : 0;
        out.kernelNs += kernel ? duration[i].ns : 0;
        (kind[i] == model::GpuOpKind::Memcpy                        ? d.memcpy
             : kernel && cls[i] == model::SliceClass::Communication ? d.communication
                                                                    : d.compute)
            .push_back(r);
    }
    for (auto& [number, d] : devices) {
        const analysis::IntervalSet compute(std::move(d.compute));
        const analysis::IntervalSet memcpy(std::move(d.memcpy));
        const analysis::IntervalSet communication(std::move(d.communication));
        out.busyNs += compute.plus(communication).plus(memcpy).total().ns;
        out.computeNs += compute.total().ns;
        out.memcpyNs += memcpy.total().ns;
        out.commNs += communication.total().ns;
        out.exposedCommNs += communication.minus(compute).total().ns;
    }
    return out;
}

std::vector<Figure> totalFigures(const GpuTotals& a, const GpuTotals& b)
{
    return {{"gpu_ops", "GPU operations", a.ops, b.ops, false},
            {"kernels", "Kernels", a.kernels, b.kernels, false},
            {"kernel_ns", "Kernel time, summed", a.kernelNs, b.kernelNs, true},
            {"busy_ns", "GPU busy", a.busyNs, b.busyNs, true},
            {"compute_ns", "Compute", a.computeNs, b.computeNs, true},
            {"memcpy_ns", "Memcpy", a.memcpyNs, b.memcpyNs, true},
            {"comm_ns", "Communication", a.commNs, b.commNs, true}};
}

std::vector<Figure> communicationFigures(const GpuTotals& a, const GpuTotals& b,
                                         const Waterfall& waterfall)
{
    if (a.commNs == 0 && b.commNs == 0) {
        return {};
    }
    std::vector<Figure> out{{"comm_ns", "Communication", a.commNs, b.commNs, true},
                            {"exposed_ns", "Exposed (nothing computed meanwhile)", a.exposedCommNs,
                             b.exposedCommNs, true},
                            {"overlapped_ns", "Overlapped with computation",
                             a.commNs - a.exposedCommNs, b.commNs - b.exposedCommNs, true}};
    if (waterfall.before.collectives || waterfall.after.collectives) {
        out.push_back({"skew_ns", "Waiting for the last rank to arrive", waterfall.before.skewNs,
                       waterfall.after.skewNs, true});
        out.push_back({"transfer_ns", "Transfer", waterfall.before.transferNs,
                       waterfall.after.transferNs, true});
    }
    return out;
}

} // namespace longpole::diff
