// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/track_loader.h"

#include "core/base/thread_pool.h"

namespace longpole::timeline_ui {

TrackLoader::TrackLoader(std::shared_ptr<timeline::TimelineData> data, QObject* parent,
                         std::size_t sliceBytes)
    : QObject(parent)
    , m_data(std::move(data))
    , m_budget(*m_data, sliceBytes)
{
    m_thread = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

TrackLoader::~TrackLoader()
{
    m_thread.request_stop();
    m_thread.join();
}

void TrackLoader::want(std::vector<TrackId> wanted, std::vector<TrackId> used)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!wanted.empty()) {
            m_wanted = std::move(wanted);
        }
        m_usedIsNew = m_usedIsNew || used != m_used;
        m_used = std::move(used);
        if (!m_wanted.empty()) {
            m_idle = false;
        }
    }
    m_wake.notify_all();
}

void TrackLoader::trim()
{
    const std::lock_guard budgetLock(m_budgetMutex);
    {
        const std::lock_guard lock(m_mutex);
        if (m_usedIsNew) {
            m_budget.use(m_used);
            m_usedIsNew = false;
        }
    }
    m_budget.trim();
}

void TrackLoader::notify()
{
    if (!m_pending.exchange(true)) {
        QMetaObject::invokeMethod(
            this, [this] { tell(); }, Qt::QueuedConnection);
    }
}

void TrackLoader::tell()
{
    m_pending = false;
    emit progressed();
}

void TrackLoader::work(const std::stop_token& stop)
{
    const JobContext job(stop, {});
    const std::vector<TrackId> order = m_data->loadOrder();
    parallelFor(order.size(), [&](std::size_t i) {
        if (!job.cancelled()) {
            m_data->loadCoarse(order[i], job);
            trim();
            notify();
        }
    });
    m_coarseDone = true;
    // Threads with Python frames are shown without them, for which their slices are needed.
    for (const TrackId track : order) {
        if (!job.cancelled() && m_data->hasPython(track)) {
            m_data->loadSlices(track, job);
            trim();
            notify();
        }
    }
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        if (m_wanted.empty()) {
            notify(); // of what was loaded, before there is nothing left to tell
            m_idle = true;
            notify();
            if (!m_wake.wait(lock, stop, [&] { return !m_wanted.empty(); })) {
                return;
            }
        }
        const TrackId next = m_wanted.front();
        m_wanted.erase(m_wanted.begin());
        lock.unlock();
        m_data->loadSlices(next, job);
        trim();
        notify();
        lock.lock();
    }
}

} // namespace longpole::timeline_ui
