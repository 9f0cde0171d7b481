// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Notes: one-line messages from any thread to the spool. Posting neither locks nor allocates.
#pragma once

#include <atomic>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace longpole::cupti {

class Notes
{
public:
    static constexpr std::size_t kLength = 400;
    static constexpr std::size_t kCount = 64; // further ones are dropped

    __attribute__((format(printf, 2, 3))) void post(const char* format, ...) noexcept
    {
        const std::size_t at = m_next.fetch_add(1);
        if (at >= kCount) {
            return;
        }
        std::va_list args;
        va_start(args, format);
        std::vsnprintf(m_notes[at].text, kLength, format, args);
        va_end(args);
        m_notes[at].ready.store(true, std::memory_order_release);
    }
    // For the one thread that writes them: the next note, or null.
    const char* take() noexcept
    {
        if (m_taken >= kCount || !m_notes[m_taken].ready.load(std::memory_order_acquire)) {
            return nullptr;
        }
        return m_notes[m_taken++].text;
    }

private:
    struct Note
    {
        std::atomic<bool> ready{false};
        char text[kLength] = {};
    };
    Note m_notes[kCount];
    std::atomic<std::size_t> m_next{0};
    std::size_t m_taken = 0;
};

} // namespace longpole::cupti
