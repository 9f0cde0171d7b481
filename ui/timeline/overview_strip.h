// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The strip on top: the whole trace at once, and the window the lanes show of it.
#pragma once

#include "core/timeline/scene.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/timeline/lane_palette.h"

#include <QImage>
#include <QPainter>

namespace longpole::timeline_ui {

class OverviewStrip
{
public:
    enum class Grip : std::uint8_t
    {
        None,
        Begin,
        End,
        Window
    };

    // Repaints the picture of the whole trace: one thin band per busy lane.
    void render(const timeline::TimelineData& data, QSize size, qreal dpr,
                const LanePalette& palette, const timeline::SceneBuilder& builder);
    void clear() { m_image = {}; }
    struct Marks
    {
        std::optional<TimeRange> range;
        const std::vector<session::Bookmark>& bookmarks;
    };
    void paint(QPainter& painter, const QRect& rect, const timeline::Viewport& shown,
               const Marks& marks, const theme::Theme& theme) const;

    // What a press at x of the strip would take hold of.
    Grip gripAt(double x, const timeline::Viewport& shown) const;
    double xOf(TimeNs time) const { return m_whole.xOf(time); }
    TimeNs timeAt(double x) const { return m_whole.timeAt(x); }
    double nsPerPx() const { return m_whole.nsPerPx(); }

private:
    static constexpr double kGripPx = 5.0;
    static constexpr std::size_t kMaxBands = 18;

    timeline::Viewport m_whole; // logical pixels
    timeline::Scene m_scene;
    QImage m_image;
};

} // namespace longpole::timeline_ui
