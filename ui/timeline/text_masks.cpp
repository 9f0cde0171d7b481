// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/text_masks.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace longpole::timeline_ui {

void TextMasks::setFont(const QFont& font, qreal dpr)
{
    if (font != m_font || dpr != m_dpr) {
        m_font = font;
        m_dpr = dpr;
        m_masks.clear();
    }
}

void TextMasks::nextFrame()
{
    ++m_frame;
    if (m_masks.size() > kMaxMasks) {
        std::erase_if(m_masks,
                      [&](const auto& entry) { return m_frame - entry.second.lastUsed > 2; });
    }
}

const TextMask& TextMasks::get(StringId name, const std::function<QString()>& text)
{
    const auto [it, isNew] = m_masks.try_emplace(name.value);
    TextMask& mask = it->second;
    mask.lastUsed = m_frame;
    if (!isNew) {
        return mask;
    }
    const QFontMetricsF metrics(m_font);
    // Cut before shaping: names of 400 characters are common.
    const QString shown = text().left(kMaxWidth / 3);
    const qreal width = std::min<qreal>(kMaxWidth, metrics.horizontalAdvance(shown) + 1.0);
    mask.width = static_cast<int>(std::ceil(width * m_dpr));
    mask.height = static_cast<int>(std::ceil(metrics.height() * m_dpr));
    if (mask.width <= 0 || shown.isEmpty()) {
        mask.width = 0;
        return mask;
    }
    QImage image(mask.width, mask.height, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(m_dpr);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setFont(m_font);
    painter.setPen(Qt::white);
    painter.drawText(QPointF(0, metrics.ascent()), shown);
    painter.end();
    mask.alpha.resize(static_cast<std::size_t>(mask.width) * static_cast<std::size_t>(mask.height));
    for (int y = 0; y < mask.height; ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        auto* out = mask.alpha.data() + static_cast<std::ptrdiff_t>(y) * mask.width;
        std::transform(line, line + mask.width, out,
                       [](QRgb p) { return static_cast<std::uint8_t>(qAlpha(p)); });
    }
    return mask;
}

} // namespace longpole::timeline_ui
