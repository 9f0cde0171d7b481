// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Waterfall: parts that sum to a whole, each bar beginning where the one before ended. A click (or
// Enter on the current bar) chooses a part.
#pragma once

#include <QRgb>
#include <QString>
#include <QWidget>

#include <cstdint>
#include <vector>

namespace longpole::charts {

struct WaterfallPart
{
    QString label;
    std::int64_t ns = 0;
    QRgb colour = 0;
};

class Waterfall : public QWidget
{
    Q_OBJECT

public:
    explicit Waterfall(QWidget* parent = nullptr);
    void setParts(std::vector<WaterfallPart> parts, std::int64_t wholeNs);
    const std::vector<WaterfallPart>& parts() const { return m_parts; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, kRow}; }

signals:
    void chosen(int part);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    static constexpr int kRow = 20;
    int partAt(int y) const;

    std::vector<WaterfallPart> m_parts;
    std::int64_t m_wholeNs = 1;
    int m_hovered = -1;
    int m_current = -1;
};

// The same parts as one bar, end to end, to be set beside others of the same scale.
class StackBar : public QWidget
{
    Q_OBJECT

public:
    explicit StackBar(QWidget* parent = nullptr);
    // scaleNs: what the full width stands for. uncertainNs: how much shorter it may be (hatched).
    void setParts(std::vector<WaterfallPart> parts, std::int64_t scaleNs,
                  std::int64_t uncertainNs = 0);
    QSize sizeHint() const override { return {240, 16}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    std::vector<WaterfallPart> m_parts;
    std::int64_t m_scaleNs = 1;
    std::int64_t m_uncertainNs = 0;
};

} // namespace longpole::charts
