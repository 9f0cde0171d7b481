// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the timeline shows is honest: columns against the slices themselves, over nine decades.
#include "core/timeline/hit_test.h"
#include "core/timeline/outliers.h"
#include "core/timeline/row_columns.h"
#include "tests/unit/timeline_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace longpole::timeline {

namespace {

using test::busyByHand;
using test::OwnedRow;
using test::randomRow;

struct Painted
{
    OwnedRow owned;
    RowView view;
    IndexTree tree;
    TimeGrid grid;
    Scene scene;
    LaneScene lane;

    explicit Painted(OwnedRow row)
        : owned(std::move(row))
        , view(owned.view())
        , tree(view)
        , grid(gridsOf({view}, {}).front())
    { }
    void paint(TimeRange range, std::int32_t width, bool withSlices = true)
    {
        const TimeRange all{{view.startNs(0)}, {grid.summary().endNs}};
        scene.viewport = Viewport(all, width);
        scene.viewport.setVisible(range);
        scene.width = width;
        scene.bounds.clear();
        for (std::int32_t x = 0; x <= width; ++x) {
            scene.bounds.push_back(scene.viewport.timeAt(x).ns);
        }
        scene.bounds.back() += scene.viewport.nsPerPx() < 1.0 ? 1 : 0;
        lane.row = {withSlices ? &view : nullptr, withSlices ? &tree : nullptr, &grid};
        RowColumns(scene, lane.row, lane).run();
    }
    bool near(std::int32_t x, bool occupied) const
    {
        for (std::int32_t i = std::max(0, x - 1); i <= std::min(scene.width - 1, x + 1); ++i) {
            if (lane.columns[static_cast<std::size_t>(i)].occupied() == occupied) {
                return true;
            }
        }
        return false;
    }
};

TimeRange randomWindow(std::mt19937_64& rng, const RowView& row)
{
    const std::int64_t begin = row.startNs(0);
    const auto span =
        static_cast<double>(std::max<std::int64_t>(1, row.endNs(row.size() - 1) - begin));
    const double part = std::pow(10.0, -static_cast<double>(rng() % 9'000) / 1000.0);
    const auto length = static_cast<std::int64_t>(std::max(2.0, span * part));
    // Around a slice, so that deep windows aren't all empty.
    const std::int64_t middle = row.startNs(rng() % row.size());
    return {{middle - length / 2}, {middle - length / 2 + length}};
}

TEST(SceneHonesty, NoSliceIsEverLostAndNoEmptyTimeIsShownBusy)
{
    std::mt19937_64 rng(41);
    std::size_t checked = 0;
    for (int round = 0; round < 40; ++round) {
        Painted p(randomRow(rng, 1 + rng() % 20'000));
        for (int w = 0; w < 12; ++w) {
            p.paint(randomWindow(rng, p.view), 300 + static_cast<std::int32_t>(rng() % 300),
                    rng() % 4 != 0 || p.grid.levels().empty());
            if (p.lane.coarse) {
                continue;
            }
            for (std::size_t i = 0; i < p.view.size(); ++i) {
                const double x0 = p.scene.viewport.xOf(p.view.start[i]);
                const double x1 = p.scene.viewport.xOf({p.view.endNs(i)});
                for (const double x : {x0, 0.5 * (x0 + x1), x1 - 0.001}) {
                    if (x >= 0 && x < p.scene.width) {
                        ASSERT_TRUE(p.near(static_cast<std::int32_t>(x), true))
                            << round << " slice " << i;
                        ++checked;
                    }
                }
            }
            for (std::int32_t x = 0; x < p.scene.width; ++x) {
                // No slice within two pixels: nothing may be shown.
                const std::int64_t t0 = p.scene.viewport.timeAt(x - 2.0).ns;
                const std::int64_t t1 = p.scene.viewport.timeAt(x + 3.0).ns + 1;
                if (p.view.firstEndingAfter(t0) >= p.view.firstStartingAt(t1)) {
                    ASSERT_FALSE(p.lane.columns[static_cast<std::size_t>(x)].occupied());
                }
            }
        }
    }
    EXPECT_GT(checked, 100'000U);
}

TEST(SceneHonesty, AnyColumnThatASliceFullyCoversIsOccupiedItself)
{
    std::mt19937_64 rng(43);
    for (int round = 0; round < 30; ++round) {
        Painted p(randomRow(rng, 1 + rng() % 20'000));
        p.paint(randomWindow(rng, p.view), 400);
        for (std::int32_t x = 0; x < 400; ++x) {
            const std::int64_t t0 = p.scene.bounds[static_cast<std::size_t>(x)];
            const std::int64_t t1 = p.scene.bounds[static_cast<std::size_t>(x) + 1];
            if (t1 > t0 && busyByHand(p.view, t0, t1) == t1 - t0) {
                ASSERT_TRUE(p.lane.columns[static_cast<std::size_t>(x)].occupied());
            }
        }
    }
}

TEST(SceneHonesty, CoverageIsCloseToTheTruth)
{
    std::mt19937_64 rng(47);
    double sum = 0.0;
    double worst = 0.0;
    std::size_t columns = 0;
    for (int round = 0; round < 40; ++round) {
        Painted p(randomRow(rng, 2'000 + rng() % 20'000));
        for (int w = 0; w < 6; ++w) {
            p.paint(randomWindow(rng, p.view), 500);
            if (p.scene.viewport.nsPerPx() < 8.0) {
                continue; // rounding to whole ns would be what is measured
            }
            for (std::size_t x = 0; x < 500; ++x) {
                const std::int64_t t0 = p.scene.bounds[x];
                const std::int64_t t1 = p.scene.bounds[x + 1];
                const bool box = (p.lane.columns[x].flags & ColumnCell::InBox) != 0;
                const double truth = static_cast<double>(p.tree.busyIn(p.view, t0, t1))
                    / static_cast<double>(t1 - t0);
                const double shown = p.lane.columns[x].coverage / 255.0;
                if (!box) {
                    sum += std::abs(shown - truth);
                    worst = std::max(worst, std::abs(shown - truth));
                    ++columns;
                }
            }
        }
    }
    ASSERT_GT(columns, 20'000U);
    EXPECT_LT(sum / static_cast<double>(columns), 0.015);
    EXPECT_LT(worst, 0.45);
    RecordProperty("worst_percent", static_cast<int>(worst * 100));
    RecordProperty("mean_permille", static_cast<int>(sum / static_cast<double>(columns) * 1000));
}

TEST(SceneHonesty, WideSlicesAreBoxesAtTheirExactPlace)
{
    std::mt19937_64 rng(53);
    for (int round = 0; round < 40; ++round) {
        Painted p(randomRow(rng, 1 + rng() % 20'000));
        for (int w = 0; w < 8; ++w) {
            p.paint(randomWindow(rng, p.view), 640);
            std::set<std::uint32_t> boxes;
            std::int32_t previous = -100;
            for (const SliceBox& box : p.lane.boxes) {
                boxes.insert(box.index);
                ASSERT_GE(box.x0, previous);
                previous = box.x1;
            }
            for (std::size_t i = 0; i < p.view.size(); ++i) {
                const double x0 = p.scene.viewport.xOf(p.view.start[i]);
                const double x1 = p.scene.viewport.xOf({p.view.endNs(i)});
                const bool inView = x1 > 1.0 && x0 < 639.0;
                if (inView && x1 - x0 >= SceneBuilder::kMinBoxPx + 0.01) {
                    ASSERT_TRUE(boxes.contains(static_cast<std::uint32_t>(i))) << x0 << " " << x1;
                } else if (x1 - x0 < SceneBuilder::kMinBoxPx - 0.01) {
                    ASSERT_FALSE(boxes.contains(static_cast<std::uint32_t>(i)));
                }
            }
        }
    }
}

// A rare long slice among many short ones must stand out at any zoom.
TEST(SceneHonesty, TheLongestSliceOfAPixelIsMarked)
{
    OwnedRow row;
    for (int i = 0; i < 200'000; ++i) {
        const bool rare = i == 123'456;
        row.start.push_back({i * 10'000});
        row.duration.push_back({rare ? 9'000 : 90});
        row.name.push_back(StringId(1));
        row.cls.push_back(model::SliceClass::MatMul);
    }
    Painted p(std::move(row));
    for (const std::int32_t width : {400, 1920, 3840}) {
        p.paint({{0}, {2'000'000'000}}, width);
        const auto x = static_cast<std::int32_t>(p.scene.viewport.xOf({1'234'560'000}));
        int marked = 0;
        for (std::int32_t i = 0; i < width; ++i) {
            if ((p.lane.columns[static_cast<std::size_t>(i)].flags & ColumnCell::Outlier) != 0) {
                EXPECT_LE(std::abs(i - x), 1);
                ++marked;
            }
        }
        EXPECT_GE(marked, 1);
        EXPECT_LE(marked, 3);
    }
}

TEST(HitTest, AgreesWithAScan)
{
    std::mt19937_64 rng(59);
    std::size_t merged = 0;
    std::size_t single = 0;
    for (int round = 0; round < 60; ++round) {
        Painted p(randomRow(rng, 1 + rng() % 10'000));
        p.paint(randomWindow(rng, p.view), 500);
        for (int q = 0; q < 200; ++q) {
            const double x = static_cast<double>(rng() % 500);
            const Hit hit = hitTest(p.scene, p.lane, x, 0);
            const std::int64_t t0 = p.scene.viewport.timeAt(x).ns;
            const std::int64_t t1 = std::max(t0 + 1, p.scene.viewport.timeAt(x + 1.0).ns);
            std::size_t count = 0;
            std::int64_t longest = -1;
            std::size_t which = 0;
            for (std::size_t i = 0; i < p.view.size(); ++i) {
                const bool in = p.view.startNs(i) < t1
                    && (p.view.endNs(i) > t0
                        || (p.view.durationNs(i) == 0 && p.view.startNs(i) >= t0));
                if (in) {
                    ++count;
                    if (p.view.durationNs(i) > longest) {
                        longest = p.view.durationNs(i);
                        which = i;
                    }
                }
            }
            if (count == 0) {
                ASSERT_EQ(hit.kind, Hit::Kind::None);
            } else {
                ASSERT_EQ(hit.slice.value, 100 + which);
                ASSERT_TRUE(count > 1 || hit.kind == Hit::Kind::Slice);
                (count > 1 ? merged : single) += 1;
            }
            const RangeSummary s = summarise(p.view, p.tree, {{t0}, {t1}});
            ASSERT_EQ(s.count, count);
            ASSERT_EQ(s.busyNs, busyByHand(p.view, t0, t1));
            if (count > 0) {
                ASSERT_EQ(s.longestNs, longest);
                std::uint64_t named = 0;
                for (const NameShare& share : s.topNames) {
                    named += share.count;
                }
                ASSERT_TRUE(s.namesComplete);
                ASSERT_LE(named, count);
                ASSERT_TRUE(s.topNames.size() == 3 || named == count);
            }
        }
    }
    EXPECT_GT(merged, 500U);
    EXPECT_GT(single, 500U);
}

} // namespace

} // namespace longpole::timeline
