// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TrackLoader: loads what the timeline shows, off the GUI thread: the level of detail of every
// track first, then the slices of those that are looked at closely. Loaded slices take at most
// kSliceBytes, or what the tracks in use (in view, pinned, selected) take if that is more; the ones
// in view longest ago are given back, and loaded again when they are next looked at. Rows of
// threads without their Python frames stay and don't count.
#pragma once

#include "core/timeline/slice_budget.h"

#include <QObject>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace longpole::timeline_ui {

class TrackLoader : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t kSliceBytes = std::size_t{256} << 20U;

    TrackLoader(std::shared_ptr<timeline::TimelineData> data, QObject* parent,
                std::size_t sliceBytes = kSliceBytes);
    ~TrackLoader() override; // stops and waits

    // `wanted`: these tracks' slices next, instead of what was wanted before. `used`: in view,
    // pinned or selected, the wanted ones among them.
    void want(std::vector<TrackId> wanted, std::vector<TrackId> used);
    // No work is left, and all of it was told. GUI thread.
    bool idle() const { return m_idle && !m_pending; }
    bool coarseDone() const { return m_coarseDone; }

signals:
    void progressed(); // at most one pending at a time; more was loaded

private:
    void work(const std::stop_token& stop);
    void trim();
    void notify();
    void tell();

    std::shared_ptr<timeline::TimelineData> m_data;
    std::mutex m_budgetMutex;
    timeline::SliceBudget m_budget;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::vector<TrackId> m_wanted;
    std::vector<TrackId> m_used; // told last …
    bool m_usedIsNew = false; // … and not to the budget yet
    std::atomic<bool> m_pending{false};
    std::atomic<bool> m_idle{false};
    std::atomic<bool> m_coarseDone{false};
    std::jthread m_thread; // last
};

} // namespace longpole::timeline_ui
