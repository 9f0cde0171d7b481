// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// ZoomHistory: undo and redo of what is in view. A run of wheel notches is one step.
#pragma once

#include "core/timeline/viewport.h"

#include <optional>
#include <vector>

namespace longpole::timeline_ui {

class ZoomHistory
{
public:
    void clear()
    {
        m_undo.clear();
        m_redo.clear();
    }
    // Call before a change. merge: part of the step before, if that one was just made.
    void remember(const timeline::Viewport& before, bool merge)
    {
        if (merge && m_open && !m_undo.empty()) {
            return;
        }
        m_undo.push_back(before);
        if (m_undo.size() > kMax) {
            m_undo.erase(m_undo.begin());
        }
        m_redo.clear();
        m_open = merge;
    }
    void closeStep() { m_open = false; }
    bool canUndo() const { return !m_undo.empty(); }
    bool canRedo() const { return !m_redo.empty(); }
    std::optional<timeline::Viewport> undo(const timeline::Viewport& now)
    {
        return swap(m_undo, m_redo, now);
    }
    std::optional<timeline::Viewport> redo(const timeline::Viewport& now)
    {
        return swap(m_redo, m_undo, now);
    }

private:
    static constexpr std::size_t kMax = 200;
    std::optional<timeline::Viewport> swap(std::vector<timeline::Viewport>& from,
                                           std::vector<timeline::Viewport>& to,
                                           const timeline::Viewport& now)
    {
        m_open = false;
        if (from.empty()) {
            return std::nullopt;
        }
        const timeline::Viewport next = from.back();
        from.pop_back();
        to.push_back(now);
        return next;
    }
    std::vector<timeline::Viewport> m_undo;
    std::vector<timeline::Viewport> m_redo;
    bool m_open = false;
};

} // namespace longpole::timeline_ui
