// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// GPU time per device, by interval unions.
//   span = first start to last end of the device's operations; busy = union of all of them;
//   compute = kernels that aren't communication, plus memset and whole-graph replays;
//   exposed comm = comm minus compute; exposed memcpy = memcpy minus (compute ∪ comm).
#include "core/analysis/builtin.h"
#include "core/analysis/intervals.h"

#include <algorithm>
#include <array>
#include <string>

namespace longpole::analysis {

namespace {

using model::GpuOpKind;
using model::SliceClass;

struct DeviceOps
{
    std::int64_t ops = 0;
    std::int64_t orphans = 0; // all of them, whichever rule is used
    std::vector<TimeRange> compute;
    std::vector<TimeRange> memcpy;
    std::vector<TimeRange> communication;
    TimeRange span;
};

std::vector<DeviceOps> collect(const model::Trace& trace, bool linkedOnly)
{
    namespace op = model::gpu_op;
    const auto device = trace.column(op::kDevice);
    const auto start = trace.column(op::kStart);
    const auto duration = trace.column(op::kDuration);
    const auto kind = trace.column(op::kKind);
    const auto cls = trace.column(op::kClass);
    const auto launch = trace.column(op::kLaunch);
    std::vector<DeviceOps> devices(trace.devices().size());
    for (std::size_t i = 0; i < device.size(); ++i) {
        if (device[i] >= devices.size()) {
            continue;
        }
        DeviceOps& d = devices[device[i]];
        d.orphans += launch[i].valid() ? 0 : 1;
        if (linkedOnly && !launch[i].valid()) {
            continue;
        }
        const TimeRange r{start[i], start[i] + duration[i]};
        d.span = d.ops == 0
            ? r
            : TimeRange{std::min(d.span.begin, r.begin), std::max(d.span.end, r.end)};
        ++d.ops;
        if (kind[i] == GpuOpKind::Memcpy) {
            d.memcpy.push_back(r);
        } else if (kind[i] == GpuOpKind::Kernel && cls[i] == SliceClass::Communication) {
            d.communication.push_back(r);
        } else {
            d.compute.push_back(r);
        }
    }
    return devices;
}

std::vector<Cell> row(const model::Device& device, DeviceOps ops)
{
    const IntervalSet compute(std::move(ops.compute));
    const IntervalSet memcpy(std::move(ops.memcpy));
    const IntervalSet communication(std::move(ops.communication));
    const IntervalSet work = compute.plus(communication);
    const std::int64_t busy = work.plus(memcpy).total().ns;
    const std::int64_t span = ops.ops == 0 ? 0 : ops.span.duration().ns;
    Cell rank;
    if (device.rank >= 0) {
        rank = std::int64_t{device.rank};
    }
    return {std::int64_t{device.number},
            device.name,
            rank,
            ops.ops,
            ops.orphans,
            span,
            busy,
            span - busy,
            compute.total().ns,
            memcpy.total().ns,
            communication.total().ns,
            communication.minus(compute).total().ns,
            memcpy.minus(work).total().ns};
}

Result<Report> run(const model::Trace& trace, const Parameters& parameters, const JobContext&)
{
    const bool linkedOnly = parameters.count("linked-only") != 0;
    Report report;
    Table table;
    table.key = "devices";
    table.title = "GPU time";
    table.columns = {
        {"device", "GPU", Unit::None, Role::Name},
        {"name", "Name", Unit::None, Role::Name},
        {"rank", "Rank", Unit::None, Role::Name},
        {"ops", "Operations", Unit::Count},
        {"orphans", "Without launch", Unit::Count},
        {"span_ns", "Span", Unit::Nanoseconds},
        {"busy_ns", "Busy", Unit::Nanoseconds},
        {"idle_ns", "Idle", Unit::Nanoseconds},
        {"compute_ns", "Compute", Unit::Nanoseconds},
        {"memcpy_ns", "Memcpy", Unit::Nanoseconds},
        {"comm_ns", "Communication", Unit::Nanoseconds},
        {"exposed_comm_ns", "Exposed comm.", Unit::Nanoseconds},
        {"exposed_memcpy_ns", "Exposed memcpy", Unit::Nanoseconds},
    };
    std::vector<DeviceOps> devices = collect(trace, linkedOnly);
    std::int64_t orphans = 0;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        orphans += devices[i].orphans;
        table.rows.push_back(row(trace.devices()[i], std::move(devices[i])));
    }
    if (table.rows.empty()) {
        report.trust = Trust::CannotTell;
        report.notes.emplace_back(
            "the trace holds no GPU operations; record with GPU activities enabled");
    } else if (orphans > 0) {
        report.notes.push_back(
            std::to_string(orphans) + " GPU operations have no launch in the trace; they are "
            + (linkedOnly ? "left out" : "counted (leave them out with --linked-only)"));
    }
    report.facts.emplace_back("rule", std::string(linkedOnly ? "linked-only" : "all"));
    report.tables.push_back(std::move(table));
    return report;
}

constexpr std::array kParameters{
    Parameter{"linked-only", "leave out GPU operations whose launch is not in the trace", false}};

} // namespace

const Analysis kGpuTime{{"gpu-time", "GPU time",
                         "busy, idle, compute, copy and communication time of each GPU",
                         kParameters},
                        run};

} // namespace longpole::analysis
