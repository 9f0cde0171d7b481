// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/row_columns.h"

#include "core/timeline/dense_column.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace longpole::timeline {

namespace {

// Above this many slices per pixel the tree is cheaper than a walk.
constexpr std::size_t kWalkPerPixel = 8;
// From this scale on a pixel's edges may be rounded to a ns.
constexpr double kExactNsPerPx = 64.0;

std::int32_t clampX(double x, std::int32_t width)
{
    return static_cast<std::int32_t>(std::clamp(x, -4.0, static_cast<double>(width) + 4.0));
}

} // namespace

struct RowColumns::Accumulator
{
    std::array<float, 16> times{}; // share of the column by class
    std::uint32_t classes = 0;
    float busy = 0.0F;
    std::uint8_t cls = 0;
    float most = -1.0F;
    bool any = false;

    void add(std::uint8_t c, float share)
    {
        any = true;
        busy += share;
        times[c] += share;
        classes |= 1U << c;
        // Which class leads changes all the time: a branch here would be mispredicted as often.
        const bool leads = times[c] > most;
        most = leads ? times[c] : most;
        cls = leads ? c : cls;
    }
    void reset()
    {
        for (; classes != 0; classes &= classes - 1) {
            times[static_cast<std::size_t>(__builtin_ctz(classes))] = 0.0F;
        }
        busy = 0.0F;
        most = -1.0F;
        any = false;
    }
};

RowColumns::RowColumns(const Scene& scene, const RowSource& row, LaneScene& out)
    : m_scene(scene)
    , m_row(row)
    , m_out(out)
    , m_pxPerNs(1.0 / scene.viewport.nsPerPx())
{
    m_out.columns.assign(static_cast<std::size_t>(scene.width), ColumnCell());
    m_out.boxes.clear();
    m_out.outliers = false;
    m_out.coarse = false;
    const double boxNs = SceneBuilder::kMinBoxPx * scene.viewport.nsPerPx();
    m_boxLog = std::max<std::uint8_t>(1, logOf(static_cast<std::int64_t>(std::min(boxNs, 1e18))));
}

double RowColumns::xOf(std::int64_t ns) const
{
    return (static_cast<double>(ns - m_scene.viewport.originNs()) - m_scene.viewport.fraction())
        * m_pxPerNs;
}

void RowColumns::run()
{
    fill();
    markOutliers();
}

// Where a slice is an outlier and too narrow to be seen as a box. However many lie in one column,
// the next one looked at is beyond it.
void RowColumns::markOutliers()
{
    const std::vector<TimeRange>* all = m_row.grid == nullptr ? nullptr : m_row.grid->outliers();
    if (all == nullptr) {
        return;
    }
    const std::vector<std::int64_t>& bounds = m_scene.bounds;
    const auto endingAfter = [&](auto from, std::int64_t ns) {
        return std::partition_point(from, all->end(),
                                    [ns](const TimeRange& r) { return r.end.ns <= ns; });
    };
    auto it = endingAfter(all->begin(), bounds.front());
    while (it != all->end() && it->begin.ns < bounds.back()) {
        const double x0 = xOf(it->begin.ns);
        const double x1 = xOf(it->end.ns);
        if (x1 - x0 >= SceneBuilder::kMinBoxPx) {
            ++it;
            continue;
        }
        const auto first = static_cast<std::int32_t>(std::clamp(x0, 0.0, m_scene.width - 1.0));
        const auto last = static_cast<std::int32_t>(
            std::clamp(std::ceil(x1) - 1.0, static_cast<double>(first), m_scene.width - 1.0));
        for (std::int32_t x = first; x <= last; ++x) {
            m_out.columns[static_cast<std::size_t>(x)].flags |= ColumnCell::Outlier;
        }
        m_out.outliers = true;
        it = endingAfter(it + 1, bounds[static_cast<std::size_t>(last) + 1]);
    }
}

void RowColumns::fill()
{
    const std::int64_t begin = m_scene.bounds.front();
    const std::int64_t end = m_scene.bounds.back();
    const GridLevel* level =
        m_row.grid == nullptr ? nullptr : m_row.grid->levelFor(m_scene.viewport.nsPerPx());
    if (m_row.view == nullptr) {
        if (m_row.grid != nullptr && !m_row.grid->levels().empty()) {
            m_out.coarse = level == nullptr;
            fromGrid(level == nullptr ? m_row.grid->levels().front() : *level);
        } else {
            m_out.coarse = m_row.grid == nullptr || m_row.grid->summary().count > 0;
        }
        return;
    }
    const std::size_t first = m_row.view->firstEndingAfter(begin);
    const std::size_t last = m_row.view->firstStartingAt(end);
    if (first >= last) {
        return;
    }
    const auto width = static_cast<std::size_t>(m_scene.width);
    if (level != nullptr && last - first > width / 2) {
        fromGrid(*level);
    } else if (m_scene.viewport.nsPerPx() < kExactNsPerPx) {
        fromSlices(first, last);
    } else if (last - first <= kWalkPerPixel * width) {
        fromDenseSlices(first, last);
    } else {
        fromTree(first, last);
    }
}

void RowColumns::put(std::int32_t x, const Accumulator& a)
{
    put(x, a.cls, a.busy);
}

void RowColumns::put(std::int32_t x, std::uint8_t cls, float busy)
{
    ColumnCell& cell = m_out.columns[static_cast<std::size_t>(x)];
    cell.cls = cls;
    cell.coverage = static_cast<std::uint8_t>(std::clamp(busy * 255.0F + 0.5F, 1.0F, 255.0F));
    cell.flags = 0;
}

void RowColumns::fromGrid(const GridLevel& level)
{
    const std::int64_t cellNs = std::int64_t{1} << level.shift;
    const std::int64_t firstNs = level.firstCell << level.shift;
    const auto cellCount = static_cast<std::int64_t>(level.cells.size());
    const std::int64_t* bounds = m_scene.bounds.data();
    Accumulator a;
    for (std::int32_t x = 0; x < m_scene.width; ++x) {
        const std::int64_t t0 = bounds[x];
        const std::int64_t t1 = std::max(t0 + 1, bounds[x + 1]);
        std::int64_t c0 = (t0 >> level.shift) - level.firstCell;
        std::int64_t c1 = ((t1 - 1) >> level.shift) - level.firstCell;
        if (c1 < 0) {
            continue;
        }
        if (c0 >= cellCount) {
            break;
        }
        c0 = std::max<std::int64_t>(0, c0);
        c1 = std::min(c1, cellCount - 1);
        const auto perColumn = static_cast<float>(1.0 / static_cast<double>(t1 - t0));
        for (std::int64_t c = c0; c <= c1; ++c) {
            const GridCell& cell = level.cells[static_cast<std::size_t>(c)];
            if (cell.coverage == 0) {
                continue;
            }
            const std::int64_t from = firstNs + (c << level.shift);
            const std::int64_t overlap = std::min(t1, from + cellNs) - std::max(t0, from);
            a.add(cell.cls,
                  static_cast<float>(overlap) * perColumn * static_cast<float>(cell.coverage)
                      * (1.0F / 65535.0F));
            if (cell.longestLog >= m_boxLog && cell.longest != m_lastBox) {
                offerBox(cell.longest);
            }
        }
        if (a.any) {
            put(x, a);
            a.reset();
        }
    }
    paintBoxes();
}

void RowColumns::offerBox(std::uint32_t index)
{
    m_lastBox = index;
    if (m_row.view == nullptr || index >= m_row.view->size()) {
        return;
    }
    const double x0 = xOf(m_row.view->startNs(index));
    const double x1 = xOf(m_row.view->endNs(index));
    if (x1 - x0 >= SceneBuilder::kMinBoxPx) {
        addBox(index, x0, x1);
    }
}

void RowColumns::addBox(std::uint32_t index, double x0, double x1)
{
    const std::int32_t left = clampX(std::round(x0), m_scene.width);
    const std::int32_t right = clampX(std::round(x1), m_scene.width);
    if (right > left && right > 0 && left < m_scene.width) {
        m_out.boxes.push_back({left, right, index});
    }
}

// Boxes win over what the columns below them gathered.
void RowColumns::paintBoxes()
{
    for (const SliceBox& box : m_out.boxes) {
        ColumnCell cell;
        cell.cls = static_cast<std::uint8_t>(m_row.view->cls[box.index]);
        cell.coverage = 255;
        cell.flags = ColumnCell::InBox;
        const auto from = m_out.columns.begin() + std::max(0, box.x0);
        std::fill(from, m_out.columns.begin() + std::min(m_scene.width, box.x1), cell);
    }
}

void RowColumns::fromSlices(std::size_t first, std::size_t last)
{
    const RowView& view = *m_row.view;
    Accumulator a;
    std::int32_t current = -1;
    const auto flush = [&] {
        if (a.any && current >= 0 && current < m_scene.width) {
            put(current, a);
        }
        a.reset();
    };
    for (std::size_t i = first; i < last; ++i) {
        const double x0 = xOf(view.startNs(i));
        const double x1 = xOf(view.endNs(i));
        const auto cls = static_cast<std::uint8_t>(view.cls[i]);
        const auto spread = [&](double left, double to) {
            // Truncation of what is never negative: floor() is a call on the baseline CPU.
            auto x = static_cast<std::int32_t>(std::max(left, -4.0) + 8.0) - 8;
            do {
                if (x != current) {
                    flush();
                    current = x;
                }
                const double right = std::min(to, static_cast<double>(x) + 1.0);
                a.add(cls, static_cast<float>(std::max(0.0, right - left)));
                left = right;
                ++x;
            } while (static_cast<double>(x) < to && x <= m_scene.width);
        };
        if (x1 - x0 < SceneBuilder::kMinBoxPx) {
            spread(x0, x1);
            continue;
        }
        // A box has whole columns; what it has of the columns beside them is shown as such.
        addBox(static_cast<std::uint32_t>(i), x0, x1);
        if (x0 > -1.0 && std::round(x0) > x0) {
            spread(x0, std::round(x0));
        }
        if (x1 < m_scene.width && std::round(x1) < x1) {
            spread(std::round(x1), x1);
        }
    }
    flush();
    paintBoxes();
}

void RowColumns::fromDenseSlices(std::size_t first, std::size_t last)
{
    const RowView& view = *m_row.view;
    DenseColumn column(m_scene.bounds,
                       [&](std::int32_t x, std::uint8_t cls, float busy) { put(x, cls, busy); });
    const auto boxNs = static_cast<std::int64_t>(
        std::min(SceneBuilder::kMinBoxPx * m_scene.viewport.nsPerPx(), 1e18));
    for (std::size_t i = first; i < last; ++i) {
        const std::int64_t begin = view.startNs(i);
        const std::int64_t durationNs = view.durationNs(i);
        const std::int64_t end = begin + durationNs;
        const auto cls = static_cast<std::uint8_t>(view.cls[i]);
        if (column.holds(begin, end)) {
            column.add(cls, durationNs);
            continue;
        }
        if (durationNs >= boxNs) {
            const double x0 = xOf(begin);
            const double x1 = xOf(end);
            if (x1 - x0 >= SceneBuilder::kMinBoxPx) {
                // A box has whole columns; what it has of those beside them is shown as such.
                addBox(static_cast<std::uint32_t>(i), x0, x1);
                const auto edge = [&](double x) {
                    const double inside =
                        std::clamp(std::round(x), 0.0, static_cast<double>(m_scene.width));
                    return m_scene.bounds[static_cast<std::size_t>(inside)];
                };
                const std::int64_t left = std::max(begin, m_scene.bounds.front());
                if (left < edge(x0)) {
                    column.spread(cls, left, edge(x0));
                }
                if (edge(x1) < end) {
                    column.spread(cls, edge(x1), end);
                }
                continue;
            }
        }
        column.spread(cls, begin, end);
    }
    column.flush();
    paintBoxes();
}

void RowColumns::fromTree(std::size_t first, std::size_t last)
{
    const RowView& view = *m_row.view;
    Accumulator a;
    std::size_t at = first;
    for (std::int32_t x = 0; x < m_scene.width && at < last; ++x) {
        const std::int64_t t0 = m_scene.bounds[static_cast<std::size_t>(x)];
        const std::int64_t t1 = std::max(t0 + 1, m_scene.bounds[static_cast<std::size_t>(x) + 1]);
        // Gallop to the first slice at or after the column's end.
        std::size_t step = 1;
        std::size_t low = at;
        std::size_t high = at;
        while (high < last && view.startNs(high) < t1) {
            low = high + 1;
            high = std::min(last, high + step);
            step *= 2;
        }
        const auto* const it =
            std::lower_bound(view.start.data() + low, view.start.data() + high, t1,
                             [](TimeNs t, std::int64_t v) { return t.ns < v; });
        const auto next = static_cast<std::size_t>(it - view.start.data());
        while (at < next && view.endNs(at) <= t0 && view.startNs(at) < t0) {
            ++at;
        }
        if (at < next) {
            const std::uint32_t longest = m_row.tree->longest(view, at, next);
            std::array<double, 16> times{};
            m_row.tree->addClassTimes(view, at, next, times);
            const auto top = std::max_element(times.begin(), times.end()) - times.begin();
            const auto busy = static_cast<double>(m_row.tree->busyIn(view, t0, t1));
            const std::int64_t longestNs = view.durationNs(longest);
            a.add(static_cast<std::uint8_t>(times[static_cast<std::size_t>(top)] > 0.0
                                                ? top
                                                : static_cast<std::ptrdiff_t>(view.cls[longest])),
                  static_cast<float>(busy / static_cast<double>(t1 - t0)));
            put(x, a);
            a.reset();
            if (longest != m_lastBox
                && static_cast<double>(longestNs) * m_pxPerNs >= SceneBuilder::kMinBoxPx) {
                offerBox(longest);
            }
            at = view.endNs(next - 1) > t1 ? next - 1 : next; // may reach into the next column
        }
    }
    paintBoxes();
}

} // namespace longpole::timeline
