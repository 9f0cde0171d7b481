// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/change_waterfall.h"

#include "ui/session/format.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace longpole::charts {

struct ChangeWaterfall::Columns
{
    int names = 0; // width
    int left = 0; // of the bars
    double room = 0;
    int values = 0; // width
};

namespace {

QString signedDuration(std::int64_t ns)
{
    const QString sign = ns > 0 ? QStringLiteral("+") : ns < 0 ? QString(QChar(0x2212)) : QString();
    return sign + session::humanDuration(std::max(ns, -ns));
}

} // namespace

ChangeWaterfall::ChangeWaterfall(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Why the whole moved"));
}

void ChangeWaterfall::setParts(std::vector<ChangePart> parts, std::int64_t beforeNs,
                               std::int64_t afterNs)
{
    m_parts = std::move(parts);
    m_beforeNs = beforeNs;
    m_afterNs = afterNs;
    std::int64_t low = std::min(beforeNs, afterNs);
    std::int64_t high = std::max(beforeNs, afterNs);
    std::int64_t at = beforeNs;
    QString words = tr("before %1").arg(session::humanDuration(beforeNs));
    for (const ChangePart& part : m_parts) {
        at += part.deltaNs();
        low = std::min(low, at);
        high = std::max(high, at);
        words += QStringLiteral(", %1 %2").arg(part.label, signedDuration(part.deltaNs()));
    }
    setAccessibleDescription(words + tr(", after %1").arg(session::humanDuration(afterNs)));
    // Small changes of a large whole: the axis begins near what is there, and says so by a cut.
    const std::int64_t reach = high - low;
    m_low = reach > 0 && low > 3 * reach ? low - reach / 2 : 0;
    m_high = std::max(m_low + 1, high);
    setMinimumHeight((static_cast<int>(m_parts.size()) + 2) * kRow + 8);
    updateGeometry();
    update();
}

QSize ChangeWaterfall::sizeHint() const
{
    return {360, (static_cast<int>(m_parts.size()) + 2) * kRow + 8};
}

double ChangeWaterfall::xOf(std::int64_t ns, const Columns& columns) const
{
    return columns.left
        + columns.room * static_cast<double>(ns - m_low) / static_cast<double>(m_high - m_low);
}

void ChangeWaterfall::paintRow(QPainter& painter, const Columns& columns, int row,
                               const QString& label, std::int64_t from, std::int64_t to,
                               QColor colour, bool whole) const
{
    const theme::Theme& theme = theme::current();
    const int y = 4 + row * kRow;
    painter.setPen(whole ? theme.text : theme.dimText);
    painter.drawText(QRect(8, y, columns.names, kRow), Qt::AlignVCenter | Qt::AlignLeft,
                     fontMetrics().elidedText(label, Qt::ElideRight, columns.names));
    const double x0 = xOf(std::min(from, to), columns);
    const double x1 = xOf(std::max(from, to), columns);
    const QRectF bar(x0, y + 4, std::max(2.0, x1 - x0), kRow - 8);
    painter.fillRect(bar, colour);
    if (!whole && to != from) { // towards which end it goes
        const QColor direction = to < from ? theme.faster : theme.slower;
        painter.fillRect(QRectF(to < from ? x0 : bar.right() - 2, y + 2, 2, kRow - 4), direction);
    } else if (whole && m_low > 0) {
        for (const int cut : {6, 10}) { // the axis doesn't begin at 0
            painter.fillRect(QRectF(columns.left + cut, y + 3, 2, kRow - 6), theme.panel);
        }
    }
    painter.setPen(whole           ? theme.text
                       : to < from ? theme.faster
                       : to > from ? theme.slower
                                   : theme.dimText);
    painter.drawText(QRect(width() - columns.values - 8, y, columns.values, kRow),
                     Qt::AlignVCenter | Qt::AlignRight,
                     whole ? session::humanDuration(to) : signedDuration(to - from));
}

void ChangeWaterfall::paintEvent(QPaintEvent*)
{
    const theme::Theme& theme = theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    Columns columns;
    columns.names = fontMetrics().horizontalAdvance(tr("before"));
    for (const ChangePart& part : m_parts) {
        columns.names = std::max(columns.names, fontMetrics().horizontalAdvance(part.label));
    }
    columns.names = std::min(columns.names, width() * 2 / 5);
    columns.values = fontMetrics().horizontalAdvance(QStringLiteral("+8.888 ms"));
    columns.left = 8 + columns.names + 12;
    columns.room = std::max(20, width() - columns.left - columns.values - 20);
    paintRow(painter, columns, 0, tr("before"), m_low, m_beforeNs, theme.dimText, true);
    std::int64_t at = m_beforeNs;
    int row = 1;
    for (const ChangePart& part : m_parts) {
        paintRow(painter, columns, row++, part.label, at, at + part.deltaNs(), QColor(part.colour),
                 false);
        at += part.deltaNs();
    }
    paintRow(painter, columns, row, tr("after"), m_low, m_afterNs, theme.dimText, true);
}

bool ChangeWaterfall::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int row = (help->pos().y() - 4) / kRow - 1;
        QString tip;
        if (row >= 0 && row < static_cast<int>(m_parts.size())) {
            const ChangePart& part = m_parts[static_cast<std::size_t>(row)];
            tip = tr("%1: %2 → %3")
                      .arg(part.label, session::exactDuration(part.beforeNs),
                           session::exactDuration(part.afterNs));
        }
        QToolTip::showText(help->globalPos(), tip, this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace longpole::charts
