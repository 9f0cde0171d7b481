// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// ChangeWaterfall: from one whole to another: a bar for the whole before, one floating bar for each
// part by which it shrank or grew, a bar for the whole after. Shrinking and growing are told apart
// by sign and arrow as well as by colour.
#pragma once

#include <QRgb>
#include <QString>
#include <QWidget>

#include <cstdint>
#include <vector>

namespace longpole::charts {

struct ChangePart
{
    QString label;
    std::int64_t beforeNs = 0;
    std::int64_t afterNs = 0;
    QRgb colour = 0; // what it is

    std::int64_t deltaNs() const { return afterNs - beforeNs; }
};

class ChangeWaterfall : public QWidget
{
    Q_OBJECT

public:
    explicit ChangeWaterfall(QWidget* parent = nullptr);
    // The parts' differences add up to afterNs - beforeNs.
    void setParts(std::vector<ChangePart> parts, std::int64_t beforeNs, std::int64_t afterNs);
    const std::vector<ChangePart>& parts() const { return m_parts; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {220, 60}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    static constexpr int kRow = 20;
    struct Columns;
    void paintRow(QPainter& painter, const Columns& columns, int row, const QString& label,
                  std::int64_t from, std::int64_t to, QColor colour, bool whole) const;
    double xOf(std::int64_t ns, const Columns& columns) const;

    std::vector<ChangePart> m_parts;
    std::int64_t m_beforeNs = 0;
    std::int64_t m_afterNs = 0;
    std::int64_t m_low = 0; // the axis
    std::int64_t m_high = 1;
};

} // namespace longpole::charts
