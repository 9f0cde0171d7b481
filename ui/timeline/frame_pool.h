// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// FramePool: threads that stay, for the little pieces of work of one frame (starting threads for
// each frame would cost as much as painting). Called from one thread at a time.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace longpole::timeline_ui {

class FramePool
{
public:
    // threads: in total, the caller's own included; 0 picks by the machine, at most 4.
    explicit FramePool(std::size_t threads = 0);
    ~FramePool();
    FramePool(const FramePool&) = delete;
    FramePool& operator=(const FramePool&) = delete;

    // Calls body(0 … count-1) and returns when all are done.
    void run(std::size_t count, const std::function<void(std::size_t)>& body);

private:
    void work(const std::stop_token& stop);
    void takePieces();

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::condition_variable m_done;
    const std::function<void(std::size_t)>* m_body = nullptr;
    std::size_t m_count = 0;
    std::atomic<std::size_t> m_next{0};
    std::size_t m_round = 0;
    std::size_t m_active = 0;
    std::vector<std::jthread> m_threads; // last: joined before the rest goes
};

} // namespace longpole::timeline_ui
