// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/histogram.h"

#include "ui/session/format.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace longpole::charts {
namespace {

double niceStep(double raw)
{
    const double power = std::pow(10, std::floor(std::log10(raw)));
    return (raw / power > 5 ? 10 : raw / power > 2 ? 5 : raw / power > 1 ? 2 : 1) * power;
}

// Ticks at 1, 2, 5 × 10^k of a time unit, written with it.
QSharedPointer<QCPAxisTickerText> durationTicks(double lowNs, double highNs, bool logarithmic)
{
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    const double span = highNs - lowNs;
    if (logarithmic) {
        const bool wide = std::log10(highNs / lowNs) > 3;
        for (double decade = std::pow(10, std::floor(std::log10(lowNs))); decade <= highNs;
             decade *= 10) {
            for (const double m : {1.0, 3.0}) {
                const double v = decade * m;
                if (v >= lowNs && v <= highNs && (m == 1.0 || !wide)) {
                    ticker->addTick(v, session::humanDuration(std::llround(v)));
                }
            }
        }
    } else if (span > 0) {
        const double step = niceStep(span / 3);
        // As many decimals of the unit of the largest as the step asks for.
        const double unit = highNs >= 1e9 ? 1e9 : highNs >= 1e6 ? 1e6 : highNs >= 1e3 ? 1e3 : 1;
        const char* name = unit >= 1e9 ? "s" : unit >= 1e6 ? "ms" : unit >= 1e3 ? "µs" : "ns";
        const int decimals =
            std::clamp(static_cast<int>(std::ceil(-std::log10(step / unit) - 1e-9)), 0, 6);
        for (double v = std::ceil(lowNs / step) * step; v <= highNs; v += step) {
            ticker->addTick(v,
                            QStringLiteral("%1 %2")
                                .arg(v / unit, 0, 'f', decimals)
                                .arg(QString::fromUtf8(name)));
        }
    }
    return ticker;
}

void styleAxis(QCPAxis* axis, const theme::Theme& colours, const QFont& font)
{
    axis->setBasePen(QPen(colours.separator));
    axis->setTickPen(QPen(colours.separator));
    axis->setSubTicks(false);
    axis->setTickLabelColor(colours.dimText);
    axis->setTickLabelFont(font);
    axis->grid()->setPen(QPen(colours.separator, 0));
    axis->grid()->setZeroLinePen(QPen(colours.separator, 0));
}

} // namespace

Histogram::Histogram(QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    setMinimumHeight(120);
    setAccessibleName(tr("Histogram of durations"));
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setAttribute(Qt::WA_TransparentForMouseEvents);
    clear();
}

Histogram::~Histogram() = default;

void Histogram::clear()
{
    m_bins = {};
    m_markedNs.reset();
    paintPlot();
}

void Histogram::show(const DurationBins& bins, std::optional<std::int64_t> markedNs)
{
    m_bins = bins;
    m_markedNs = markedNs;
    setAccessibleDescription(tr("%1 slices, median %2, longest %3")
                                 .arg(session::groupedCount(static_cast<qint64>(bins.total)),
                                      session::humanDuration(bins.medianNs),
                                      session::humanDuration(bins.longestNs)));
    paintPlot();
}

void Histogram::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        paintPlot();
    }
}

void Histogram::paintPlot()
{
    const theme::Theme& colours = theme::current();
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_plot->setBackground(QBrush(colours.window));
    styleAxis(m_plot->xAxis, colours, font());
    styleAxis(m_plot->yAxis, colours, font());
    m_plot->xAxis->grid()->setVisible(false);
    m_plot->setVisible(!m_bins.counts.empty());
    if (m_bins.counts.empty()) {
        return;
    }
    QCPAxis* x = m_plot->xAxis;
    x->setScaleType(m_bins.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    const double low = m_bins.edges.front();
    const double high = m_bins.edges.back();
    x->setRange(low, high);
    x->setTicker(durationTicks(low, high, m_bins.logarithmic));
    const auto most =
        static_cast<double>(*std::max_element(m_bins.counts.begin(), m_bins.counts.end()));
    m_plot->yAxis->setRange(0, most * 1.08);
    QSharedPointer<QCPAxisTickerFixed> counts(new QCPAxisTickerFixed);
    counts->setTickStep(std::max(1.0, niceStep(most / 2)));
    m_plot->yAxis->setTicker(counts);
    m_plot->yAxis->setNumberFormat(QStringLiteral("gb"));
    for (std::size_t i = 0; i < m_bins.counts.size(); ++i) {
        if (m_bins.counts[i] == 0) {
            continue;
        }
        auto* box = new QCPItemRect(m_plot); // bars of equal pixel width also on a log axis
        box->setAntialiased(false); // upright edges; smoothing costs milliseconds
        box->setPen(Qt::NoPen);
        QColor fill = colours.counter;
        fill.setAlpha(170);
        box->setBrush(fill);
        box->topLeft->setCoords(m_bins.edges[i], static_cast<double>(m_bins.counts[i]));
        box->bottomRight->setCoords(m_bins.edges[i + 1], 0);
    }
    if (m_markedNs) {
        auto* line = new QCPItemStraightLine(m_plot);
        line->setPen(QPen(colours.selectionOutline, 1.5));
        const auto at = static_cast<double>(*m_markedNs);
        line->point1->setCoords(at, 0);
        line->point2->setCoords(at, 1);
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

} // namespace longpole::charts
