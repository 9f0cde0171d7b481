// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// SQL over a trace: the views say what a walk over the trace says, and nothing else can be reached.
#include "core/open/query.h"
#include "core/store/store_reader.h"
#include "core/store/store_writer.h"
#include "tests/support/random_trace.h"
#include "tests/support/store_checks.h"

#include <algorithm>
#include <chrono>
#include <map>

using namespace longpole;
using namespace longpole::test;
using analysis::Cell;
using Rows = std::vector<std::vector<Cell>>;

namespace {

Cell number(std::int64_t v)
{
    return v;
}

Cell text(std::string_view s)
{
    return std::string(s);
}

class Sql : public ::testing::Test
{
protected:
    Sql()
        : m_trace(randomTrace())
    { }
    analysis::Table ask(const std::string& sql, const open::QueryLimits& limits = {})
    {
        auto result = open::query(*m_trace, sql, limits, {});
        EXPECT_TRUE(result) << sql << ": " << (result ? "" : result.error().text());
        return result ? *result : analysis::Table();
    }
    std::string errorOf(const std::string& sql, const open::QueryLimits& limits = {})
    {
        auto result = open::query(*m_trace, sql, limits, {});
        return result ? "no error" : result.error().message;
    }
    std::vector<model::Slice> allSlices() const
    {
        std::vector<model::Slice> all;
        for (std::uint32_t id = 0; id < m_trace->counts().slices; ++id) {
            all.push_back(m_trace->slice(SliceId(id)));
        }
        return all;
    }
    std::shared_ptr<const model::Trace> m_trace;
};

Rows sorted(Rows rows)
{
    std::sort(rows.begin(), rows.end());
    return rows;
}

} // namespace

TEST_F(Sql, SlicesAreThoseOfTheTrace)
{
    Rows expected;
    for (const model::Slice& s : allSlices()) {
        expected.push_back({number(s.id.value), number(s.track.value),
                            text(m_trace->string(s.name)), text(m_trace->category(s.category)),
                            number(s.start.ns), number(s.duration.ns), number(s.depth),
                            number(s.row), s.parent.valid() ? number(s.parent.value) : Cell()});
    }
    EXPECT_EQ(sorted(ask("SELECT id, track_id, name, category, ts_ns, dur_ns, depth, row, "
                         "parent_id FROM slices")
                         .rows),
              sorted(expected));
}

// Conditions that views use to skip rows must not change the answer: `+column` hides them from the
// view.
TEST_F(Sql, ConditionsThatSkipRowsChangeNothing)
{
    const auto some = allSlices()[allSlices().size() / 3];
    const std::string ts = std::to_string(some.start.ns);
    const std::string id = std::to_string(some.id.value);
    const std::string name = "'" + std::string(m_trace->string(some.name)) + "'";
    for (const char* view : {"slices", "gpu_ops", "api_calls"}) {
        const bool slices = std::string(view) == "slices";
        const std::string key = slices ? "id" : "slice_id";
        for (const std::string& condition : std::vector<std::string>{
                 "ts_ns >= " + ts,
                 "ts_ns < " + ts,
                 "ts_ns = " + ts,
                 "ts_ns > " + ts + " - 0.5",
                 "ts_ns BETWEEN " + ts + " AND " + ts + " + 100000",
                 "ts_ns >= '" + ts + "'",
                 "ts_ns > 'a'",
                 "ts_ns = NULL",
                 key + " = " + id,
                 key + " >= " + id,
                 key + " < -5",
                 key + " IN (1, 5, " + id + ")",
                 key + " = 1e30",
                 "name = " + name,
                 "name = 'cudaLaunchKernel'",
                 "name = 'void kernel_3<float>'",
                 "name IN ('Memset', 'cudaLaunchKernel', " + name + ")",
                 "name = 'CUDALAUNCHKERNEL' COLLATE NOCASE",
                 "name = 'nothing'",
                 "name > 'b'",
                 "name = 5",
                 "ts_ns < " + ts + " OR " + key + " > " + id,
                 "ts_ns >= " + ts + " AND name = 'Memset' AND " + key + " > 20",
                 "track_id = 1",
                 "track_id IN (1, 6)",
                 "track_id > 4 AND ts_ns > " + ts,
                 "track_id = -1"}) {
            const std::string columns = "SELECT " + key + ", ts_ns, name FROM ";
            const bool nocase = condition.find("NOCASE") != std::string::npos;
            const auto expected =
                sorted(ask("WITH v AS MATERIALIZED (SELECT * FROM " + std::string(view) + ") "
                           + columns + "v WHERE " + condition)
                           .rows);
            EXPECT_EQ(sorted(ask(columns + view + " WHERE " + condition).rows).size(),
                      expected.size())
                << view << ": " << condition;
            EXPECT_TRUE(sorted(ask(columns + view + " WHERE " + condition).rows) == expected)
                << view << ": " << condition;
            EXPECT_TRUE(!nocase || !slices || !expected.empty());
        }
    }
}

TEST_F(Sql, GpuOpsAreThoseOfTheTrace)
{
    using namespace model;
    Rows expected;
    const auto slice = m_trace->column(gpu_op::kSlice);
    const auto kind = m_trace->column(gpu_op::kKind);
    const auto correlation = m_trace->column(gpu_op::kCorrelation);
    const auto grid = m_trace->column(gpu_op::kGridX);
    const auto shared = m_trace->column(gpu_op::kSharedDynamic);
    const auto bytes = m_trace->column(gpu_op::kBytes);
    const auto node = m_trace->column(gpu_op::kGraphNode);
    const auto submitted = m_trace->column(gpu_op::kSubmitted);
    const auto launch = m_trace->column(gpu_op::kLaunch);
    const auto or64 = [](std::int64_t v) { return v == kNull64 ? Cell() : number(v); };
    const auto or32 = [](std::uint32_t v) { return v == kNull32 ? Cell() : number(v); };
    const std::map<GpuOpKind, std::string> kinds{{GpuOpKind::Kernel, "kernel"},
                                                 {GpuOpKind::Memcpy, "memcpy"},
                                                 {GpuOpKind::Memset, "memset"}};
    for (std::size_t i = 0; i < slice.size(); ++i) {
        const Slice s = m_trace->slice(slice[i]);
        expected.push_back({number(slice[i].value), text(m_trace->string(s.name)),
                            text(kinds.at(kind[i])), number(s.start.ns), number(s.duration.ns),
                            number(0), number(1), number(m_trace->track(s.track).stream),
                            or64(correlation[i]), or32(grid[i]), or32(shared[i]), or64(bytes[i]),
                            or64(node[i]), Cell(), or64(submitted[i]), or32(launch[i].value)});
    }
    EXPECT_EQ(ask("SELECT slice_id, name, kind, ts_ns, dur_ns, device, context, stream, "
                  "correlation, grid_x, "
                  "shared_dynamic, bytes, graph_node, queued_ns, submitted_ns, launch_slice_id "
                  "FROM gpu_ops")
                  .rows,
              expected);
}

TEST_F(Sql, ApiCallsCountersAndTracksAreThoseOfTheTrace)
{
    using namespace model;
    Rows calls;
    for (const Slice& s : allSlices()) {
        if (s.cls == SliceClass::Api) {
            calls.push_back({number(s.id.value), text("cudaLaunchKernel"), number(s.start.ns),
                             number(s.duration.ns), number(s.track.value), text("kernel_launch"),
                             number(0)});
        }
    }
    EXPECT_EQ(
        ask("SELECT slice_id, name, ts_ns, dur_ns, track_id, kind, return_code FROM api_calls")
            .rows,
        calls);
    Rows samples;
    Rows tracks;
    for (const Track& t : m_trace->tracks()) {
        const auto time = m_trace->column(counter::kTime, t.id);
        const auto value = m_trace->column(counter::kValue, t.id);
        for (std::size_t i = 0; i < time.size(); ++i) {
            samples.push_back(
                {number(t.id.value), text(t.name), number(time[i].ns), Cell(value[i])});
        }
        tracks.push_back({number(t.id.value), text(t.name), text(trackKindName(t.kind)),
                          t.parent.valid() ? number(t.parent.value) : Cell(),
                          t.rank < 0 ? Cell() : number(t.rank),
                          t.stream < 0 ? Cell() : number(t.stream),
                          t.thread.empty() ? Cell() : text(t.thread)});
    }
    EXPECT_EQ(ask("SELECT * FROM counters").rows, samples);
    EXPECT_EQ(ask("SELECT id, name, kind, parent_id, rank, stream, thread FROM tracks").rows,
              tracks);
    const std::string middle =
        std::to_string(std::get<std::int64_t>(samples[samples.size() / 4][2]));
    EXPECT_EQ(ask("SELECT * FROM counters WHERE ts_ns <= " + middle + " AND track_id > 0").rows,
              ask("SELECT * FROM counters WHERE +ts_ns <= " + middle).rows);
}

TEST_F(Sql, LinksCanBeFollowedBothWays)
{
    const auto all = ask("SELECT from_slice, to_slice, kind, provenance FROM links").rows;
    ASSERT_EQ(all.size(), m_trace->counts().links);
    std::size_t launches = 0;
    for (const auto& row : all) {
        const auto id = SliceId::of(std::get<std::int64_t>(row[1]));
        Rows expected;
        std::copy_if(all.begin(), all.end(), std::back_inserter(expected),
                     [&](const auto& r) { return r[1] == row[1]; });
        EXPECT_EQ(
            sorted(ask("SELECT * FROM links WHERE to_slice = " + std::to_string(id.value)).rows),
            sorted(expected));
        const auto from = SliceId::of(std::get<std::int64_t>(row[0]));
        EXPECT_EQ(
            ask("SELECT * FROM links WHERE from_slice = " + std::to_string(from.value)).rows.size(),
            m_trace->linksFrom(from).size());
        launches += row[2] == text("launch") ? 1U : 0U;
    }
    EXPECT_EQ(
        ask("SELECT count(*) FROM gpu_ops g JOIN links l ON l.to_slice = g.slice_id AND l.kind = "
            "'launch' "
            "JOIN api_calls a ON a.slice_id = l.from_slice AND a.slice_id = g.launch_slice_id")
            .rows,
        (Rows{{number(static_cast<std::int64_t>(launches))}}));
}

TEST_F(Sql, ArgsHaveOneRowPerKey)
{
    std::map<std::string, std::int64_t> keys;
    for (const model::Slice& s : allSlices()) {
        const std::string json = m_trace->args(s.args);
        for (const char* key :
             {"External id", "Input Dims", "ok", "ratio", "note", "none", "nested"}) {
            keys[key] += json.find('"' + std::string(key) + '"') != std::string::npos ? 1 : 0;
        }
    }
    Rows expected;
    for (const auto& [key, count] : keys) {
        expected.push_back({text(key), number(count)});
    }
    EXPECT_EQ(ask("SELECT key, count(*) FROM args GROUP BY key ORDER BY key").rows, expected);
    EXPECT_EQ(ask("SELECT DISTINCT value, typeof(value) FROM args WHERE key = 'note'").rows,
              (Rows{{text("a \"quoted\" line\nand \u00e9"), text("text")}}));
    EXPECT_EQ(ask("SELECT DISTINCT value FROM args WHERE key IN ('none', 'ok', 'ratio', 'nested') "
                  "ORDER BY 1")
                  .rows,
              (Rows{{Cell()}, {Cell(0.25)}, {number(1)}, {text(R"({"a":{"b":1}})")}}));
    const auto one =
        ask("SELECT slice_id, key, value FROM args WHERE key = 'External id' LIMIT 1 OFFSET 20")
            .rows.at(0);
    const auto slice = m_trace->slice(SliceId::of(std::get<std::int64_t>(one[0])));
    EXPECT_EQ(m_trace->args(slice.args)
                  .find("{\"External id\": " + std::to_string(std::get<std::int64_t>(one[2]))),
              0U);
    EXPECT_EQ(
        ask("SELECT count(*) FROM args WHERE slice_id = " + std::to_string(slice.id.value)).rows,
        ask("SELECT count(*) FROM args WHERE +slice_id = " + std::to_string(slice.id.value)).rows);
}

TEST_F(Sql, MetaAndLedgerSayWhatTheTraceSays)
{
    EXPECT_EQ(ask("SELECT value FROM meta WHERE key IN ('format', 'producer', 'start_unix_ns', "
                  "'span_ns')")
                  .rows,
              (Rows{{text("kineto")},
                    {text("random_trace")},
                    {number(1'700'000'000'123'456'789)},
                    {number(m_trace->info().span.duration().ns)}}));
    EXPECT_EQ(ask("SELECT kind, severity, count, example FROM ledger").rows,
              (Rows{{text("clamped-duration"), text("repaired"), number(2), text("events[3]")},
                    {text("dropped-event"), text("data loss"), number(1), text("events[9]")}}));
}

TEST_F(Sql, AStoreAnswersLikeTheImport)
{
    const TempFolder folder;
    ASSERT_TRUE(store::save(*m_trace, {}, folder / "a.longpole", {}));
    const auto loaded = store::load(folder / "a.longpole", {});
    ASSERT_TRUE(loaded);
    for (const char* view : {"slices", "tracks", "gpu_ops", "api_calls", "counters", "links",
                             "args", "ledger", "meta"}) {
        const auto fresh = ask(std::string("SELECT * FROM ") + view);
        const auto stored = open::query(**loaded, std::string("SELECT * FROM ") + view, {}, {});
        ASSERT_TRUE(stored);
        EXPECT_FALSE(fresh.rows.empty()) << view;
        EXPECT_EQ(fresh.rows, stored->rows) << view;
    }
}

TEST_F(Sql, RowsCanBeJumpedTo)
{
    const auto table = ask("SELECT name, id FROM slices WHERE id IN (3, 4)");
    EXPECT_EQ(table.slices, (std::vector<SliceId>{SliceId(3), SliceId(4)}));
    EXPECT_TRUE(ask("SELECT id FROM tracks").slices.empty());
    EXPECT_EQ(ask("SELECT slice_id FROM gpu_ops").slices.size(), m_trace->counts().gpuOps);
}

TEST_F(Sql, OnlyReadingIsAllowed)
{
    for (const char* sql : {"DELETE FROM slices",
                            "INSERT INTO args VALUES(1, 2, 3)",
                            "UPDATE meta SET value = 1",
                            "CREATE TABLE t(a)",
                            "CREATE TEMP TABLE t(a)",
                            "DROP TABLE slices",
                            "ATTACH '/tmp/x' AS y",
                            "PRAGMA user_version",
                            "PRAGMA journal_mode = WAL",
                            "SELECT * FROM pragma_database_list",
                            "SELECT * FROM sqlite_schema",
                            "SELECT name FROM sqlite_temp_master",
                            "VACUUM INTO '/tmp/x'",
                            "SELECT load_extension('x')",
                            "SELECT writefile('/tmp/x', 'y')",
                            "SELECT readfile('/etc/passwd')",
                            "BEGIN",
                            "COMMIT",
                            "SELECT * FROM dbstat",
                            "SELECT * FROM nowhere",
                            "SELEC 1",
                            "",
                            "SELECT 1; SELECT 2",
                            "SELECT 1; DELETE FROM slices",
                            "SELECT ?",
                            "-- nothing"}) {
        EXPECT_NE(errorOf(sql), "no error") << sql;
    }
    EXPECT_NE(errorOf("PRAGMA user_version").find("only SELECT is allowed"), std::string::npos);
    EXPECT_NE(errorOf("SELECT * FROM nowhere").find("slices, tracks, gpu_ops"), std::string::npos);
    EXPECT_EQ(ask("SELECT 1 -- with a comment\n;\n").rows, (Rows{{number(1)}}));
    EXPECT_EQ(ask("WITH a AS (SELECT count(*) AS n FROM slices) SELECT n FROM a").rows,
              (Rows{{number(static_cast<std::int64_t>(m_trace->counts().slices))}}));
    EXPECT_EQ(ask("SELECT value FROM json_each('[1,2]')").rows, (Rows{{number(1)}, {number(2)}}));
}

TEST_F(Sql, AnEndlessQueryIsStopped)
{
    const std::string endless =
        "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT count(*) FROM t";
    EXPECT_NE(
        errorOf(endless, {std::chrono::milliseconds(50), 10, 1000}).find("took longer than 50 ms"),
        std::string::npos);
    EXPECT_NE(errorOf("SELECT count(*) FROM slices a, slices b, slices c",
                      {std::chrono::milliseconds(50), 10, 1000})
                  .find("took longer than 50 ms"),
              std::string::npos);
    std::stop_source stop;
    stop.request_stop();
    const auto cancelled = open::query(*m_trace, endless, {}, JobContext(stop.get_token(), {}));
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().code, Errc::Cancelled);
}

TEST_F(Sql, LongResultsAreCutOffAndSaySo)
{
    const auto cut = ask("SELECT * FROM slices", {std::chrono::seconds(30), 10, 1 << 20});
    EXPECT_EQ(cut.rows.size(), 10U);
    EXPECT_TRUE(open::isTruncated(cut));
    EXPECT_FALSE(open::isTruncated(
        ask("SELECT * FROM slices LIMIT 10", {std::chrono::seconds(30), 10, 1 << 20})));
    const auto wide = ask("SELECT name FROM slices", {std::chrono::seconds(30), 1'000'000, 100});
    EXPECT_LT(wide.rows.size(), 110U);
    EXPECT_TRUE(open::isTruncated(wide));
    EXPECT_NE(errorOf("SELECT zeroblob(900000000)"), "no error");
}

TEST_F(Sql, EmptyTracesHaveEmptyViews)
{
    RandomTraceOptions nothing;
    nothing.threads = nothing.streams = nothing.counters = 0;
    m_trace = randomTrace(nothing);
    for (const char* view : {"slices", "gpu_ops", "api_calls", "counters", "links", "args"}) {
        EXPECT_TRUE(ask(std::string("SELECT * FROM ") + view).rows.empty());
    }
}
