// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// longpole query: SQL over a trace.
#include "core/open/query.h"

#include "app/cli/commands/commands.h"
#include "app/cli/output.h"
#include "app/cli/trace_input.h"

#include <iostream>

namespace longpole::cli {

namespace {

class QueryCommand final : public Command
{
public:
    std::string_view name() const override { return "query"; }
    std::string_view summary() const override
    {
        return "ask a trace with SQL (SELECT over slices, tracks, gpu_ops, api_calls, counters, "
               "links, args, "
               "ledger, meta)";
    }
    std::string_view example() const override
    {
        return "longpole query trace.json \"SELECT name, count(*), sum(dur_ns) FROM gpu_ops GROUP "
               "BY name "
               "ORDER BY 3 DESC LIMIT 10\"";
    }
    void addOptions(CLI::App& app) override
    {
        // One file, so that the SQL is never taken for another.
        app.add_option("FILE", m_file, "trace to read; - is standard input")->required();
        app.add_option("SQL", m_sql, "one SELECT statement")->required();
        app.add_option("--format", m_input.format, "importer to use instead of the detected one");
        app.add_flag("!--no-cache", m_input.useCache,
                     "parse the file even if the viewer has cached it");
        app.add_option("--time-limit", m_seconds, "seconds after which the query is stopped")
            ->default_str("30")
            ->check(CLI::Range(1, 86400));
        app.add_option("--max-rows", m_maxRows, "rows after which the result is cut off")
            ->default_str("1000000");
        auto* const json =
            app.add_flag("--json", m_json, "print one JSON object: columns and rows");
        app.add_flag("--csv", m_csv, "print comma-separated values")->excludes(json);
    }
    Result<int> run() override
    {
        m_input.files = {m_file};
        auto trace = m_input.open();
        if (!trace) {
            return fail(trace.error());
        }
        open::QueryLimits limits;
        limits.time = std::chrono::seconds(m_seconds);
        limits.rows = m_maxRows;
        auto table = [&] {
            const TerminalJob job;
            return open::query(**trace, m_sql, limits, job.context());
        }();
        if (!table) {
            return fail(table.error());
        }
        print(*table);
        if (open::isTruncated(*table)) {
            std::cerr << "longpole: query: only the first " << table->rows.size()
                      << " rows are shown; add a LIMIT or raise --max-rows\n";
        }
        return kExitFine;
    }

private:
    void print(const analysis::Table& table) const
    {
        if (m_json) {
            Json json = toColumnsAndRows(table);
            if (open::isTruncated(table)) {
                json["truncated"] = true;
            }
            printJson(json);
        } else if (m_csv) {
            printCsv(table);
        } else {
            printTable(table);
        }
    }

    TraceInput m_input;
    std::string m_file;
    std::string m_sql;
    int m_seconds = 30;
    std::uint64_t m_maxRows = open::QueryLimits().rows;
    bool m_json = false;
    bool m_csv = false;
};

} // namespace

std::unique_ptr<Command> makeQueryCommand()
{
    return std::make_unique<QueryCommand>();
}

} // namespace longpole::cli
