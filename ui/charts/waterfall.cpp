// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/waterfall.h"

#include "ui/session/format.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>

namespace longpole::charts {

namespace {

double shareOf(std::int64_t ns, std::int64_t whole)
{
    return static_cast<double>(ns) / static_cast<double>(std::max<std::int64_t>(1, whole));
}

} // namespace

Waterfall::Waterfall(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
}

void Waterfall::setParts(std::vector<WaterfallPart> parts, std::int64_t wholeNs)
{
    m_parts = std::move(parts);
    m_wholeNs = std::max<std::int64_t>(1, wholeNs);
    m_hovered = -1;
    m_current = m_parts.empty() ? -1 : 0;
    setMinimumHeight(static_cast<int>(m_parts.size()) * kRow + 4);
    updateGeometry();
    update();
}

QSize Waterfall::sizeHint() const
{
    return {420, static_cast<int>(m_parts.size()) * kRow + 4};
}

int Waterfall::partAt(int y) const
{
    const int part = (y - 2) / kRow;
    return y >= 2 && part < static_cast<int>(m_parts.size()) ? part : -1;
}

void Waterfall::paintEvent(QPaintEvent*)
{
    const theme::Theme& colours = theme::current();
    QPainter painter(this);
    const QFontMetrics metrics = fontMetrics();
    int names = 0;
    for (const WaterfallPart& part : m_parts) {
        names = std::max(names, metrics.horizontalAdvance(part.label));
    }
    names = std::min(names, width() * 2 / 5);
    const int times = metrics.horizontalAdvance(QStringLiteral("88.88 ms")) + 8;
    const int shares = metrics.horizontalAdvance(QStringLiteral("88.888 %")) + 8;
    const int values = times + shares;
    const int left = 8 + names + 12;
    const double room = std::max(20, width() - left - values - 12);
    std::int64_t before = 0;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const WaterfallPart& part = m_parts[i];
        const QRect row(0, 2 + static_cast<int>(i) * kRow, width(), kRow);
        const bool current = static_cast<int>(i) == m_current && hasFocus();
        if (static_cast<int>(i) == m_hovered || current) {
            painter.fillRect(row, colours.panelAlternate);
        }
        painter.setPen(colours.text);
        painter.drawText(QRect(8, row.top(), names, kRow), Qt::AlignVCenter | Qt::AlignLeft,
                         metrics.elidedText(part.label, Qt::ElideMiddle, names));
        const double x0 = left + room * shareOf(before, m_wholeNs);
        const double wide = std::max(2.0, room * shareOf(part.ns, m_wholeNs));
        painter.fillRect(QRectF(left, row.top() + 6, room, kRow - 12), colours.panelAlternate);
        painter.fillRect(QRectF(x0, row.top() + 4, wide, kRow - 8), QColor(part.colour));
        before += part.ns;
        if (i + 1 < m_parts.size()) { // where the next one begins
            painter.fillRect(
                QRectF(left + room * shareOf(before, m_wholeNs), row.bottom() - 3, 1, 8),
                colours.separator);
        }
        painter.setPen(colours.dimText);
        painter.drawText(QRect(width() - values - 4, row.top(), times, kRow),
                         Qt::AlignVCenter | Qt::AlignRight, session::humanDuration(part.ns));
        painter.drawText(QRect(width() - shares - 4, row.top(), shares, kRow),
                         Qt::AlignVCenter | Qt::AlignRight,
                         session::percent(shareOf(part.ns, m_wholeNs)));
        if (current) {
            painter.setPen(QPen(colours.counter, 1));
            painter.drawRect(row.adjusted(0, 0, -1, -1));
        }
    }
}

void Waterfall::mousePressEvent(QMouseEvent* event)
{
    if (const int part = partAt(static_cast<int>(event->position().y())); part >= 0) {
        m_current = part;
        update();
        emit chosen(part);
    }
}

void Waterfall::mouseMoveEvent(QMouseEvent* event)
{
    const int part = partAt(static_cast<int>(event->position().y()));
    if (part != m_hovered) {
        m_hovered = part;
        setCursor(part >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        setToolTip(part >= 0 ? m_parts[static_cast<std::size_t>(part)].label + QLatin1Char('\n')
                           + session::exactDuration(m_parts[static_cast<std::size_t>(part)].ns)
                             : QString());
        update();
    }
}

void Waterfall::leaveEvent(QEvent*)
{
    m_hovered = -1;
    update();
}

void Waterfall::keyPressEvent(QKeyEvent* event)
{
    const int last = static_cast<int>(m_parts.size()) - 1;
    if (event->key() == Qt::Key_Down && m_current < last) {
        ++m_current;
    } else if (event->key() == Qt::Key_Up && m_current > 0) {
        --m_current;
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
               && m_current >= 0) {
        emit chosen(m_current);
    } else {
        QWidget::keyPressEvent(event);
        return;
    }
    if (m_current >= 0) {
        const WaterfallPart& part = m_parts[static_cast<std::size_t>(m_current)];
        setAccessibleDescription(part.label + QLatin1Char(' ') + session::humanDuration(part.ns));
    }
    update();
}

void Waterfall::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void Waterfall::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

StackBar::StackBar(QWidget* parent)
    : QWidget(parent)
{
    setFixedHeight(16);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StackBar::setParts(std::vector<WaterfallPart> parts, std::int64_t scaleNs,
                        std::int64_t uncertainNs)
{
    m_parts = std::move(parts);
    m_scaleNs = std::max<std::int64_t>(1, scaleNs);
    m_uncertainNs = uncertainNs;
    update();
}

void StackBar::paintEvent(QPaintEvent*)
{
    const theme::Theme& colours = theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath clip;
    clip.addRoundedRect(QRectF(rect()), 3, 3);
    painter.setClipPath(clip);
    painter.fillRect(rect(), colours.panelAlternate);
    double x = 0;
    for (const WaterfallPart& part : m_parts) {
        const double wide = width() * shareOf(part.ns, m_scaleNs);
        painter.fillRect(QRectF(x, 0, wide, height()), QColor(part.colour));
        x += wide;
    }
    if (m_uncertainNs > 0) {
        const double wide = width() * shareOf(m_uncertainNs, m_scaleNs);
        painter.fillRect(QRectF(x - wide, 0, wide, height()),
                         QBrush(colours.text, Qt::BDiagPattern));
    }
}

bool StackBar::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        double x = 0;
        for (const WaterfallPart& part : m_parts) {
            const double wide = width() * shareOf(part.ns, m_scaleNs);
            if (help->pos().x() >= x && help->pos().x() < x + wide) {
                QToolTip::showText(
                    help->globalPos(),
                    part.label + QStringLiteral(": ") + session::humanDuration(part.ns), this);
                return true;
            }
            x += wide;
        }
        QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace longpole::charts
