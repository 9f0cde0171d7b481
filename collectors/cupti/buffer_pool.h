// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// BufferPool: buffers for CUPTI to fill. All memory is taken and zeroed before the first request.
// take() runs on the program's threads: it neither locks, allocates nor does I/O.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace longpole::cupti {

class BufferPool
{
public:
    // False if the memory isn't to be had. The memory is never given back.
    bool create(std::size_t count, std::size_t bytes);

    // A zeroed buffer, or null. Any thread.
    std::uint8_t* take() noexcept;
    // A buffer whose contents nobody will read, for callers that must not get null. Any thread.
    std::uint8_t* scratch() noexcept;
    // Which buffer that address is; -1: none of ours, or scratch.
    std::int64_t indexOf(const std::uint8_t* buffer) const noexcept;

    // Buffers that came back filled, to the one thread that reads them. Any thread.
    void finished(std::int64_t index, std::size_t validBytes) noexcept;
    struct Filled
    {
        std::int64_t index = -1; // -1: there is none
        std::uint8_t* bytes = nullptr;
        std::size_t valid = 0;
    };
    // In the order they came back. For the reading thread only.
    Filled next() noexcept;
    // Back into the pool, zeroed. For the reading thread only.
    void recycle(const Filled& filled) noexcept;

    std::size_t bytes() const { return m_bytes; }
    // The most buffers that were out at once.
    std::uint32_t peak() const { return m_peak.load(std::memory_order_relaxed); }

private:
    static constexpr std::size_t kScratch = 8;
    static constexpr std::uint32_t kNone = 0xffffffffU;

    std::uint8_t* at(std::uint32_t index) const { return m_memory + index * m_bytes; }
    void pushFree(std::uint32_t index) noexcept;

    std::uint8_t* m_memory = nullptr;
    std::size_t m_bytes = 0;
    std::uint32_t m_count = 0;
    std::atomic<std::uint32_t>* m_next = nullptr; // of the list a buffer is in
    std::size_t* m_valid = nullptr;
    std::atomic<std::uint64_t> m_free{kNone}; // index, and a count against reuse (ABA) above it
    std::atomic<std::uint32_t> m_done{kNone}; // last come first
    std::uint32_t m_ordered = kNone; // first come first, of the reading thread
    std::atomic<std::uint32_t> m_out{0};
    std::atomic<std::uint32_t> m_peak{0};
    std::atomic<std::uint32_t> m_nextScratch{0};
};

} // namespace longpole::cupti
