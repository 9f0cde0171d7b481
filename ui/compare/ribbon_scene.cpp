// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/ribbon_scene.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace longpole::compare {

namespace {

constexpr double kBandPx = 5.0;
constexpr double kLeastPx = 1.25; // a thinner ribbon couldn't be seen

struct Window
{
    std::int64_t begin;
    std::int64_t end;
};

Window windowOf(const timeline::Viewport& view)
{
    const TimeRange shown = view.visible();
    return {shown.begin.ns, shown.end.ns};
}

float changeOf(double before, double after)
{
    if (before <= 0 || after <= 0) {
        return 0;
    }
    return static_cast<float>(std::clamp(std::log2(after / before), -1.0, 1.0));
}

class Builder
{
public:
    Builder(const PairIndex& pairs, const timeline::Viewport& top, const timeline::Viewport& bottom)
        : m_pairs(pairs)
        , m_top(top)
        , m_bottom(bottom)
        , m_above(windowOf(top))
        , m_below(windowOf(bottom))
    { }

    RibbonScene build()
    {
        const auto [a0, a1] = before(m_above.begin - m_pairs.longestNs(), m_above.end);
        const auto [b0, b1] = after(m_below.begin - m_pairs.longestNs(), m_below.end);
        if (a1 - a0 <= kMostRibbons && b1 - b0 <= kMostRibbons) {
            single(a0, a1, b0, b1);
        } else {
            m_scene.dense = true;
            bands();
            ticks();
        }
        return std::move(m_scene);
    }

private:
    // Numbers of withBefore() that begin in [from, to).
    std::pair<std::size_t, std::size_t> before(std::int64_t from, std::int64_t to) const
    {
        const auto all = m_pairs.withBefore();
        const auto at = [&](std::int64_t ns) {
            return static_cast<std::size_t>(
                std::lower_bound(all.begin(), all.end(), ns,
                                 [](const Pair& p, std::int64_t t) { return p.beforeNs < t; })
                - all.begin());
        };
        return {at(from), at(to)};
    }
    // Places of byAfter() that begin in [from, to).
    std::pair<std::size_t, std::size_t> after(std::int64_t from, std::int64_t to) const
    {
        const auto& order = m_pairs.byAfter();
        const auto at = [&](std::int64_t ns) {
            return static_cast<std::size_t>(std::lower_bound(order.begin(), order.end(), ns,
                                                             [&](std::uint32_t i, std::int64_t t) {
                                                                 return m_pairs.all()[i].afterNs
                                                                     < t;
                                                             })
                                            - order.begin());
        };
        return {at(from), at(to)};
    }

    bool above(const Pair& p) const
    {
        return p.hasBefore() && p.beforeNs < m_above.end && p.beforeEndNs > m_above.begin;
    }
    bool below(const Pair& p) const
    {
        return p.hasAfter() && p.afterNs < m_below.end && p.afterEndNs > m_below.begin;
    }

    static void widen(double& x0, double& x1)
    {
        if (x1 - x0 < kLeastPx) {
            const double middle = 0.5 * (x0 + x1);
            x0 = middle - 0.5 * kLeastPx;
            x1 = middle + 0.5 * kLeastPx;
        }
    }

    void add(std::uint32_t number)
    {
        const Pair& p = m_pairs.all()[number];
        Ribbon r;
        r.pair = number;
        r.kind = p.change;
        r.change = changeOf(static_cast<double>(p.costBeforeNs),
                            static_cast<double>(p.costBeforeNs + p.deltaNs));
        if (p.hasBefore()) {
            r.top0 = m_top.xOf({p.beforeNs});
            r.top1 = m_top.xOf({p.beforeEndNs});
            widen(r.top0, r.top1);
        }
        if (p.hasAfter()) {
            r.bottom0 = m_bottom.xOf({p.afterNs});
            r.bottom1 = m_bottom.xOf({p.afterEndNs});
            widen(r.bottom0, r.bottom1);
        }
        if (!p.hasBefore()) {
            r.top0 = r.top1 = 0.5 * (r.bottom0 + r.bottom1);
        }
        if (!p.hasAfter()) {
            r.bottom0 = r.bottom1 = 0.5 * (r.top0 + r.top1);
        }
        m_scene.ribbons.push_back(r);
    }

    void single(std::size_t a0, std::size_t a1, std::size_t b0, std::size_t b1)
    {
        for (std::size_t i = a0; i < a1; ++i) {
            if (above(m_pairs.all()[i])) {
                add(static_cast<std::uint32_t>(i));
            }
        }
        for (std::size_t i = b0; i < b1; ++i) {
            const std::uint32_t number = m_pairs.byAfter()[i];
            const Pair& p = m_pairs.all()[number];
            if (below(p) && !above(p)) {
                add(number);
            }
        }
    }

    static double xOfMean(const timeline::Viewport& view, std::int64_t zero, double sum,
                          std::uint32_t count)
    {
        return view.xOf({zero + static_cast<std::int64_t>(sum / count)});
    }

    void bands()
    {
        for (double x = 0; x < m_top.widthPx(); x += kBandPx) {
            const auto [i0, i1] = before(m_top.timeAt(x).ns, m_top.timeAt(x + kBandPx).ns);
            const PairIndex::Sums& from = m_pairs.sums(i0);
            const PairIndex::Sums& to = m_pairs.sums(i1);
            const std::uint32_t both = to.both - from.both;
            if (both > 0) {
                const double above =
                    xOfMean(m_top, m_pairs.beforeZero(), to.beforeNs - from.beforeNs, both);
                const double below =
                    xOfMean(m_bottom, m_pairs.afterZero(), to.afterNs - from.afterNs, both);
                constexpr double kHalf = 0.5 * (kBandPx - 1);
                const double cost = to.beforeCostNs - from.beforeCostNs;
                m_scene.ribbons.push_back({above - kHalf, above + kHalf, below - kHalf,
                                           below + kHalf,
                                           changeOf(cost, cost + to.deltaNs - from.deltaNs),
                                           Change::Matched, kNoPair, both});
            }
            const auto removed = static_cast<std::uint32_t>(i1 - i0) - both;
            if (removed > 0) {
                const double middle = x + 0.5 * kBandPx;
                m_scene.ribbons.push_back(
                    {x, x + kBandPx - 1, middle, middle, 0, Change::Removed, kNoPair, removed});
            }
        }
    }

    // What was added, by pixels of the lower view.
    void ticks()
    {
        const auto added = m_pairs.added();
        const auto at = [&](double x) {
            return std::lower_bound(added.begin(), added.end(), m_bottom.timeAt(x).ns,
                                    [](const Pair& p, std::int64_t t) { return p.afterNs < t; });
        };
        for (double x = 0; x < m_bottom.widthPx(); x += kBandPx) {
            const auto count = at(x + kBandPx) - at(x);
            if (count > 0) {
                const double middle = x + 0.5 * kBandPx;
                m_scene.ribbons.push_back({middle, middle, x, x + kBandPx - 1, 0, Change::Added,
                                           kNoPair, static_cast<std::uint32_t>(count)});
            }
        }
    }

    const PairIndex& m_pairs;
    const timeline::Viewport& m_top;
    const timeline::Viewport& m_bottom;
    Window m_above;
    Window m_below;
    RibbonScene m_scene;
};

} // namespace

RibbonScene ribbonsInView(const PairIndex& pairs, const timeline::Viewport& top,
                          const timeline::Viewport& bottom)
{
    return Builder(pairs, top, bottom).build();
}

double ribbonEase(double t)
{
    return t * t * (3.0 - 2.0 * t);
}

const Ribbon* ribbonAt(const RibbonScene& scene, double x, double t)
{
    constexpr double kReach = 2.0;
    const double ease = ribbonEase(t);
    const Ribbon* best = nullptr;
    double bestWidth = 0;
    for (const Ribbon& r : scene.ribbons) {
        const double x0 = r.top0 + (r.bottom0 - r.top0) * ease;
        const double x1 = r.top1 + (r.bottom1 - r.top1) * ease;
        if (r.pair != kNoPair && x >= x0 - kReach && x <= x1 + kReach
            && (best == nullptr || x1 - x0 < bestWidth)) {
            best = &r;
            bestWidth = x1 - x0;
        }
    }
    return best;
}

} // namespace longpole::compare
