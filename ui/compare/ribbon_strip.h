// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// RibbonStrip: what lies between the two timelines: ribbons from each operation to its partner. A
// click chooses a pair, the pointer tells of it; on the left stands what the ribbons mean.
#pragma once

#include "core/timeline/viewport.h"
#include "ui/compare/comparison.h"
#include "ui/compare/ribbon_scene.h"

#include <QImage>
#include <QWidget>

namespace longpole::compare {

class RibbonStrip : public QWidget
{
    Q_OBJECT

public:
    explicit RibbonStrip(QWidget* parent = nullptr);

    void setComparison(ComparisonPtr comparison); // null: nothing to join
    // Why there are no ribbons, where there could be some; empty: nothing to say.
    void setNote(const QString& note);
    // lanesLeft: where the lanes of both timelines begin.
    void setView(const timeline::Viewport& top, const timeline::Viewport& bottom, int lanesLeft);
    void setSelected(std::uint32_t pair);
    std::uint32_t selected() const { return m_selected; }
    const RibbonScene& scene() const { return m_scene; }

    QSize sizeHint() const override { return {600, kHeight}; }
    QSize minimumSizeHint() const override { return {200, 54}; }

signals:
    void chosen(std::uint32_t pair);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    static constexpr int kHeight = 64;
    const Ribbon* at(QPointF position) const;
    QString tipOf(const Ribbon& ribbon) const;
    void paintLegend(QPainter& painter) const;

    ComparisonPtr m_comparison;
    QString m_note;
    timeline::Viewport m_top;
    timeline::Viewport m_bottom;
    int m_lanesLeft = 0;
    std::uint32_t m_selected = kNoPair;
    RibbonScene m_scene;
    QImage m_image;
};

// "gemm: 12.3 µs → 10.1 µs (−18 %)", "… removed, 12.3 µs"; of one pair.
QString pairWords(const Comparison& comparison, std::uint32_t pair);

} // namespace longpole::compare
