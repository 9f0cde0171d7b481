// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/time_ruler.h"

#include "ui/session/format.h"

#include <array>
#include <cmath>
#include <utility>

namespace longpole::timeline_ui {

namespace {

struct Unit
{
    std::int64_t ns;
    const char* text;
};
constexpr std::array<Unit, 4> kUnits{
    {{1'000'000'000, "s"}, {1'000'000, "ms"}, {1'000, "µs"}, {1, "ns"}}};

} // namespace

timeline::Ruler rulerFor(const timeline::Viewport& viewport, TimeNs zero)
{
    return timeline::makeRuler(viewport, kMinTickPx, zero);
}

QString tickText(std::int64_t offsetNs, std::int64_t stepNs)
{
    if (offsetNs == 0) {
        return QStringLiteral("0");
    }
    // The largest unit in which the step has at most one decimal.
    const Unit* unit = &kUnits.back();
    for (const Unit& u : kUnits) {
        if (stepNs * 10 >= u.ns) {
            unit = &u;
            break;
        }
    }
    const bool whole = offsetNs % unit->ns == 0 && stepNs % unit->ns == 0;
    const QString number = whole
        ? QString::number(offsetNs / unit->ns)
        : QString::number(static_cast<double>(offsetNs) / static_cast<double>(unit->ns), 'f', 1);
    return number + QChar(0x202f) + QString::fromUtf8(unit->text);
}

void paintRuler(QPainter& painter, const QRect& rect, const timeline::Ruler& ruler,
                const timeline::Viewport& viewport, TimeNs zero, const theme::Theme& theme)
{
    painter.fillRect(rect, theme.header);
    painter.save();
    painter.setClipRect(rect);
    const int bottom = rect.bottom();
    int free = rect.left();
    if (ruler.relative) {
        // What the offsets count from, once, at the left.
        const QString base =
            session::humanTime({(ruler.base - zero).ns}, ruler.baseStepNs) + QStringLiteral("  +");
        painter.setPen(theme.text);
        painter.drawText(QPointF(rect.left() + 4, rect.top() + 16), base);
        free = rect.left() + 8 + painter.fontMetrics().horizontalAdvance(base);
    }
    // Minor ticks at fifths of a step.
    painter.setPen(theme.separator);
    const double minor = static_cast<double>(ruler.stepNs) / 5.0 / viewport.nsPerPx();
    if (!ruler.ticks.empty() && minor >= 8.0) {
        const double first = ruler.ticks.front().x - 5.0 * minor;
        for (int i = 0; first + i * minor < rect.width(); ++i) {
            const int x = rect.left() + static_cast<int>(std::lround(first + i * minor));
            painter.drawLine(x, bottom - 3, x, bottom);
        }
    }
    for (const timeline::Tick& tick : ruler.ticks) {
        const int x = rect.left() + static_cast<int>(std::lround(tick.x));
        painter.setPen(theme.dimText);
        painter.drawLine(x, bottom - 7, x, bottom);
        if (x + 4 >= free) {
            const QString label = (ruler.relative ? QStringLiteral("+") : QString())
                + tickText(tick.offsetNs, ruler.stepNs);
            painter.drawText(QPointF(x + 4, rect.top() + 16), label);
        }
    }
    painter.setPen(theme.separator);
    painter.drawLine(rect.left(), bottom, rect.right(), bottom);
    painter.restore();
}

} // namespace longpole::timeline_ui
