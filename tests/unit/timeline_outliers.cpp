// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Outliers against a sort of every name's durations, and where they are marked.
#include "core/timeline/outliers.h"
#include "core/timeline/row_columns.h"
#include "tests/unit/timeline_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

namespace longpole::timeline {

namespace {

using test::OwnedRow;
using test::randomRow;

void add(OwnedRow& row, std::int64_t gapNs, std::int64_t durationNs, std::uint32_t name)
{
    const std::int64_t at =
        row.start.empty() ? 0 : row.start.back().ns + row.duration.back().ns + gapNs;
    row.start.push_back({at});
    row.duration.push_back({durationNs});
    row.name.push_back(StringId(name));
    row.cls.push_back(model::SliceClass::MatMul);
}

// The 99th percentile (nearest rank) of every name, by sorting.
std::map<std::uint32_t, std::pair<std::size_t, std::int64_t>>
percentiles(const std::vector<RowView>& rows)
{
    std::map<std::uint32_t, std::vector<std::int64_t>> durations;
    for (const RowView& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            durations[row.name[i].value].push_back(row.durationNs(i));
        }
    }
    std::map<std::uint32_t, std::pair<std::size_t, std::int64_t>> out;
    for (auto& [name, all] : durations) {
        std::sort(all.begin(), all.end());
        const auto rank = static_cast<std::size_t>(
            std::ceil(0.99L * static_cast<long double>(all.size()) - 1e-9L));
        out[name] = {all.size(), all[rank - 1]};
    }
    return out;
}

void expectAsSorted(const std::vector<RowView>& rows, std::size_t& found)
{
    const auto p99 = percentiles(rows);
    const auto outliers = findOutliers(rows, {});
    ASSERT_EQ(outliers.size(), rows.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
        std::set<std::pair<std::int64_t, std::int64_t>> flagged;
        for (const TimeRange& range : outliers[r]) {
            flagged.emplace(range.begin.ns, range.end.ns);
        }
        for (std::size_t i = 0; i < rows[r].size(); ++i) {
            const auto [calls, percentile] = p99.at(rows[r].name[i].value);
            const bool is = flagged.contains({rows[r].startNs(i), rows[r].endNs(i)});
            const std::int64_t duration = rows[r].durationNs(i);
            const bool may = calls >= kMinCalls && duration >= kMinDurationNs;
            found += is ? 1 : 0;
            if (is) {
                ASSERT_TRUE(may);
                ASSERT_GT(static_cast<double>(duration), kFactor * static_cast<double>(percentile));
            } else if (may) {
                ASSERT_LE(static_cast<double>(duration),
                          1.25 * kFactor * static_cast<double>(percentile) + 1.0);
            }
        }
    }
}

TEST(Outliers, AreThoseFarBeyondThePercentileOfTheirName)
{
    std::mt19937_64 rng(71);
    std::size_t found = 0;
    for (int round = 0; round < 40; ++round) {
        std::vector<OwnedRow> owned(1 + rng() % 4);
        std::vector<RowView> rows;
        for (OwnedRow& row : owned) {
            row = round % 3 == 0 ? randomRow(rng, 1 + rng() % 3'000) : OwnedRow();
            const std::size_t count = row.start.empty() ? rng() % 3'000 : 0;
            const std::uint64_t names = 1 + rng() % (round % 2 == 0 ? 5 : 200);
            for (std::size_t i = 0; i < count; ++i) {
                // Each name has a length of its own, some spread widely.
                const std::uint64_t name = rng() % names;
                const double usual = std::pow(10.0, static_cast<double>(name % 7));
                const double spread = name % 3 == 0 ? 2.0 : 0.2;
                const double unit = static_cast<double>(rng() >> 11U) * 0x1p-53;
                double duration = usual * std::exp(spread * (unit - 0.5));
                duration *= rng() % 300 == 0 ? static_cast<double>(2 + rng() % 400) : 1.0;
                add(row, static_cast<std::int64_t>(rng() % 50), static_cast<std::int64_t>(duration),
                    static_cast<std::uint32_t>(name * (round % 4 == 0 ? 977'777 : 3)));
            }
            rows.push_back(row.view());
        }
        expectAsSorted(rows, found);
    }
    EXPECT_GT(found, 100U);
}

TEST(Outliers, NeedEnoughCallsToBeToldApart)
{
    OwnedRow row;
    for (std::uint32_t i = 0; i + 1 < kMinCalls; ++i) {
        add(row, 10, i == 50 ? 400'000 : 1'000, 1);
    }
    EXPECT_TRUE(findOutliers({row.view()}, {}).front().empty());
    add(row, 10, 1'000, 1);
    EXPECT_EQ(findOutliers({row.view()}, {}).front().size(), 1U);
    // Half of a name's calls being long is what it does.
    OwnedRow half;
    for (int i = 0; i < 1'000; ++i) {
        add(half, 10, i % 2 == 0 ? 400'000 : 1'000, 1);
    }
    EXPECT_TRUE(findOutliers({half.view()}, {}).front().empty());
}

// A row as the view paints it.
class Marked
{
public:
    explicit Marked(OwnedRow row)
        : m_owned(std::move(row))
        , m_view(m_owned.view())
        , m_tree(m_view)
        , m_grid(gridsOf({m_view}, {}).front())
    { }
    const RowView& view() const { return m_view; }
    const TimeGrid& grid() const { return m_grid; }
    const Scene& scene() const { return m_scene; }
    // Columns with the mark.
    std::vector<std::int32_t> in(TimeRange range, std::int32_t width, bool withSlices)
    {
        m_scene.viewport = Viewport({{m_view.startNs(0)}, {m_grid.summary().endNs}}, width);
        m_scene.viewport.setVisible(range);
        m_scene.width = width;
        m_scene.bounds.clear();
        for (std::int32_t x = 0; x <= width; ++x) {
            m_scene.bounds.push_back(m_scene.viewport.timeAt(x).ns);
        }
        m_scene.bounds.back() += m_scene.viewport.nsPerPx() < 1.0 ? 1 : 0;
        LaneScene lane;
        lane.row = {withSlices ? &m_view : nullptr, withSlices ? &m_tree : nullptr, &m_grid};
        RowColumns(m_scene, lane.row, lane).run();
        std::vector<std::int32_t> marked;
        for (std::int32_t x = 0; x < width; ++x) {
            if ((lane.columns[static_cast<std::size_t>(x)].flags & ColumnCell::Outlier) != 0) {
                marked.push_back(x);
            }
        }
        EXPECT_EQ(lane.outliers, !marked.empty());
        return marked;
    }

private:
    OwnedRow m_owned;
    RowView m_view;
    IndexTree m_tree;
    TimeGrid m_grid;
    Scene m_scene;
};

TEST(Outliers, OneLongCallIsMarkedAtFullZoomOut)
{
    OwnedRow row;
    for (int i = 0; i < 1'000'000; ++i) {
        add(row, 500, i == 612'345 ? 400'000 : 1'000, 1);
    }
    const std::int64_t at = row.start[612'345].ns;
    Marked marked(std::move(row));
    const TimeRange all{{0}, {marked.grid().summary().endNs}};
    for (const std::int32_t width : {400, 1'700, 3'840}) {
        for (const bool withSlices : {true, false}) {
            const auto columns = marked.in(all, width, withSlices);
            ASSERT_FALSE(columns.empty());
            const double x = marked.scene().viewport.xOf({at});
            EXPECT_NEAR(columns.front(), x, 1.0);
            EXPECT_LE(columns.back() - columns.front(), 2);
        }
    }
}

TEST(Outliers, LongAndShortNamesTogetherShowNone)
{
    std::mt19937_64 rng(73);
    OwnedRow row;
    for (int i = 0; i < 100'000; ++i) {
        const bool rare = i % 500 == 0; // 400 times as long as its neighbours, as it always is
        const auto jitter = static_cast<std::int64_t>(rng() % 100);
        add(row, 500, (rare ? 400'000 : 1'000) + jitter, rare ? 2 : 1);
    }
    Marked marked(std::move(row));
    const TimeRange all{{0}, {marked.grid().summary().endNs}};
    for (const std::int32_t width : {400, 1'700, 3'840}) {
        EXPECT_TRUE(marked.in(all, width, true).empty());
        EXPECT_TRUE(marked.in(all, width, false).empty());
    }
}

// Every column against a look at every outlier, at every zoom.
TEST(Outliers, AreMarkedWhereTheyAre)
{
    std::mt19937_64 rng(79);
    OwnedRow row;
    for (int i = 0; i < 60'000; ++i) {
        const bool dense = i / 2'000 % 5 == 0;
        const bool longer = rng() % (dense ? 120 : 2'000) == 0;
        add(row, static_cast<std::int64_t>(rng() % 3'000), longer ? 40'000 : 1'000, 1 + i / 20'000);
    }
    Marked marked(std::move(row));
    ASSERT_NE(marked.grid().outliers(), nullptr);
    const std::vector<TimeRange>& outliers = *marked.grid().outliers();
    ASSERT_GT(outliers.size(), 50U);
    const std::int64_t end = marked.grid().summary().endNs;
    for (int round = 0; round < 300; ++round) {
        const double part = std::pow(10.0, -static_cast<double>(rng() % 5'000) / 1'000.0);
        const auto length = static_cast<std::int64_t>(static_cast<double>(end) * part) + 2;
        const std::int64_t middle = outliers[rng() % outliers.size()].begin.ns;
        const auto columns =
            marked.in({{middle - length / 2}, {middle + length / 2}}, 900, round % 2 == 0);
        const std::set<std::int32_t> is(columns.begin(), columns.end());
        std::set<std::int32_t> wanted;
        const Viewport& viewport = marked.scene().viewport;
        for (const TimeRange& outlier : outliers) {
            const double x0 = viewport.xOf(outlier.begin);
            const double x1 = viewport.xOf(outlier.end);
            for (auto x = static_cast<std::int32_t>(std::max(0.0, std::floor(x0)));
                 x < std::min(900.0, x1) && x1 - x0 < SceneBuilder::kMinBoxPx; ++x) {
                wanted.insert(x);
            }
        }
        // Within a pixel: a time on the border of two columns may go to either.
        for (const std::int32_t x : is) {
            ASSERT_TRUE(wanted.contains(x) || wanted.contains(x - 1) || wanted.contains(x + 1))
                << x;
        }
        for (const std::int32_t x : wanted) {
            ASSERT_TRUE(is.contains(x) || is.contains(x - 1) || is.contains(x + 1)) << x;
        }
    }
}

model::ColumnBytes aligned(const std::vector<std::byte>& bytes)
{
    auto owner = std::make_shared<std::vector<std::uint64_t>>((bytes.size() + 7) / 8);
    std::memcpy(owner->data(), bytes.data(), bytes.size());
    const auto view = std::as_bytes(std::span(*owner)).first(bytes.size());
    return {std::move(owner), view};
}

TEST(Outliers, AreKeptWithTheLevelOfDetail)
{
    OwnedRow row;
    for (int i = 0; i < 5'000; ++i) {
        add(row, 500, i % 700 == 699 ? 400'000 : 1'000, 1);
    }
    const TimeGrid grid = gridsOf({row.view()}, {}).front();
    ASSERT_EQ(grid.outliers()->size(), 7U);
    const std::vector<std::byte> bytes = grid.encode();
    const auto back = TimeGrid::decode(aligned(bytes), row.start.size());
    ASSERT_TRUE(back.has_value()) << back.error().text();
    ASSERT_NE(back->outliers(), nullptr);
    EXPECT_EQ(*back->outliers(), *grid.outliers());
    EXPECT_EQ(back->encode(), bytes);
    // Out of order they are refused.
    std::vector<std::byte> bad = bytes;
    std::swap_ranges(bad.end() - 32, bad.end() - 16, bad.end() - 16);
    EXPECT_FALSE(TimeGrid::decode(aligned(bad), row.start.size()).has_value());
}

TEST(Outliers, AreUnknownInBlobsOfTheFirstVersion)
{
    std::mt19937_64 rng(83);
    const OwnedRow row = randomRow(rng, 3'000);
    const TimeGrid plain(row.view(), {}); // nobody looked for outliers
    std::vector<std::byte> first = plain.encode();
    const std::uint32_t one = 1;
    std::memcpy(first.data() + 4, &one, sizeof one); // the version, after the magic
    const std::size_t levels = 8 + sizeof(RowSummary);
    first.erase(first.begin() + levels + 8, first.begin() + levels + 16); // number of outliers
    const auto back = TimeGrid::decode(aligned(first), row.start.size());
    ASSERT_TRUE(back.has_value()) << back.error().text();
    EXPECT_EQ(back->outliers(), nullptr);
    EXPECT_EQ(back->encode(), plain.encode());
}

} // namespace

} // namespace longpole::timeline
