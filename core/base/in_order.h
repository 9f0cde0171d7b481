// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Results that several threads complete in any order, handed on in the order of their numbers.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <limits>
#include <map>
#include <mutex>
#include <utility>

namespace longpole {

// Take: callable with a T.
template <class T, class Take>
class InOrder
{
public:
    // mostWaiting: bounds the memory where handing on is slower than what comes in.
    explicit InOrder(Take take, std::size_t mostWaiting = std::numeric_limits<std::size_t>::max())
        : m_take(std::move(take))
        , m_mostWaiting(mostWaiting)
    { }
    // Thread-safe. Each number from 0 on comes once, and is begun before those behind it are. Who
    // brings the one that is waited for hands on that and all that wait behind it, one thread at a
    // time; the others return at once or, if too many wait, when some have been handed on.
    void put(std::size_t number, T value)
    {
        std::unique_lock lock(m_mutex);
        m_waiting.emplace(number, std::move(value));
        if (m_taking) {
            m_changed.wait(lock, [this] { return !m_taking || m_waiting.size() <= m_mostWaiting; });
            return;
        }
        m_taking = true;
        for (auto it = m_waiting.find(m_next); it != m_waiting.end(); it = m_waiting.find(m_next)) {
            T next = std::move(it->second);
            m_waiting.erase(it);
            m_changed.notify_all();
            lock.unlock();
            m_take(std::move(next));
            lock.lock();
            ++m_next;
        }
        m_taking = false;
        m_changed.notify_all();
    }

private:
    Take m_take;
    std::size_t m_mostWaiting;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::map<std::size_t, T> m_waiting;
    std::size_t m_next = 0;
    bool m_taking = false;
};

} // namespace longpole
