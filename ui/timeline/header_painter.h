// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Lane headers: arrow, name, busy share; in the same widget as the lanes, so always aligned.
#pragma once

#include "ui/theme/theme.h"
#include "ui/timeline/view_geometry.h"

#include <QPainter>

namespace longpole::timeline_ui {

struct HeaderLook
{
    timeline::LaneKey hovered;
    timeline::LaneKey selected; // lane of the selection
    bool anyHovered = false;
};

void paintHeaders(QPainter& painter, const ViewGeometry& geometry,
                  const timeline::LaneLayout& layout, const HeaderLook& look,
                  const theme::Theme& theme);
// Whether this point of a header is its fold arrow.
bool onArrow(const ViewGeometry& geometry, const timeline::Lane& lane, QPoint at);
// What the header says in full, for a tooltip.
QString headerText(const timeline::Lane& lane);

} // namespace longpole::timeline_ui
