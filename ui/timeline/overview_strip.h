// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The strip on top: the whole trace at once, and the window the lanes show of it. Along its lower
// edge the stalls of all devices, once they are known: as high as the worst device is idle there,
// in the colour of what idles it longest.
#pragma once

#include "core/timeline/scene.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/timeline/lane_palette.h"
#include "ui/timeline/path_marks.h"

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

    static constexpr int kStallHeight = 7; // logical pixels of the stalls

    struct Look
    {
        const LanePalette& palette;
        qreal dpr = 1.0;
    };
    // Repaints the picture of the whole trace: one thin band per busy lane, and the stalls if there
    // are `answers` (may be null).
    void render(const timeline::TimelineData& data, const PathMarks* answers, QSize size,
                const Look& look, const timeline::SceneBuilder& builder);
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

    void renderStalls(const timeline::TimelineData& data, const PathMarks& answers,
                      const Look& look, const timeline::SceneBuilder& builder);

    timeline::Viewport m_whole; // logical pixels
    timeline::Scene m_scene;
    QImage m_image;
    QImage m_stalls; // null: none known
};

} // namespace longpole::timeline_ui
