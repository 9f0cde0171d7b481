// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys_sqlite/nsys_sqlite.h"

#include "core/import/nsys_sqlite/batch_writer.h"
#include "core/import/row_pump.h"

#include <algorithm>
#include <chrono>

namespace longpole::import {

namespace {

using model::Severity;

Sniff sniff(std::string_view)
{
    return {}; // SQLite files are told apart by their tables
}

Sniff sniffTables(const std::vector<std::string>& tables)
{
    const auto has = [&](std::string_view name) {
        return std::binary_search(tables.begin(), tables.end(), name);
    };
    if (!has("StringIds")) {
        return {};
    }
    const auto told = std::find_if(tables.begin(), tables.end(), [](const std::string& t) {
        return t.starts_with("CUPTI_ACTIVITY_KIND_") || t.starts_with("NVTX_EVENTS")
            || t == "META_DATA_EXPORT" || t == "EXPORT_META_DATA" || t == "OSRT_API"
            || t == "TARGET_INFO_SESSION_START_TIME";
    });
    if (told == tables.end()) {
        return {};
    }
    return {95,
            "an SQLite file with the tables of a Nsight Systems export (StringIds, " + *told + ")"};
}

class Reading
{
public:
    Reading(SqliteInput& input, TraceBuilder& builder)
        : m_input(input)
        , m_builder(builder)
        , m_facts(input)
    { }

    Result<void> run()
    {
        if (auto done = m_facts.load(m_builder); !done) {
            return done;
        }
        if (auto done = loadMetricNames(m_facts, m_state); !done) {
            return done;
        }
        // Calls first: synchronisation records take their meaning from them. NVTX last: ranges
        // without an end last as long as everything else.
        for (const auto tables :
             {hostTables(), gpuTables(), syncTables(), sampleTables(), nvtxTables()}) {
            m_tables.insert(m_tables.end(), tables.begin(), tables.end());
        }
        noteUnread();
        if (auto done = readTables(); !done) {
            return done;
        }
        BatchWriter last(m_facts, m_state);
        writeRunningThreads(last);
        writeOpenRanges(last);
        last.batch().seal();
        m_builder.append(std::move(last.batch()));
        return {};
    }

private:
    Result<void> readTables()
    {
        std::vector<std::string> names;
        std::uint64_t total = 0;
        for (const NsysTable& table : m_tables) {
            names.push_back(m_facts.table(table.name));
            total += names.back().empty() ? 0 : m_input.rowEstimate(names.back());
        }
        RowPump pump([this](const RowBlock& block, std::size_t table) { convert(block, table); });
        std::uint64_t before = 0;
        for (std::size_t i = 0; i < m_tables.size(); ++i) {
            if (names[i].empty()) {
                continue;
            }
            TableScan scan(m_input, names[i], m_tables[i].columns);
            auto done =
                pump.read(scan, i, [&](std::uint64_t rows) { report(before + rows, total); });
            before += scan.rowsRead();
            if (!done) {
                return done;
            }
        }
        pump.finish();
        return {};
    }

    // On the pump's thread.
    void convert(const RowBlock& block, std::size_t table)
    {
        if (m_input.job().cancelled()) {
            return;
        }
        constexpr std::int64_t kFar = std::int64_t{1} << 62U;
        for (std::size_t row = 0; row < block.rowCount(); ++row) {
            for (const std::size_t column : {0U, 1U}) {
                const std::int64_t time = block.integer(row, column);
                if (time > m_state.lastTime && time < kFar) {
                    m_state.lastTime = time;
                }
            }
        }
        BatchWriter writer(m_facts, m_state);
        m_tables[table].convert(block, writer);
        writer.batch().events += block.rowCount();
        writer.batch().seal();
        m_builder.append(std::move(writer.batch()));
    }

    void report(std::uint64_t rows, std::uint64_t total)
    {
        const auto now = std::chrono::steady_clock::now();
        if (now - m_lastReport < std::chrono::milliseconds(50)) {
            return;
        }
        m_lastReport = now;
        const int permille =
            total > 0 ? static_cast<int>(std::min<std::uint64_t>(1000, rows * 1000 / total)) : -1;
        m_input.job().report(
            {"reading", permille,
             total > 0 ? m_input.fileBytes() / 1000 * static_cast<std::uint64_t>(permille) : 0,
             rows});
    }

    // Tables of events that nobody here reads.
    void noteUnread()
    {
        for (const std::string& name : m_input.tables()) {
            const bool known =
                std::any_of(m_tables.begin(), m_tables.end(),
                            [&](const NsysTable& t) { return m_facts.table(t.name) == name; });
            if (known || name == "CUPTI_ACTIVITY_KIND_CUDA_EVENT"
                || name.starts_with("TARGET_INFO_")) {
                continue;
            }
            const std::vector<std::string>& columns = m_input.columns(name);
            const bool timed = std::any_of(columns.begin(), columns.end(), [](const auto& c) {
                return c == "start" || (c == "timestamp");
            });
            if (timed && name != "DIAGNOSTIC_EVENT" && m_input.rowEstimate(name) > 0) {
                m_input.ledger().add("table-not-shown", Severity::Info,
                                     "tables of events that Longpole does not show (CPU samples, "
                                     "graphics and the like)",
                                     name);
            }
        }
    }

    SqliteInput& m_input;
    TraceBuilder& m_builder;
    NsysFacts m_facts;
    NsysState m_state;
    std::vector<NsysTable> m_tables;
    std::chrono::steady_clock::time_point m_lastReport;
};

Result<void> read(io::ByteSource& source, TraceBuilder& builder, const JobContext& job)
{
    auto input = SqliteInput::open(source, job);
    if (!input) {
        return fail(input.error());
    }
    auto done = Reading(**input, builder).run();
    builder.ledger().merge((*input)->ledger());
    if (!done) {
        return done;
    }
    if (const auto damage = source.damage()) {
        builder.ledger().add("damaged-container", Severity::DataLoss, damage->message,
                             damage->where);
    }
    return {};
}

} // namespace

const Importer kNsysSqlite{"nsys-sqlite", "Nsight Systems SQLite export", sniff, read, sniffTables};

} // namespace longpole::import
