// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/ribbon_painter.h"

#include <algorithm>
#include <cmath>

namespace longpole::compare {

namespace {

constexpr double kOneSided = 0.42; // of the strip's height: how far added and removed reach
constexpr int kStripe = 6; // device pixels at scale 1, of patterns

struct Ink
{
    int red = 0;
    int green = 0;
    int blue = 0;
    double alpha = 1; // 0..1
};

void blend(QRgb& pixel, const Ink& ink, double coverage)
{
    const int a = static_cast<int>(std::lround(256.0 * ink.alpha * coverage));
    const int b = 256 - a;
    pixel = qRgb((ink.red * a + qRed(pixel) * b) >> 8, (ink.green * a + qGreen(pixel) * b) >> 8,
                 (ink.blue * a + qBlue(pixel) * b) >> 8);
}

// Whether a pixel of a patterned ribbon is drawn: kinds are told apart without their colour.
bool inPattern(Change kind, int x, int y, int stripe)
{
    const auto on = [stripe](int v) { return ((v % stripe) + stripe) % stripe < (stripe + 1) / 2; };
    switch (kind) {
    case Change::Removed:
        return on(x + y);
    case Change::Added:
        return on(x - y);
    case Change::Fused:
    case Change::Split:
        return on(y);
    case Change::Replaced:
        return on(x + y) != on(x - y);
    case Change::Matched:
        break;
    }
    return true;
}

class Painter
{
public:
    Painter(QImage& image, double scale)
        : m_image(image)
        , m_scale(scale)
        , m_stripe(std::max(3, static_cast<int>(kStripe * scale)))
    { }

    void draw(const Ribbon& r, const Ink& ink)
    {
        const int height = m_image.height();
        const int width = m_image.width();
        int from = 0;
        int to = height;
        if (r.kind == Change::Removed) {
            to = static_cast<int>(height * kOneSided);
        } else if (r.kind == Change::Added) {
            from = height - static_cast<int>(height * kOneSided);
        }
        const double reach = std::max({r.top1, r.bottom1}) * m_scale;
        if (reach < 0 || std::min(r.top0, r.bottom0) * m_scale > width) {
            return;
        }
        for (int y = from; y < to; ++y) {
            const double t = (y + 0.5) / height;
            // What has one side only ends in a point at the end of its reach.
            const double ease = r.kind == Change::Removed ? std::min(1.0, t / kOneSided)
                : r.kind == Change::Added ? 1.0 - std::min(1.0, (1.0 - t) / kOneSided)
                                          : ribbonEase(t);
            row(y, (r.top0 + (r.bottom0 - r.top0) * ease) * m_scale,
                (r.top1 + (r.bottom1 - r.top1) * ease) * m_scale, r.kind, ink);
        }
    }

private:
    void row(int y, double x0, double x1, Change kind, const Ink& ink)
    {
        const double right = m_image.width();
        x0 = std::clamp(x0, 0.0, right);
        x1 = std::clamp(x1, 0.0, right);
        auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
        const int first = static_cast<int>(x0);
        const int last = std::min(static_cast<int>(std::ceil(x1)), m_image.width());
        for (int x = first; x < last; ++x) {
            const double covered = std::min(x1, x + 1.0) - std::max(x0, static_cast<double>(x));
            if (covered > 0 && inPattern(kind, x, y, m_stripe)) {
                blend(line[x], ink, covered);
            }
        }
    }

    QImage& m_image;
    double m_scale;
    int m_stripe;
};

Ink inkOf(const Ribbon& r, const theme::Theme& theme)
{
    const bool oneSided = r.kind == Change::Added || r.kind == Change::Removed;
    // Something more is time lost, something less time gained.
    const QColor colour = oneSided ? (r.kind == Change::Added ? theme.slower : theme.faster)
                                   : changeColour(r.change, theme);
    const double strength = std::abs(static_cast<double>(r.change));
    const double alpha = oneSided ? 0.85 : std::clamp(0.3 + 0.9 * strength, 0.3, 0.85);
    return {colour.red(), colour.green(), colour.blue(), alpha};
}

} // namespace

QColor changeColour(float change, const theme::Theme& theme)
{
    constexpr float kFull = 0.5F; // log2: 41 % slower, 29 % faster
    const float share = std::clamp(std::abs(change) / kFull, 0.0F, 1.0F);
    const QColor& to = change < 0 ? theme.faster : theme.slower;
    const QColor& from = theme.dimText;
    const auto mix = [share](int a, int b) {
        return static_cast<int>(
            std::lround(static_cast<float>(a) + share * static_cast<float>(b - a)));
    };
    return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
}

void paintRibbons(QImage& image, const RibbonScene& scene, double scale, std::uint32_t selected,
                  const theme::Theme& theme)
{
    Painter painter(image, scale);
    const Ribbon* chosen = nullptr;
    for (const Ribbon& r : scene.ribbons) {
        if (selected != kNoPair && r.pair == selected) {
            chosen = &r;
        } else {
            painter.draw(r, inkOf(r, theme));
        }
    }
    if (chosen != nullptr) {
        const QColor& outline = theme.selectionOutline;
        Ribbon wide = *chosen;
        wide.kind = wide.kind == Change::Added || wide.kind == Change::Removed ? wide.kind
                                                                               : Change::Matched;
        wide.top0 -= 1.5;
        wide.top1 += 1.5;
        wide.bottom0 -= 1.5;
        wide.bottom1 += 1.5;
        painter.draw(wide, {outline.red(), outline.green(), outline.blue(), 1.0});
        Ribbon inside = *chosen;
        inside.kind = wide.kind;
        painter.draw(inside, {theme.window.red(), theme.window.green(), theme.window.blue(), 1.0});
        Ink ink = inkOf(*chosen, theme);
        const double strength = std::abs(static_cast<double>(chosen->change));
        ink.alpha = std::max(ink.alpha, 0.6 + 0.4 * std::min(1.0, 2 * strength));
        painter.draw(*chosen, ink);
    }
}

} // namespace longpole::compare
