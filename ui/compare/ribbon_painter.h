// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Ribbons into pixels: line by line and blended, since polygons with soft edges cost ten times as
// much.
#pragma once

#include "ui/compare/ribbon_scene.h"
#include "ui/theme/theme.h"

#include <QColor>
#include <QImage>

namespace longpole::compare {

// Grey where nothing changed, then more and more of the theme's colour for its direction.
QColor changeColour(float change, const theme::Theme& theme);

// image: the strip's lanes, in device pixels (RGB32), `scale` of them per pixel of the scene.
// selected is drawn last and in full strength.
void paintRibbons(QImage& image, const RibbonScene& scene, double scale, std::uint32_t selected,
                  const theme::Theme& theme);

} // namespace longpole::compare
