// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TextMasks: names drawn once into alpha masks and then blitted, which is several times quicker
// than asking the font engine for every label of every frame. GUI thread, or one thread at a time.
#pragma once

#include "core/base/ids.h"

#include <QFont>
#include <QString>

#include <functional>
#include <unordered_map>
#include <vector>

namespace longpole::timeline_ui {

struct TextMask
{
    int width = 0; // device pixels
    int height = 0;
    std::vector<std::uint8_t> alpha;
    std::uint32_t lastUsed = 0;
};

class TextMasks
{
public:
    // Forgets everything if font or scale differ from before.
    void setFont(const QFont& font, qreal dpr);
    void clear() { m_masks.clear(); }
    // Call once a frame: masks that were long not used are dropped when there are many.
    void nextFrame();
    // text() is called only when the mask has to be made.
    const TextMask& get(StringId name, const std::function<QString()>& text);

private:
    static constexpr std::size_t kMaxMasks = 4096;
    static constexpr int kMaxWidth = 480; // logical pixels; nothing longer is ever read in a lane

    QFont m_font;
    qreal m_dpr = 1.0;
    std::uint32_t m_frame = 0;
    std::unordered_map<std::uint32_t, TextMask> m_masks;
};

} // namespace longpole::timeline_ui
