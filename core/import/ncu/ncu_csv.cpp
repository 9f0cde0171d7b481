// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/csv_reader.h"
#include "core/import/ncu/csv_launches.h"
#include "core/import/ncu/ncu.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace longpole::import {

namespace {

using model::Severity;

// What every page begins with, besides metrics.
constexpr std::array<std::string_view, 12> kLaunchColumns{
    "ID",      "Process ID", "Process Name", "Host Name", "Kernel Name", "Kernel Time",
    "Context", "Stream",     "Block Size",   "Grid Size", "Device",      "CC"};

Sniff sniff(std::string_view head)
{
    // The program's own lines ("==PROF== Connected …") may come first.
    const bool launches = head.find("\"Kernel Name\"") != std::string_view::npos
        && head.find("\"ID\",\"Process ID\"") != std::string_view::npos;
    if (!launches) {
        return {};
    }
    const bool details = head.find("\"Metric Name\"") != std::string_view::npos;
    return {95,
            details ? "CSV with Nsight Compute's columns of the details page"
                    : "CSV with Nsight Compute's columns of the raw page"};
}

class Page
{
public:
    Page(io::ByteSource& source, TraceBuilder& builder, const JobContext& job)
        : m_source(source)
        , m_builder(builder)
        , m_job(job)
        , m_csv(source)
    { }

    Result<void> read()
    {
        if (auto found = findHeader(); !found) {
            return found;
        }
        m_details = m_columns.has("Metric Name");
        while (true) {
            const auto row = m_csv.next();
            if (!row) {
                m_batch.ledger.add("csv-cut-off", Severity::DataLoss,
                                   row.error().message + "; the rows before it were read");
                break;
            }
            if (*row == nullptr) {
                break;
            }
            take(**row);
            if (++m_rows % 4096 == 0 && m_job.cancelled()) {
                return fail(Errc::Cancelled, "cancelled");
            }
        }
        if (m_csv.endedInQuotes()) {
            m_batch.ledger.add("csv-cut-off", Severity::DataLoss,
                               "the file ends within quotes: its last row may be incomplete");
        }
        deliver();
        return {};
    }

private:
    Result<void> findHeader()
    {
        constexpr int kMostLines = 10000;
        for (int i = 0; i < kMostLines; ++i) {
            const auto row = m_csv.next();
            if (!row) {
                return fail(row.error());
            }
            if (*row == nullptr) {
                break;
            }
            const CsvColumns columns(**row);
            if (columns.has("Kernel Name") && columns.has("ID")) {
                m_columns = columns;
                for (std::size_t c = 0; c < columns.names().size(); ++c) {
                    const auto known =
                        std::find(kLaunchColumns.begin(), kLaunchColumns.end(), columns.names()[c]);
                    if (known == kLaunchColumns.end()) {
                        m_metricColumns.push_back(c);
                    }
                }
                return {};
            }
        }
        return fail(Errc::Format,
                    "has no header row of Nsight Compute (\"ID\" … \"Kernel Name\"); "
                    "write it with: ncu --import FILE.ncu-rep --csv --page raw");
    }

    std::string_view field(const std::vector<std::string>& row, std::string_view name) const
    {
        return csvField(row, m_columns.find(name));
    }

    void take(const std::vector<std::string>& row)
    {
        if (row.size() != m_columns.names().size()) {
            // ncu leaves out the rule columns of metric rows in some versions.
            if (row.size() > m_columns.names().size() || row.size() < shortestRow()) {
                m_batch.ledger.add("csv-row-of-another-length", Severity::DataLoss,
                                   "rows with more or fewer fields than the header were left out",
                                   "line " + std::to_string(m_csv.line()));
                return;
            }
        }
        const std::string_view id = field(row, "ID");
        if (id.empty()) {
            units(row);
            return;
        }
        if (id.find_first_not_of("0123456789") != std::string_view::npos) {
            m_batch.ledger.add("csv-row-without-id", Severity::Info,
                               "lines that are no launch were skipped",
                               "line " + std::to_string(m_csv.line()));
            return;
        }
        CsvLaunch& launch = launchOf(row, std::string(id));
        if (m_details) {
            detail(row, launch);
        } else {
            raw(row, launch);
        }
    }

    std::size_t shortestRow() const
    {
        const std::size_t value = m_columns.find("Metric Value");
        return m_details && value != CsvColumns::kNone ? value + 1 : m_columns.names().size();
    }

    // Second row of the raw page: units, without an id.
    void units(const std::vector<std::string>& row)
    {
        if (m_details || m_launched) {
            m_batch.ledger.add("csv-row-without-id", Severity::Info,
                               "lines that are no launch were skipped",
                               "line " + std::to_string(m_csv.line()));
            return;
        }
        m_units = row;
    }

    CsvLaunch& launchOf(const std::vector<std::string>& row, std::string id)
    {
        const std::string_view process = field(row, "Process ID");
        // Rows of a launch follow each other; ids of several processes may be equal.
        if (m_details && !m_launches.empty() && m_launches.back().id == id
            && m_lastProcess == process) {
            return m_launches.back();
        }
        m_lastProcess = process;
        m_launched = true;
        if (m_launches.size() >= kLaunchesAtOnce) {
            flush();
        }
        CsvLaunch& l = m_launches.emplace_back();
        l.id = std::move(id);
        l.kernel = field(row, "Kernel Name");
        l.grid = field(row, "Grid Size");
        l.block = field(row, "Block Size");
        l.device = field(row, "Device");
        l.context = field(row, "Context");
        l.stream = field(row, "Stream");
        l.process = field(row, "Process Name");
        l.computeCapability = field(row, "CC");
        return l;
    }

    void detail(const std::vector<std::string>& row, CsvLaunch& launch)
    {
        const auto text = [&](std::string_view name) { return std::string(field(row, name)); };
        const auto kept = [&](std::string_view name) -> std::string_view {
            return *m_names.insert(text(name)).first;
        };
        if (!field(row, "Metric Name").empty()) {
            launch.metrics.push_back({kept("Section Name"), kept("Metric Name"),
                                      kept("Metric Unit"), text("Metric Value")});
        }
        if (!field(row, "Rule Name").empty()) {
            launch.rules.push_back({text("Rule Name"), text("Rule Type"), text("Rule Description"),
                                    text("Section Name"), text("Estimated Speedup Type"),
                                    text("Estimated Speedup")});
        }
    }

    void raw(const std::vector<std::string>& row, CsvLaunch& launch) const
    {
        const std::vector<std::string>& names = m_columns.names();
        launch.metrics.reserve(m_metricColumns.size());
        for (const std::size_t i : m_metricColumns) {
            launch.metrics.push_back(
                {{}, names[i], csvField(m_units, i), std::string(csvField(row, i))});
        }
    }

    void flush()
    {
        m_converter.add(m_launches, m_batch);
        m_launches.clear();
        m_batch.seal();
        m_builder.append(std::move(m_batch));
        m_batch = EventBatch();
        m_job.report({"reading", -1, m_source.consumed(), m_builder.eventCount()});
    }

    void deliver()
    {
        if (const auto damage = m_source.damage()) {
            m_batch.ledger.add("damaged-container", Severity::DataLoss, damage->message,
                               damage->where);
        }
        flush();
        m_builder.info().format = "ncu-csv";
        m_builder.info().producer =
            m_details ? "Nsight Compute (CSV, details page)" : "Nsight Compute (CSV, raw page)";
    }

    io::ByteSource& m_source;
    TraceBuilder& m_builder;
    const JobContext& m_job;
    CsvReader m_csv;
    CsvColumns m_columns;
    std::vector<std::size_t> m_metricColumns; // raw page
    std::vector<std::string> m_units; // as long as launches refer to it
    std::unordered_set<std::string> m_names; // details page: of sections, metrics, units
    static constexpr std::size_t kLaunchesAtOnce = 64;

    std::vector<CsvLaunch> m_launches; // not converted yet
    LaunchConverter m_converter;
    bool m_launched = false;
    std::string m_lastProcess;
    EventBatch m_batch;
    std::uint64_t m_rows = 0;
    bool m_details = false;
};

Result<void> read(io::ByteSource& source, TraceBuilder& builder, const JobContext& job)
{
    return Page(source, builder, job).read();
}

} // namespace

const Importer kNcuCsv{
    "ncu-csv", "Nsight Compute CSV (--page raw or --page details)", sniff, read, nullptr, false,
    true};

} // namespace longpole::import
