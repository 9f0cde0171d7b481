// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/ribbon_strip.h"

#include "ui/compare/ribbon_painter.h"
#include "ui/session/format.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace longpole::compare {

namespace {

QString nameOf(const Comparison& c, const Pair& p)
{
    const diff::Side& side = p.hasBefore() ? *c.diff.before : *c.diff.after;
    const auto row = side.trace->gpuOpOf(p.hasBefore() ? p.before : p.after);
    const QString name = row
        ? session::text(side.trace->string(side.trace->column(model::gpu_op::kName)[*row]))
        : QString();
    return session::shortened(session::plainKernelName(name), 60);
}

} // namespace

QString pairWords(const Comparison& comparison, std::uint32_t number)
{
    const Pair& p = comparison.pairs.all()[number];
    const QString name = nameOf(comparison, p);
    const QString before = session::humanDuration(p.costBeforeNs);
    const QString after = session::humanDuration(p.costBeforeNs + p.deltaNs);
    switch (p.change) {
    case Change::Added:
        return RibbonStrip::tr("%1: added, %2").arg(name, after);
    case Change::Removed:
        return RibbonStrip::tr("%1: removed, took %2").arg(name, before);
    case Change::Fused:
        return RibbonStrip::tr("%1: fused with others, %2 → %3").arg(name, before, after);
    case Change::Split:
        return RibbonStrip::tr("%1: split, %2 → %3").arg(name, before, after);
    case Change::Replaced:
        return RibbonStrip::tr("%1: replaced by another, %2 → %3").arg(name, before, after);
    case Change::Matched:
        break;
    }
    if (p.deltaNs == 0) {
        return RibbonStrip::tr("%1: %2, unchanged").arg(name, before);
    }
    const double share = p.costBeforeNs > 0
        ? static_cast<double>(p.deltaNs) / static_cast<double>(p.costBeforeNs)
        : 0.0;
    return RibbonStrip::tr("%1: %2 → %3 (%4%5)")
        .arg(name, before, after, p.deltaNs > 0 ? QStringLiteral("+") : QString(QChar(0x2212)),
             session::percent(std::abs(share)));
}

RibbonStrip::RibbonStrip(QWidget* parent)
    : QWidget(parent)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setAccessibleName(tr("Matched operations"));
    setAccessibleDescription(
        tr("Ribbons from operations before to their partners after; the table has the same"));
}

void RibbonStrip::setComparison(ComparisonPtr comparison)
{
    m_comparison = std::move(comparison);
    m_selected = kNoPair;
    setView(m_top, m_bottom, m_lanesLeft);
}

void RibbonStrip::setNote(const QString& note)
{
    m_note = note;
    update();
}

void RibbonStrip::setView(const timeline::Viewport& top, const timeline::Viewport& bottom,
                          int lanesLeft)
{
    m_top = top;
    m_bottom = bottom;
    m_lanesLeft = lanesLeft;
    m_scene = m_comparison ? ribbonsInView(m_comparison->pairs, m_top, m_bottom) : RibbonScene();
    update();
}

void RibbonStrip::setSelected(std::uint32_t pair)
{
    if (pair != m_selected) {
        m_selected = pair;
        update();
    }
}

void RibbonStrip::paintEvent(QPaintEvent*)
{
    const theme::Theme& theme = theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    const qreal dpr = devicePixelRatioF();
    const int lanes = static_cast<int>(std::ceil(m_top.widthPx()));
    const QSize size = QSizeF(lanes * dpr, height() * dpr).toSize();
    if (lanes > 0 && !size.isEmpty()) {
        if (m_image.size() != size) {
            m_image = QImage(size, QImage::Format_RGB32);
        }
        m_image.setDevicePixelRatio(dpr);
        m_image.fill(theme.window);
        paintRibbons(m_image, m_scene, dpr, m_selected, theme);
        painter.drawImage(m_lanesLeft, 0, m_image);
    }
    painter.fillRect(0, 0, width(), 1, theme.separator);
    painter.fillRect(0, height() - 1, width(), 1, theme.separator);
    if (!m_note.isEmpty()) {
        painter.setPen(theme.dimText);
        painter.drawText(rect().adjusted(m_lanesLeft, 0, 0, 0), Qt::AlignCenter, m_note);
    }
    if (m_lanesLeft > 120) {
        paintLegend(painter);
    }
}

// Two columns of swatches, drawn as the ribbons are.
void RibbonStrip::paintLegend(QPainter& painter) const
{
    const theme::Theme& theme = theme::current();
    struct Entry
    {
        const char* words;
        Change kind;
        float change;
    };
    static constexpr Entry kEntries[] = {{QT_TR_NOOP("faster"), Change::Matched, -1},
                                         {QT_TR_NOOP("added"), Change::Added, 0},
                                         {QT_TR_NOOP("slower"), Change::Matched, 1},
                                         {QT_TR_NOOP("removed"), Change::Removed, 0},
                                         {QT_TR_NOOP("same"), Change::Matched, 0},
                                         {QT_TR_NOOP("fused, split"), Change::Fused, 0}};
    const int line = std::max(14, std::min(18, (height() - 8) / 3));
    const int column = (m_lanesLeft - 16) / 2;
    const qreal dpr = devicePixelRatioF();
    for (int i = 0; i < 6; ++i) {
        const Entry& entry = kEntries[i];
        const int x = 8 + i % 2 * column;
        const int y = (height() - 3 * line) / 2 + i / 2 * line;
        if (y < 0) {
            continue;
        }
        constexpr int kWide = 22;
        QImage swatch(QSizeF(kWide * dpr, 10 * dpr).toSize(), QImage::Format_RGB32);
        swatch.fill(theme.window);
        // All of the swatch, not only the part that one-sided ribbons reach.
        RibbonScene scene;
        Ribbon ribbon{0, kWide, 0, kWide, entry.change, entry.kind, kNoPair, 1};
        scene.ribbons = {ribbon};
        if (entry.kind == Change::Added || entry.kind == Change::Removed) {
            scene.ribbons[0].top0 = scene.ribbons[0].bottom0 = 0;
        }
        paintRibbons(swatch, scene, dpr, kNoPair, theme);
        swatch.setDevicePixelRatio(dpr);
        painter.drawImage(x, y + (line - 10) / 2, swatch);
        painter.setPen(theme.dimText);
        painter.drawText(QRect(x + kWide + 6, y, column - kWide - 6, line),
                         Qt::AlignVCenter | Qt::AlignLeft, tr(entry.words));
    }
}

const Ribbon* RibbonStrip::at(QPointF position) const
{
    const double t = std::clamp(position.y() / std::max(1, height()), 0.0, 1.0);
    return position.x() < m_lanesLeft ? nullptr : ribbonAt(m_scene, position.x() - m_lanesLeft, t);
}

void RibbonStrip::mousePressEvent(QMouseEvent* event)
{
    const Ribbon* ribbon = event->button() == Qt::LeftButton ? at(event->position()) : nullptr;
    if (ribbon != nullptr) {
        emit chosen(ribbon->pair);
    }
}

void RibbonStrip::mouseMoveEvent(QMouseEvent* event)
{
    setCursor(at(event->position()) != nullptr ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

QString RibbonStrip::tipOf(const Ribbon& ribbon) const
{
    return m_comparison ? pairWords(*m_comparison, ribbon.pair) : QString();
}

bool RibbonStrip::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Ribbon* ribbon = at(help->pos());
        QToolTip::showText(help->globalPos(),
                           ribbon != nullptr   ? tipOf(*ribbon)
                               : m_scene.dense ? tr("Many operations: zoom in to see each")
                                               : QString(),
                           this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace longpole::compare
