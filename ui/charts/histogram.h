// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Histogram: how the durations of one name are spread, with the selected one marked.
#pragma once

#include <QString>
#include <QWidget>

#include <cstdint>
#include <optional>
#include <vector>

class QCustomPlot;

namespace longpole::charts {

// Bins of equal width, on a logarithmic scale of time when the spread asks for it.
struct DurationBins
{
    bool logarithmic = false;
    std::vector<double> edges; // ns, counts.size() + 1
    std::vector<std::uint64_t> counts;
    std::uint64_t total = 0;
    std::int64_t shortestNs = 0;
    std::int64_t medianNs = 0;
    std::int64_t longestNs = 0;
    std::int64_t sumNs = 0;
};

// Pure; any thread. `durationsNs` is reordered.
DurationBins binDurations(std::vector<std::int64_t>& durationsNs);

class Histogram : public QWidget
{
    Q_OBJECT

public:
    explicit Histogram(QWidget* parent = nullptr);
    ~Histogram() override;
    void show(const DurationBins& bins, std::optional<std::int64_t> markedNs);
    void clear();

protected:
    void changeEvent(QEvent* event) override;

private:
    void paintPlot();

    QCustomPlot* m_plot;
    DurationBins m_bins;
    std::optional<std::int64_t> m_markedNs;
};

} // namespace longpole::charts
