// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// OKLab (Björn Ottosson, 2020): a colour space in which equal distances look about equal.
#pragma once

#include <QColor>

namespace longpole::theme {

struct OkLab
{
    double lightness = 0; // 0 black .. 1 white
    double a = 0;
    double b = 0;
};

// sRGB 0..1 ↔ linear light.
double linearOf(double srgb);
double srgbOf(double linear);

OkLab toOkLab(const QColor& colour);
// Clipped to what sRGB can show.
QColor fromOkLab(const OkLab& colour);
// Euclidean; about 0.02 is just noticeable.
double distance(const OkLab& a, const OkLab& b);

} // namespace longpole::theme
