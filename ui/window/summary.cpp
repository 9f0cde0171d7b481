// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/summary.h"

#include "core/analysis/analysis.h"
#include "core/model/laid_out.h"
#include "ui/session/format.h"

#include <QCoreApplication>
#include <QMap>

#include <algorithm>

namespace longpole::window {

using session::groupedCount;
using session::humanDuration;
using session::text;

namespace {

QString say(const char* words)
{
    return QCoreApplication::translate("Summary", words);
}

std::optional<std::int64_t> numberIn(const analysis::Table& table, std::size_t row,
                                     std::string_view key)
{
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        if (table.columns[c].key == key && c < table.rows[row].size()) {
            const auto* value = std::get_if<std::int64_t>(&table.rows[row][c]);
            return value ? std::optional(*value) : std::nullopt;
        }
    }
    return std::nullopt;
}

QString nameIn(const analysis::Table& table, std::size_t row)
{
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        if (table.columns[c].key == "name" && c < table.rows[row].size()) {
            const auto* value = std::get_if<std::string>(&table.rows[row][c]);
            return value ? text(*value) : QString();
        }
    }
    return {};
}

// "2 × NVIDIA H100, Tesla T4"; devices that did nothing are not named.
QString deviceNames(const std::vector<DeviceTimes>& devices)
{
    QMap<QString, int> counts;
    for (const DeviceTimes& device : devices) {
        ++counts[device.name.isEmpty() ? say("unnamed GPU") : device.name];
    }
    QStringList names;
    for (auto it = counts.begin(); it != counts.end(); ++it) {
        names << (it.value() > 1 ? QStringLiteral("%1 × %2").arg(it.value()).arg(it.key())
                                 : it.key());
    }
    return names.join(QStringLiteral(", "));
}

std::vector<DeviceTimes> deviceTimes(const model::Trace& trace, const JobContext& job)
{
    std::vector<DeviceTimes> devices;
    const analysis::Analysis* gpuTime = analysis::findAnalysis("gpu-time");
    const auto report = gpuTime ? gpuTime->run(trace, {}, job) : Result<analysis::Report>();
    if (!report || report->tables.empty()) {
        return devices;
    }
    const analysis::Table& table = report->tables.front();
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        DeviceTimes device;
        device.name = nameIn(table, row);
        device.spanNs = numberIn(table, row, "span_ns").value_or(0);
        device.busyNs = numberIn(table, row, "busy_ns").value_or(0);
        device.idleNs = numberIn(table, row, "idle_ns").value_or(0);
        device.computeNs = numberIn(table, row, "compute_ns").value_or(0);
        device.exposedCommunicationNs = numberIn(table, row, "exposed_comm_ns").value_or(0);
        if (numberIn(table, row, "ops").value_or(0) > 0) {
            devices.push_back(device);
        }
    }
    return devices;
}

double busyShare(const DeviceTimes& device)
{
    return device.spanNs > 0
        ? static_cast<double>(device.busyNs) / static_cast<double>(device.spanNs)
        : 1;
}

QString wordsFor(const std::vector<DeviceTimes>& devices)
{
    if (devices.empty()) {
        return {};
    }
    if (devices.size() == 1) {
        const DeviceTimes& one = devices.front();
        return say("GPU busy %1 of %2 (%3), idle %4")
            .arg(humanDuration(one.busyNs), humanDuration(one.spanNs),
                 session::percent(busyShare(one)), humanDuration(one.idleNs));
    }
    const auto [low, high] = std::minmax_element(
        devices.begin(), devices.end(),
        [](const DeviceTimes& a, const DeviceTimes& b) { return busyShare(a) < busyShare(b); });
    return say("%1 GPUs, each busy %2 to %3 of its time")
        .arg(QString::number(devices.size()), session::percent(busyShare(*low)),
             session::percent(busyShare(*high)));
}

SliceId longestKernel(const model::Trace& trace)
{
    const auto kinds = trace.column(model::gpu_op::kKind);
    const auto durations = trace.column(model::gpu_op::kDuration);
    std::size_t best = kinds.size();
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (kinds[i] == model::GpuOpKind::Kernel
            && (best == kinds.size() || durations[best] < durations[i])) {
            best = i;
        }
    }
    return best < kinds.size() ? trace.column(model::gpu_op::kSlice)[best] : SliceId();
}

QString propertyOf(const model::Trace& trace, std::string_view key)
{
    for (const auto& [name, value] : trace.info().properties) {
        if (name == key) {
            return text(value);
        }
    }
    return {};
}

// Of the lanes of the profiler's own work.
std::int64_t overheadNs(const model::Trace& trace)
{
    std::int64_t sum = 0;
    for (const model::Track& track : trace.tracks()) {
        if (track.kind == model::TrackKind::Overhead) {
            for (const DurationNs d : trace.column(model::slice::kDuration, track.id)) {
                sum = saturatingAdd(sum, d.ns);
            }
        }
    }
    return sum;
}

QString costOf(const model::Trace& trace)
{
    constexpr int kFewestForAVerdict = 5;
    const QString ratio = propertyOf(trace, "recording.overhead.ratio");
    if (ratio.isEmpty()) {
        const std::int64_t own = overheadNs(trace);
        return own == 0 ? QString()
                        : say("The profiler's own work: %1 (its full cost was not measured)")
                              .arg(humanDuration(own));
    }
    const QString low = propertyOf(trace, "recording.overhead.ratio_low");
    const QString high = propertyOf(trace, "recording.overhead.ratio_high");
    const int pairs = propertyOf(trace, "recording.overhead.pairs").toInt();
    if (pairs < kFewestForAVerdict) {
        return say("Recorded runs took %1 times as long (%2 pairs: too few to tell)")
            .arg(session::threeDigits(ratio.toDouble()))
            .arg(pairs);
    }
    if (low.toDouble() <= 1 && high.toDouble() >= 1) {
        return say("Recording slowed nothing that %1 pairs of runs could tell (95 %: %2 to %3 "
                   "times "
                   "as long)")
            .arg(pairs)
            .arg(session::threeDigits(low.toDouble()), session::threeDigits(high.toDouble()));
    }
    return say("Recorded runs took %1 times as long (95 %: %2 to %3)")
        .arg(session::threeDigits(ratio.toDouble()), session::threeDigits(low.toDouble()),
             session::threeDigits(high.toDouble()));
}

QString sizeOf(const model::Trace& trace)
{
    const model::TraceCounts& counts = trace.counts();
    QStringList parts;
    if (const auto n = trace.iterations().size(); n > 0) {
        std::int64_t sum = 0;
        for (const model::Iteration& iteration : trace.iterations()) {
            sum = saturatingAdd(sum, iteration.range.duration().ns);
        }
        parts << (n == 1 ? say("1 iteration of %1").arg(humanDuration(sum))
                         : say("%1 iterations of %2")
                               .arg(QString::number(n),
                                    humanDuration(sum / static_cast<std::int64_t>(n))));
    }
    parts << say("%1 long").arg(humanDuration(trace.info().span.duration().ns));
    parts << session::slicesText(groupedCount(static_cast<qint64>(counts.slices)));
    if (counts.gpuOps > 0) {
        parts << session::gpuOperationsText(groupedCount(static_cast<qint64>(counts.gpuOps)));
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace

Summary summarise(const model::Trace& trace, const JobContext& job)
{
    Summary summary;
    summary.devices = deviceTimes(trace, job);
    QStringList title;
    if (!summary.devices.empty()) {
        title << deviceNames(summary.devices);
    }
    title << text(trace.info().producer.empty() ? trace.info().format : trace.info().producer);
    if (trace.info().rank >= 0) {
        title << (trace.info().worldSize > 0
                      ? say("rank %1 of %2").arg(trace.info().rank).arg(trace.info().worldSize)
                      : say("rank %1").arg(trace.info().rank));
    }
    title.removeAll(QString());
    summary.title = title.join(QStringLiteral(" · "));
    summary.size = sizeOf(trace);
    const bool laidOut = model::isLaidOut(trace.ledger());
    if (laidOut) {
        summary.devices.clear(); // busy and idle are no facts of this trace
    }
    summary.deviceWords = wordsFor(summary.devices);
    summary.cost = costOf(trace);
    if (laidOut) {
        summary.hint = say("Profiles of single kernels, one after another: no timeline.");
    } else if (trace.counts().slices == 0) {
        summary.hint = say("This trace holds no slices.");
    } else if (summary.devices.empty()) {
        summary.hint =
            say("No GPU operations in this trace. Record with the CUDA activity of the profiler "
                "switched on to see the GPU.");
    }
    if (!trace.iterations().empty()) {
        summary.firstIteration = trace.iterations().front().range;
    }
    summary.longestKernel = longestKernel(trace);
    return summary;
}

QString Summary::text() const
{
    QStringList lines{title, size, deviceWords, cost, hint};
    for (const DeviceTimes& device : devices) {
        lines << QStringLiteral("%1: span %2 ns, busy %3 ns, idle %4 ns, compute %5 ns, exposed "
                                "communication %6 ns")
                     .arg(device.name.isEmpty() ? say("GPU") : device.name)
                     .arg(device.spanNs)
                     .arg(device.busyNs)
                     .arg(device.idleNs)
                     .arg(device.computeNs)
                     .arg(device.exposedCommunicationNs);
    }
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace longpole::window
