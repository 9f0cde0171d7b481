// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/frame_pool.h"

#include "core/base/thread_pool.h"

#include <algorithm>

namespace longpole::timeline_ui {

FramePool::FramePool(std::size_t threads)
{
    const std::size_t total = threads == 0 ? std::min<std::size_t>(4, workerCount()) : threads;
    for (std::size_t i = 1; i < total; ++i) {
        m_threads.emplace_back([this](const std::stop_token& stop) { work(stop); });
    }
}

FramePool::~FramePool()
{
    for (std::jthread& t : m_threads) {
        t.request_stop();
    }
}

void FramePool::takePieces()
{
    for (std::size_t i = m_next++; i < m_count; i = m_next++) {
        (*m_body)(i);
    }
}

void FramePool::run(std::size_t count, const std::function<void(std::size_t)>& body)
{
    if (m_threads.empty() || count < 2) {
        for (std::size_t i = 0; i < count; ++i) {
            body(i);
        }
        return;
    }
    {
        const std::lock_guard lock(m_mutex);
        m_body = &body;
        m_count = count;
        m_next = 0;
        ++m_round;
        m_active = m_threads.size();
    }
    m_wake.notify_all();
    takePieces();
    std::unique_lock lock(m_mutex);
    m_done.wait(lock, [&] { return m_active == 0; });
    m_body = nullptr;
}

void FramePool::work(const std::stop_token& stop)
{
    std::size_t seen = 0;
    std::unique_lock lock(m_mutex);
    while (m_wake.wait(lock, stop, [&] { return m_round != seen; })) {
        seen = m_round;
        lock.unlock();
        takePieces();
        lock.lock();
        if (--m_active == 0) {
            m_done.notify_one();
        }
    }
}

} // namespace longpole::timeline_ui
