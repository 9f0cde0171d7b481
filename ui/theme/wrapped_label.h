// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// WrappedLabel: text over several lines that takes the width it gets. A label whose text can be
// selected breaks its lines anew for each question of its layout, and layouts ask many times; this
// one remembers its answers, and has no width of its own that it would try out. GUI thread.
#pragma once

#include <QEvent>
#include <QLabel>

#include <algorithm>
#include <utility>
#include <vector>

namespace longpole::theme {

class WrappedLabel : public QLabel
{
public:
    explicit WrappedLabel(QWidget* parent = nullptr)
        : QLabel(parent)
    {
        setWordWrap(true);
    }
    int heightForWidth(int width) const override
    {
        constexpr std::size_t kMostWidths = 8;
        if (text() != m_text || m_heights.size() > kMostWidths) {
            m_heights.clear();
            m_text = text();
        }
        const auto known = std::find_if(m_heights.begin(), m_heights.end(),
                                        [width](const auto& one) { return one.first == width; });
        if (known != m_heights.end()) {
            return known->second;
        }
        const int height = QLabel::heightForWidth(width);
        m_heights.emplace_back(width, height);
        return height;
    }
    // Its height depends on the width alone, and that the layout tells.
    QSize sizeHint() const override { return {160, fontMetrics().height()}; }
    QSize minimumSizeHint() const override { return {0, fontMetrics().height()}; }

protected:
    void changeEvent(QEvent* event) override
    {
        m_heights.clear(); // another font, another style
        QLabel::changeEvent(event);
    }

private:
    mutable QString m_text; // that the heights are of
    mutable std::vector<std::pair<int, int>> m_heights; // by width
};

} // namespace longpole::theme
