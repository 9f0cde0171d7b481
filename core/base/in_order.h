// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Results that several threads complete in any order, handed on in the order of their numbers.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <utility>

namespace longpole {

// Take: callable with a T.
template <class T, class Take>
class InOrder
{
public:
    explicit InOrder(Take take)
        : m_take(std::move(take))
    { }
    // Thread-safe. Each number from 0 on comes once. Who brings the one that is waited for hands on
    // that and all that wait behind it; the others return at once. What is handed on is handed on
    // by one thread at a time.
    void put(std::size_t number, T value)
    {
        std::unique_lock lock(m_mutex);
        m_waiting.emplace(number, std::move(value));
        if (m_taking) {
            return;
        }
        m_taking = true;
        for (auto it = m_waiting.find(m_next); it != m_waiting.end(); it = m_waiting.find(m_next)) {
            T next = std::move(it->second);
            m_waiting.erase(it);
            lock.unlock();
            m_take(std::move(next));
            lock.lock();
            ++m_next;
        }
        m_taking = false;
    }

private:
    Take m_take;
    std::mutex m_mutex;
    std::map<std::size_t, T> m_waiting;
    std::size_t m_next = 0;
    bool m_taking = false;
};

} // namespace longpole
