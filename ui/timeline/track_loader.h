// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TrackLoader: loads what the timeline shows, off the GUI thread: the level of detail of every
// track first, then the slices of those that are looked at closely.
#pragma once

#include "core/timeline/track_data.h"

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
    TrackLoader(std::shared_ptr<timeline::TimelineData> data, QObject* parent);
    ~TrackLoader() override; // stops and waits

    // These tracks' slices next, instead of what was wanted before.
    void want(std::vector<TrackId> tracks);
    // No work is left, and all of it was told. GUI thread.
    bool idle() const { return m_idle && !m_pending; }
    bool coarseDone() const { return m_coarseDone; }

signals:
    void progressed(); // at most one pending at a time; more was loaded

private:
    void work(const std::stop_token& stop);
    void notify();
    void tell();

    std::shared_ptr<timeline::TimelineData> m_data;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::vector<TrackId> m_wanted;
    std::atomic<bool> m_pending{false};
    std::atomic<bool> m_idle{false};
    std::atomic<bool> m_coarseDone{false};
    std::jthread m_thread; // last
};

} // namespace longpole::timeline_ui
