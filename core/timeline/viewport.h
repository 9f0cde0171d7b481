// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Viewport: which time is at which pixel. The left edge is an int64 ns plus a fraction in [0, 1),
// so that epoch-sized times lose nothing: times are subtracted as integers and only the small
// difference becomes a double. Zooming about a point keeps the time there to well under 1 ns.
#pragma once

#include "core/base/time.h"

namespace longpole::timeline {

class Viewport
{
public:
    static constexpr double kMinNsPerPx = 0.001;

    Viewport() = default;
    // limits: what can be seen at most (the trace's extent); widthPx >= 1.
    Viewport(TimeRange limits, double widthPx);

    TimeRange limits() const { return m_limits; }
    std::int64_t originNs() const { return m_originNs; } // left edge, floor
    double fraction() const { return m_fraction; } // rest of the left edge, [0, 1)
    double nsPerPx() const { return m_nsPerPx; }
    double widthPx() const { return m_widthPx; }
    double spanNs() const { return m_nsPerPx * m_widthPx; }

    // Pixels from the left edge; any time, so the result may be far outside.
    double xOf(TimeNs time) const;
    // The ns that contains this x.
    TimeNs timeAt(double px) const;
    // All ns that are at least partly in view.
    TimeRange visible() const;

    void setLimits(TimeRange limits);
    void resize(double widthPx); // keeps the left edge and the scale
    void setVisible(TimeRange range);
    void fitAll() { setVisible(m_limits); }
    // factor > 1 zooms in. The time at px stays there, unless a limit is met.
    void zoomAt(double px, double factor);
    // px > 0 shows later times.
    void pan(double px);
    double maxNsPerPx() const;
    // The same view of a trace whose times are all larger by so much; exact.
    Viewport shifted(std::int64_t ns) const;
    // The same view with `factor` times the pixels (device pixels of a HiDPI screen).
    Viewport scaled(double factor) const;

    friend bool operator==(const Viewport&, const Viewport&) = default;

private:
    void setLeft(std::int64_t baseNs, double offsetNs);
    void clamp();

    TimeRange m_limits{{0}, {1000}};
    std::int64_t m_originNs = 0;
    double m_fraction = 0.0;
    double m_nsPerPx = 1.0;
    double m_widthPx = 1000.0;
};

} // namespace longpole::timeline
