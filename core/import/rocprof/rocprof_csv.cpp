// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/csv_reader.h"
#include "core/import/rocprof/csv_rows.h"
#include "core/import/rocprof/rocprof.h"

namespace longpole::import {

namespace {

using model::Severity;

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

Sniff sniff(std::string_view head)
{
    const std::string_view line = head.substr(0, head.find('\n'));
    if (line.find(',') == std::string_view::npos || line.front() == '{' || line.front() == '[') {
        return {};
    }
    if (has(line, "Counter_Name") && has(line, "Counter_Value")) {
        return {90, "CSV with rocprofv3's columns of counters"};
    }
    if (has(line, "Start_Timestamp") && has(line, "End_Timestamp")) {
        return {90, "CSV with rocprofv3's columns of times"};
    }
    if (has(line, "KernelName") && has(line, "gpu-id")) {
        return {90, "CSV with rocprof's columns of kernels"};
    }
    if (has(line, "Agent_Type") && has(line, "Node_Id")) {
        return {85, "CSV with rocprofv3's columns of agents"};
    }
    if (has(line, "TotalDurationNs") && has(line, "Calls")) {
        return {60, "CSV with rocprof's columns of sums"};
    }
    return {};
}

Result<void> unknownPage(RocprofPage page)
{
    if (page == RocprofPage::Summary) {
        return fail(Errc::Unsupported,
                    "holds sums, not events; open the …_trace.csv or results.csv beside it");
    }
    return fail(Errc::Format, "has no header row of rocprof or rocprofv3");
}

Result<void> read(io::ByteSource& source, TraceBuilder& builder, const JobContext& job)
{
    CsvReader csv(source);
    const auto header = csv.next();
    if (!header) {
        return fail(header.error());
    }
    const CsvColumns columns = *header != nullptr ? CsvColumns(**header) : CsvColumns();
    const RocprofPage page = rocprofPage(columns);
    if (page == RocprofPage::Unknown || page == RocprofPage::Summary) {
        return unknownPage(page);
    }
    RocprofRows rows(columns, page);
    EventBatch batch;
    constexpr std::uint64_t kRowsPerBatch = 16384;
    std::uint64_t count = 0;
    while (true) {
        const auto row = csv.next();
        if (!row) {
            batch.ledger.add("csv-cut-off", Severity::DataLoss,
                             row.error().message + "; the rows before it were read");
            break;
        }
        if (*row == nullptr) {
            break;
        }
        if (csv.endedInQuotes()) {
            batch.ledger.add("csv-cut-off", Severity::DataLoss,
                             "the file ends within quotes: its last row may be incomplete");
        }
        rows.take(**row, csv.line(), batch, builder.devices());
        if (++count % kRowsPerBatch == 0) {
            batch.seal();
            builder.append(std::move(batch));
            batch = EventBatch();
            job.report({"reading", -1, source.consumed(), builder.eventCount()});
            if (job.cancelled()) {
                return fail(Errc::Cancelled, "cancelled");
            }
        }
    }
    rows.finish(batch);
    if (const auto damage = source.damage()) {
        batch.ledger.add("damaged-container", Severity::DataLoss, damage->message, damage->where);
    }
    batch.seal();
    builder.append(std::move(batch));
    const bool first = columns.has("gpu-id");
    builder.info().format = "rocprof-csv";
    builder.info().producer = first ? "rocprof (CSV)"
        : columns.has("GPU_ID")     ? "rocprofv2 (CSV)"
                                    : "rocprofv3 (CSV)";
    return {};
}

} // namespace

const Importer kRocprofCsv{
    "rocprof-csv", "rocprofv3, rocprofv2 or rocprof CSV (ROCm)", sniff, read, nullptr, true};

} // namespace longpole::import
