// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/viewport.h"

#include <algorithm>
#include <cmath>

namespace longpole::timeline {

namespace {

// Room shown left and right of the trace when all of it is in view, as a share of its span.
constexpr double kMargin = 0.01;

double subtract(std::int64_t a, std::int64_t b)
{
    return static_cast<double>(saturatingSub(a, b));
}

std::int64_t toNs(double ns)
{
    constexpr double kMax = 9.2e18;
    return std::isnan(ns) ? 0 : static_cast<std::int64_t>(std::clamp(ns, -kMax, kMax));
}

} // namespace

Viewport::Viewport(TimeRange limits, double widthPx)
    : m_widthPx(std::max(1.0, widthPx))
{
    setLimits(limits);
    fitAll();
}

double Viewport::xOf(TimeNs time) const
{
    return (subtract(time.ns, m_originNs) - m_fraction) / m_nsPerPx;
}

TimeNs Viewport::timeAt(double px) const
{
    return {saturatingAdd(m_originNs, toNs(std::floor(m_fraction + px * m_nsPerPx)))};
}

TimeRange Viewport::visible() const
{
    return {{m_originNs},
            {saturatingAdd(m_originNs,
                           std::max<std::int64_t>(1, toNs(std::ceil(m_fraction + spanNs()))))}};
}

void Viewport::setLimits(TimeRange limits)
{
    m_limits = limits;
    if (m_limits.empty()) {
        m_limits.end = m_limits.begin + DurationNs{1000};
    }
    clamp();
}

void Viewport::resize(double widthPx)
{
    const bool all = m_nsPerPx >= maxNsPerPx();
    m_widthPx = std::max(1.0, widthPx);
    if (all) {
        fitAll();
    } else {
        clamp();
    }
}

double Viewport::maxNsPerPx() const
{
    const double span = subtract(m_limits.end.ns, m_limits.begin.ns);
    return std::max(kMinNsPerPx, span * (1.0 + 2.0 * kMargin) / m_widthPx);
}

void Viewport::setVisible(TimeRange range)
{
    const double span = std::max(1.0, subtract(range.end.ns, range.begin.ns));
    m_nsPerPx =
        range == m_limits ? maxNsPerPx() : std::clamp(span / m_widthPx, kMinNsPerPx, maxNsPerPx());
    const double spare = spanNs() - span; // > 0 where the scale met its limit: keep the middle
    setLeft(range.begin.ns, range == m_limits ? -kMargin * span : -0.5 * std::max(0.0, spare));
    clamp();
}

void Viewport::zoomAt(double px, double factor)
{
    if (!(factor > 0.0) || std::isinf(factor)) {
        return;
    }
    const double next = std::clamp(m_nsPerPx / factor, kMinNsPerPx, maxNsPerPx());
    const double atNs = m_fraction + px * m_nsPerPx;
    m_nsPerPx = next;
    setLeft(m_originNs, atNs - px * next);
    clamp();
}

void Viewport::pan(double px)
{
    if (std::isnan(px) || std::isinf(px)) {
        return;
    }
    setLeft(m_originNs, m_fraction + px * m_nsPerPx);
    clamp();
}

Viewport Viewport::shifted(std::int64_t ns) const
{
    Viewport v = *this;
    v.m_originNs = saturatingAdd(m_originNs, ns);
    v.m_limits = {{saturatingAdd(m_limits.begin.ns, ns)}, {saturatingAdd(m_limits.end.ns, ns)}};
    return v;
}

Viewport Viewport::scaled(double factor) const
{
    Viewport v = *this;
    v.m_widthPx = std::max(1.0, std::round(m_widthPx * factor));
    v.m_nsPerPx = m_nsPerPx / factor;
    return v;
}

void Viewport::setLeft(std::int64_t baseNs, double offsetNs)
{
    const double whole = std::floor(offsetNs);
    m_originNs = saturatingAdd(baseNs, toNs(whole));
    m_fraction = std::clamp(offsetNs - whole, 0.0, std::nextafter(1.0, 0.0));
}

// The view may leave the trace by the margin only, measured in what is in view.
void Viewport::clamp()
{
    m_nsPerPx = std::clamp(m_nsPerPx, kMinNsPerPx, maxNsPerPx());
    const double margin = kMargin * subtract(m_limits.end.ns, m_limits.begin.ns);
    const double toLeft = subtract(m_originNs, m_limits.begin.ns) + m_fraction;
    const double toRight = subtract(m_limits.end.ns, m_originNs) - m_fraction - spanNs();
    // Half a pixel of tolerance: a full view must not creep by rounding.
    if (toLeft < -margin - 0.5 * m_nsPerPx) {
        setLeft(m_limits.begin.ns, -margin);
    } else if (toRight < -margin - 0.5 * m_nsPerPx) {
        setLeft(m_limits.end.ns, margin - spanNs());
    }
}

} // namespace longpole::timeline
