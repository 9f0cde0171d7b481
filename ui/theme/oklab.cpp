// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/oklab.h"

#include <algorithm>
#include <cmath>

namespace longpole::theme {

double linearOf(double srgb)
{
    return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4);
}

double srgbOf(double linear)
{
    return linear <= 0.0031308 ? linear * 12.92 : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

OkLab toOkLab(const QColor& colour)
{
    const double r = linearOf(colour.redF());
    const double g = linearOf(colour.greenF());
    const double b = linearOf(colour.blueF());
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

QColor fromOkLab(const OkLab& colour)
{
    const double l =
        std::pow(colour.lightness + 0.3963377774 * colour.a + 0.2158037573 * colour.b, 3);
    const double m =
        std::pow(colour.lightness - 0.1055613458 * colour.a - 0.0638541728 * colour.b, 3);
    const double s =
        std::pow(colour.lightness - 0.0894841775 * colour.a - 1.2914855480 * colour.b, 3);
    const auto channel = [](double linear) {
        return static_cast<int>(std::lround(255 * srgbOf(std::clamp(linear, 0.0, 1.0))));
    };
    return {channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
            channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
            channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

double distance(const OkLab& a, const OkLab& b)
{
    return std::sqrt(std::pow(a.lightness - b.lightness, 2) + std::pow(a.a - b.a, 2)
                     + std::pow(a.b - b.b, 2));
}

} // namespace longpole::theme
