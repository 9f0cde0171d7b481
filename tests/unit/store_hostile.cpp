// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Stores made by strangers: valid SQLite files whose contents lie.
#include "core/store/sqlite_db.h"
#include "core/store/store_reader.h"
#include "core/store/store_writer.h"
#include "tests/support/random_trace.h"
#include "tests/support/store_checks.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

using namespace longpole;
using namespace longpole::test;
using namespace longpole::model;

namespace {

class HostileStore : public ::testing::Test
{
protected:
    void SetUp() override
    {
        m_trace = randomTrace();
        ASSERT_TRUE(store::save(*m_trace, {}, m_path, {}));
    }
    void change(const std::string& sql)
    {
        auto db = store::Database::createUnguarded(m_path);
        ASSERT_TRUE(db);
        const auto done = db->run(("PRAGMA writable_schema=ON;" + sql).c_str());
        ASSERT_TRUE(done) << done.error().text();
        ASSERT_TRUE(db->close());
    }
    // The message with which the changed file is refused.
    std::string errorAfter(const std::string& sql)
    {
        EXPECT_TRUE(store::save(*m_trace, {}, m_path, {}));
        change(sql);
        const auto loaded = store::load(m_path, {});
        return loaded ? "loaded after " + sql : loaded.error().message;
    }

    TempFolder m_folder;
    std::string m_path = m_folder / "a.longpole";
    std::shared_ptr<const Trace> m_trace;
};

// Columns of another source, some of them replaced.
class ChangedColumns final : public ColumnSource
{
public:
    explicit ChangedColumns(std::shared_ptr<const ColumnSource> base)
        : m_base(std::move(base))
    { }
    template <class T, class F>
    void change(const ColumnSpec<T>& spec, std::uint32_t part, F f)
    {
        const Column<T> old(*m_base->load({spec.table, spec.index, part}));
        auto values = std::make_shared<std::vector<T>>(old.begin(), old.end());
        f(*values);
        const auto bytes = std::as_bytes(std::span(std::as_const(*values)));
        m_changed[{spec.table, spec.index, part}] = {values, bytes};
    }
    Result<ColumnBytes> load(const ColumnKey& key) const override
    {
        const auto it = m_changed.find({key.table, key.column, key.part});
        return it != m_changed.end() ? Result<ColumnBytes>(it->second) : m_base->load(key);
    }

private:
    std::shared_ptr<const ColumnSource> m_base;
    std::map<std::tuple<Table, std::uint32_t, std::uint32_t>, ColumnBytes> m_changed;
};

constexpr std::uint32_t kThread = 1; // the first thread track of a random trace

} // namespace

TEST_F(HostileStore, ForeignTablesViewsAndTriggersAreNotTrusted)
{
    EXPECT_NE(errorAfter("CREATE VIEW v AS SELECT 1").find("is not trusted"), std::string::npos);
    EXPECT_NE(errorAfter("CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM chunk; END")
                  .find("is not trusted"),
              std::string::npos);
    EXPECT_NE(errorAfter("CREATE TABLE extra(a)").find("is not trusted"), std::string::npos);
    EXPECT_NE(errorAfter("CREATE INDEX i ON chunk(hash)").find("is not trusted"),
              std::string::npos);
    EXPECT_NE(
        errorAfter(
            "DROP TABLE meta; CREATE VIEW meta AS SELECT 'format' AS key, randomblob(1e8) AS value")
            .find("is not trusted"),
        std::string::npos);
    EXPECT_NE(
        errorAfter(
            "DROP TABLE meta; CREATE TABLE meta(key TEXT PRIMARY KEY, value AS (1)) WITHOUT ROWID")
            .find("is not trusted"),
        std::string::npos);
    EXPECT_NE(errorAfter("DROP TABLE ledger").find("is not trusted"), std::string::npos);
}

TEST_F(HostileStore, NumbersThatDoNotAddUpAreRefused)
{
    for (const char* sql : {
             "UPDATE track SET slices = slices + 1 WHERE id = 1",
             "UPDATE track SET slices = -1 WHERE id = 1",
             "UPDATE track SET slices = 4294967295 WHERE id = 1",
             "UPDATE track SET first_slice = first_slice + 1 WHERE id = 2",
             "UPDATE track SET instants = 100000 WHERE id = 1",
             "UPDATE track SET samples = 1e18 WHERE id = 1",
             "UPDATE track SET parent = id",
             "UPDATE track SET parent = 5 WHERE id = 4; UPDATE track SET parent = 4 WHERE id = 5",
             "UPDATE track SET parent = 1000",
             "UPDATE track SET kind = 77",
             "UPDATE track SET device = 9",
             "UPDATE track SET id = 99 WHERE id = 3",
             "UPDATE track_row SET first = 1 WHERE track = 1 AND row = 0",
             "UPDATE track_row SET count = 4294967295",
             "DELETE FROM track_row WHERE track = 1",
             "UPDATE meta SET value = 4000000000 WHERE key = 'slices'",
             "UPDATE meta SET value = -5 WHERE key = 'links'",
             "UPDATE meta SET value = 9223372036854775807 WHERE key = 'kernels'",
             "UPDATE meta SET value = 1 WHERE key = 'gpu_ops'",
             "UPDATE meta SET value = value + 1 WHERE key = 'api_calls'",
             "UPDATE iteration SET slice = 4000000000",
             "UPDATE iteration SET end_ns = begin_ns - 1",
             "UPDATE ledger SET severity = 3",
             "UPDATE string_chunk SET count = 4294967295",
             "UPDATE string_chunk SET size = 1 << 40",
             "UPDATE string_chunk SET hash = hash + 1",
             "UPDATE string_chunk SET bytes = zeroblob(0)",
             "DELETE FROM string_chunk",
             "UPDATE args_block SET first = 7",
             "UPDATE args_block SET count = 4294967294 WHERE block = 0; UPDATE args_block SET "
             "count = -1",
             "UPDATE chunk SET rows = rows - 1 WHERE tbl = 0 AND col = 2",
             "UPDATE chunk SET rows = 1 << 40 WHERE tbl = 6",
             "UPDATE chunk SET seq = 5 WHERE tbl = 3 AND col = 1",
             "UPDATE chunk SET tbl = 9 WHERE tbl = 7 OR tbl = 6",
             "INSERT INTO chunk(tbl,part,col,seq,rows,codec,hash,bytes) SELECT "
             "tbl,part,col,1,rows,codec,hash,bytes "
             "FROM chunk WHERE tbl = 3",
         }) {
        EXPECT_NE(errorAfter(sql).find("is damaged"), std::string::npos) << errorAfter(sql);
    }
}

TEST_F(HostileStore, ADamagedColumnComesAsZerosAndIsEnteredIntoTheLedger)
{
    for (const char* sql :
         {"UPDATE chunk SET hash = hash + 1 WHERE tbl = 0 AND part = 1 AND col = 0",
          "UPDATE chunk SET codec = 77 WHERE tbl = 0 AND part = 1 AND col = 0",
          "UPDATE chunk SET bytes = zeroblob(9) WHERE tbl = 0 AND part = 1 AND col = 0",
          "DELETE FROM chunk WHERE tbl = 0 AND part = 1 AND col = 0"}) {
        ASSERT_TRUE(store::save(*m_trace, {}, m_path, {}));
        change(sql);
        const auto loaded = store::load(m_path, {});
        ASSERT_TRUE(loaded) << loaded.error().text();
        const auto column = (*loaded)->column(slice::kStart, TrackId(kThread));
        ASSERT_EQ(column.size(), (*loaded)->track(TrackId(kThread)).sliceCount);
        EXPECT_TRUE(std::all_of(column.begin(), column.end(), [](TimeNs t) { return t.ns == 0; }));
        EXPECT_EQ((*loaded)->ledger().entries().back().kind, "damaged-chunk");
    }
}

TEST_F(HostileStore, ADamagedColumnIsNotSavedAgainAsZeros)
{
    change("UPDATE chunk SET hash = hash + 1 WHERE tbl = 0 AND part = 1 AND col = 0");
    const auto loaded = store::load(m_path, {});
    ASSERT_TRUE(loaded);
    const auto saved = store::save(**loaded, {}, m_folder / "b.longpole", {});
    ASSERT_FALSE(saved);
    EXPECT_NE(saved.error().text().find("column start"), std::string::npos) << saved.error().text();
    EXPECT_EQ(m_folder.fileCount(), 1U);
}

TEST_F(HostileStore, ValuesThatCannotBeAreDamage)
{
    auto columns = std::make_shared<ChangedColumns>(m_trace->source());
    const auto put = [&](const auto& spec, std::uint32_t part, auto value) {
        columns->change(spec, part, [&](auto& v) { v[v.size() / 2] = value; });
    };
    put(slice::kStart, kThread, TimeNs{std::numeric_limits<std::int64_t>::max()});
    put(slice::kDuration, kThread, DurationNs{-1});
    put(slice::kName, kThread, StringId(1'000'000));
    put(slice::kClass, kThread, static_cast<SliceClass>(15));
    put(slice::kCategory, kThread, std::uint16_t{6});
    put(slice::kParent, kThread, SliceId(1'000'000));
    put(slice::kArgs, kThread, std::uint32_t{100'000'000});
    put(gpu_op::kSlice, 0, SliceId(0));
    put(gpu_op::kTrack, 0, TrackId(77));
    put(gpu_op::kKind, 0, static_cast<GpuOpKind>(9));
    put(gpu_op::kLaunch, 0, SliceId(0xfffffffe));
    put(gpu_op::kDevice, 0, 1U);
    put(link::kFrom, 0, SliceId(0xfffffffe));
    put(link::kTo, 0, SliceId());
    put(link::kOrderByTo, 0, 0xffffffffU);
    // A circle of parents in another track.
    columns->change(slice::kParent, kThread + 1, [&](auto& v) {
        const std::uint32_t first = m_trace->track(TrackId(kThread + 1)).firstSlice;
        v[3] = SliceId(first + 5);
        v[5] = SliceId(first + 3);
    });
    const Trace changed(m_trace->parts(), columns);
    ASSERT_TRUE(store::save(changed, {}, m_path, {}));
    const auto loaded = store::load(m_path, {});
    ASSERT_TRUE(loaded) << loaded.error().text();
    const auto refused = [&](const auto& spec, std::uint32_t part) {
        const auto column = (*loaded)->source()->load({spec.table, spec.index, part});
        return !column && column.error().message.find("can't be") != std::string::npos;
    };
    EXPECT_TRUE(refused(slice::kStart, kThread));
    EXPECT_TRUE(refused(slice::kDuration, kThread));
    EXPECT_TRUE(refused(slice::kName, kThread));
    EXPECT_TRUE(refused(slice::kClass, kThread));
    EXPECT_TRUE(refused(slice::kCategory, kThread));
    EXPECT_TRUE(refused(slice::kParent, kThread));
    EXPECT_TRUE(refused(slice::kArgs, kThread));
    EXPECT_TRUE(refused(slice::kParent, kThread + 1));
    EXPECT_TRUE(refused(gpu_op::kSlice, 0));
    EXPECT_TRUE(refused(gpu_op::kTrack, 0));
    EXPECT_TRUE(refused(gpu_op::kKind, 0));
    EXPECT_TRUE(refused(gpu_op::kLaunch, 0));
    EXPECT_TRUE(refused(gpu_op::kDevice, 0));
    EXPECT_TRUE(refused(link::kFrom, 0));
    EXPECT_TRUE(refused(link::kTo, 0));
    EXPECT_TRUE(refused(link::kOrderByTo, 0));
    EXPECT_FALSE(refused(slice::kDepth, kThread));
    EXPECT_FALSE(refused(slice::kStart, kThread + 1));
}

TEST_F(HostileStore, ParentsMayLieFurtherBackAsLongAsTheyEnd)
{
    auto columns = std::make_shared<ChangedColumns>(m_trace->source());
    columns->change(slice::kParent, kThread, [&](auto& v) {
        const std::uint32_t first = m_trace->track(TrackId(kThread)).firstSlice;
        v[0] = SliceId::of(first + v.size() - 1);
        std::fill(v.begin() + 1, v.end(), SliceId());
    });
    ASSERT_TRUE(store::save(Trace(m_trace->parts(), columns), {}, m_path, {}));
    const auto loaded = store::load(m_path, {});
    ASSERT_TRUE(loaded);
    EXPECT_TRUE((*loaded)->source()->load({Table::Slices, slice::kParent.index, kThread}));
}
