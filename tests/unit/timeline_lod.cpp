// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/index_tree.h"
#include "core/timeline/lod.h"
#include "core/timeline/time_grid.h"
#include "core/timeline/track_data.h"
#include "tests/support/random_trace.h"
#include "tests/unit/timeline_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

namespace longpole::timeline {

namespace {

using test::busyByHand;
using test::OwnedRow;
using test::randomRow;

TEST(IndexTree, AnswersExactlyLikeAScan)
{
    std::mt19937_64 rng(11);
    for (const std::size_t count : {0U, 1U, 15U, 16U, 17U, 255U, 256U, 257U, 4'097U, 9'000U}) {
        const OwnedRow owned = randomRow(rng, count);
        const RowView row = owned.view();
        const IndexTree tree(row);
        for (int query = 0; query < 300 && count > 0; ++query) {
            std::size_t first = rng() % (count + 1);
            std::size_t last = rng() % (count + 1);
            if (first > last) {
                std::swap(first, last);
            }
            std::uint32_t longest = IndexTree::kNone;
            std::int64_t gap = 0;
            for (std::size_t i = first; i < last; ++i) {
                if (longest == IndexTree::kNone || row.durationNs(i) > row.durationNs(longest)) {
                    longest = static_cast<std::uint32_t>(i);
                }
                if (i + 1 < last) {
                    gap = std::max(gap, row.startNs(i + 1) - row.endNs(i));
                }
            }
            ASSERT_EQ(tree.longest(row, first, last), longest);
            ASSERT_EQ(tree.longestGap(row, first, last), gap);
            const std::int64_t from = row.startNs(0) - 10;
            const auto span = static_cast<std::uint64_t>(row.endNs(count - 1) - from + 20);
            std::int64_t a = from + static_cast<std::int64_t>(rng() % span);
            std::int64_t b = query % 2 == 0 ? from + static_cast<std::int64_t>(rng() % span)
                                            : a + static_cast<std::int64_t>(rng() % 50);
            if (a > b) {
                std::swap(a, b);
            }
            ASSERT_EQ(tree.busyIn(row, a, b), busyByHand(row, a, b));
        }
    }
}

TEST(TimeGrid, QuarterLogsAreRight)
{
    EXPECT_EQ(logOf(0), 0);
    EXPECT_EQ(logOf(1), 1);
    std::mt19937_64 rng(1);
    for (int i = 0; i < 100'000; ++i) {
        const auto ns = static_cast<std::int64_t>(rng() >> (2 + rng() % 61));
        if (ns > 0) {
            const long double exact = 4.0L * std::log2(static_cast<long double>(ns));
            ASSERT_EQ(logOf(ns), 1 + static_cast<int>(std::floor(exact))) << ns;
        }
    }
}

// Every cell of every level against a scan of the slices.
TEST(TimeGrid, CellsEqualAScan)
{
    std::mt19937_64 rng(17);
    for (int round = 0; round < 6; ++round) {
        const OwnedRow owned = randomRow(rng, 1'000 + rng() % 3'000);
        const RowView row = owned.view();
        const TimeGrid grid(row, {});
        ASSERT_FALSE(grid.levels().empty());
        for (const GridLevel& level : grid.levels()) {
            std::map<std::int64_t, std::array<std::int64_t, 16>> times;
            std::map<std::int64_t, std::int64_t> longest;
            for (std::size_t i = 0; i < row.size(); ++i) {
                const std::int64_t lastNs = std::max(row.startNs(i), row.endNs(i) - 1);
                for (std::int64_t c = row.startNs(i) >> level.shift; c <= lastNs >> level.shift;
                     ++c) {
                    const std::int64_t from = c << level.shift;
                    times[c][static_cast<std::size_t>(row.cls[i])] +=
                        std::min(row.endNs(i), from + (std::int64_t{1} << level.shift))
                        - std::max(row.startNs(i), from);
                    longest[c] = std::max(longest[c], row.durationNs(i));
                }
            }
            for (std::size_t k = 0; k < level.cells.size(); ++k) {
                const GridCell& cell = level.cells[k];
                const auto at = times.find(level.firstCell + static_cast<std::int64_t>(k));
                ASSERT_EQ(cell.coverage != 0, at != times.end());
                if (at == times.end()) {
                    continue;
                }
                std::int64_t busy = 0;
                for (const std::int64_t t : at->second) {
                    busy += t;
                }
                ASSERT_NEAR(cell.coverage / 65535.0,
                            std::ldexp(static_cast<double>(busy), -level.shift), 2.0 / 65535.0);
                if (busy > 0) {
                    ASSERT_EQ(at->second[cell.cls],
                              *std::max_element(at->second.begin(), at->second.end()));
                }
                ASSERT_EQ(row.durationNs(cell.longest), longest[at->first]);
                ASSERT_EQ(cell.longestLog, logOf(longest[at->first]));
            }
        }
        EXPECT_LE(grid.levels().back().cells.size(), TimeGrid::kMaxTopCells);
        EXPECT_EQ(grid.summary().busyNs, busyByHand(row, row.startNs(0), grid.summary().endNs));
    }
}

model::ColumnBytes aligned(const std::vector<std::byte>& bytes)
{
    auto owner = std::make_shared<std::vector<std::uint64_t>>((bytes.size() + 7) / 8);
    std::memcpy(owner->data(), bytes.data(), bytes.size());
    const auto view = std::as_bytes(std::span(*owner)).first(bytes.size());
    return {std::move(owner), view};
}

TEST(TimeGrid, EncodesAndDecodesToTheSame)
{
    std::mt19937_64 rng(23);
    for (const std::size_t count : {0U, 1U, 999U, 1'000U, 5'000U}) {
        const OwnedRow owned = randomRow(rng, count);
        const TimeGrid grid(owned.view(), {});
        const std::vector<std::byte> bytes = grid.encode();
        const auto back = TimeGrid::decode(aligned(bytes), count);
        ASSERT_TRUE(back.has_value()) << back.error().text();
        EXPECT_EQ(back->encode(), bytes);
        EXPECT_FALSE(TimeGrid::decode(aligned(bytes), count + 1).has_value());
    }
}

TEST(TimeGrid, DamagedBlobsAreErrorsOrSafeToUse)
{
    std::mt19937_64 rng(29);
    const OwnedRow owned = randomRow(rng, 2'000);
    const std::vector<std::byte> good = TimeGrid(owned.view(), {}).encode();
    int refused = 0;
    for (int round = 0; round < 4'000; ++round) {
        std::vector<std::byte> bad = good;
        const std::size_t where = round % 2 == 0 ? rng() % 160 : rng() % bad.size();
        bad[where] ^= static_cast<std::byte>(1U << (rng() % 8));
        if (round % 5 == 0) {
            bad.resize(rng() % bad.size());
        }
        const auto grid = TimeGrid::decode(aligned(bad), owned.start.size());
        if (!grid) {
            EXPECT_EQ(grid.error().code, Errc::Format);
            ++refused;
            continue;
        }
        for (const GridLevel& level : grid->levels()) {
            for (const GridCell& cell : level.cells) {
                ASSERT_LT(cell.longest, owned.start.size());
                ASSERT_LT(cell.cls, model::kSliceClassCount);
            }
        }
    }
    EXPECT_GT(refused, 2'000);
}

TEST(UnionOfRows, EqualsMarkingEveryNanosecond)
{
    std::mt19937_64 rng(31);
    for (int round = 0; round < 200; ++round) {
        std::vector<OwnedRow> owned(1 + rng() % 4);
        std::vector<bool> busy(4'000);
        std::vector<RowView> rows;
        for (OwnedRow& row : owned) {
            std::int64_t at = 0;
            while (true) {
                at += static_cast<std::int64_t>(rng() % 60);
                const auto d = static_cast<std::int64_t>(1 + rng() % 40);
                if (at + d >= 4'000) {
                    break;
                }
                row.start.push_back({at});
                row.duration.push_back({d});
                std::fill(busy.begin() + at, busy.begin() + at + d, true);
                at += d;
            }
            row.cls.resize(row.start.size());
            rows.push_back(row.view());
        }
        std::vector<TimeNs> start;
        std::vector<DurationNs> duration;
        unionOfRows(rows, start, duration);
        std::vector<bool> got(4'000);
        for (std::size_t i = 0; i < start.size(); ++i) {
            if (i > 0) {
                ASSERT_GT(start[i].ns, start[i - 1].ns + duration[i - 1].ns);
            }
            std::fill(got.begin() + start[i].ns, got.begin() + start[i].ns + duration[i].ns, true);
        }
        ASSERT_EQ(got, busy);
    }
}

// Random nesting, every slice Python or not: without Python each slice sits below exactly its
// ancestors that are not Python, and nothing is lost or overlaps.
TEST(FoldedThread, KeepsEverythingButPythonInOrder)
{
    const auto trace =
        longpole::test::randomTrace({.threads = 2, .depth = 7, .slicesPerThread = 4'000});
    std::mt19937_64 rng(37);
    for (const model::Track& track : trace->tracks()) {
        if (track.kind != model::TrackKind::Thread) {
            continue;
        }
        const TrackSlices slices(*trace, track.id);
        std::vector<model::SliceClass> cls(track.sliceCount);
        for (model::SliceClass& c : cls) {
            c = rng() % 2 == 0 ? model::SliceClass::Python : model::SliceClass::Operator;
        }
        std::vector<RowView> rows = slices.rows();
        for (RowView& row : rows) {
            row.cls = std::span(cls).subspan(row.firstSlice - track.firstSlice, row.size());
        }
        const auto parents = trace->column(model::slice::kParent, track.id);
        const FoldedThread folded(rows, parents, track, {});
        std::size_t kept = 0;
        for (std::size_t r = 0; r < folded.rows().size(); ++r) {
            const RowView& row = folded.rows()[r];
            for (std::size_t i = 0; i < row.size(); ++i, ++kept) {
                if (i > 0) {
                    ASSERT_GE(row.startNs(i), row.endNs(i - 1));
                }
                const std::uint32_t local = row.idAt(i).value - track.firstSlice;
                ASSERT_EQ(cls[local], model::SliceClass::Operator);
                ASSERT_EQ((*folded.rowOf())[local], r);
                std::size_t depth = 0;
                for (SliceId p = parents[local]; p.valid();
                     p = parents[p.value - track.firstSlice]) {
                    depth += cls[p.value - track.firstSlice] == model::SliceClass::Operator ? 1 : 0;
                }
                ASSERT_GE(r, depth);
                ASSERT_EQ(row.start[i], trace->slice(row.idAt(i)).start);
                ASSERT_EQ(row.name[i], trace->slice(row.idAt(i)).name);
            }
        }
        ASSERT_EQ(kept,
                  static_cast<std::size_t>(
                      std::count(cls.begin(), cls.end(), model::SliceClass::Operator)));
    }
}

TEST(Lod, OfATraceHasOneBlobPerRowAndLoadsBack)
{
    const auto trace = longpole::test::randomTrace({});
    const auto blobs = buildLod(*trace, {});
    ASSERT_TRUE(blobs.has_value());
    std::size_t rows = 0;
    for (const model::Track& t : trace->tracks()) {
        rows += t.kind == model::TrackKind::Device ? 1 : t.rows.size();
    }
    EXPECT_EQ(blobs->size(), rows);
    for (const LodBlob& blob : *blobs) {
        const model::Track& t = trace->track(blob.track);
        const std::uint64_t count =
            t.kind == model::TrackKind::Device ? TimeGrid::kAnyCount : t.rows[blob.row].count;
        EXPECT_TRUE(TimeGrid::decode(aligned(blob.bytes), count).has_value());
    }
}

TEST(Lod, StopsWhenAsked)
{
    std::stop_source stop;
    stop.request_stop();
    const auto blobs = buildLod(*longpole::test::randomTrace({}), JobContext(stop.get_token(), {}));
    ASSERT_FALSE(blobs.has_value());
    EXPECT_EQ(blobs.error().code, Errc::Cancelled);
}

} // namespace

} // namespace longpole::timeline
