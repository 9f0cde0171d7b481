// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/cupti/buffer_pool.h"

#include <sys/mman.h>

#include <cstring>
#include <new>

namespace longpole::cupti {

bool BufferPool::create(std::size_t count, std::size_t bytes)
{
    constexpr std::size_t kPage = 4096;
    bytes = (bytes + kPage - 1) / kPage * kPage;
    const std::size_t total = (count + kScratch) * bytes;
    void* const memory = ::mmap(nullptr, total, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (memory == MAP_FAILED) {
        return false;
    }
    m_memory = static_cast<std::uint8_t*>(memory);
    m_bytes = bytes;
    m_count = static_cast<std::uint32_t>(count);
    m_next = new (std::nothrow) std::atomic<std::uint32_t>[count];
    m_valid = new (std::nothrow) std::size_t[count]();
    if (m_next == nullptr || m_valid == nullptr) {
        return false;
    }
    for (std::uint32_t i = m_count; i > 0; --i) {
        pushFree(i - 1);
    }
    return true;
}

void BufferPool::pushFree(std::uint32_t index) noexcept
{
    std::uint64_t top = m_free.load(std::memory_order_relaxed);
    std::uint64_t mine = 0;
    do {
        m_next[index].store(static_cast<std::uint32_t>(top), std::memory_order_relaxed);
        mine = ((top >> 32U) + 1) << 32U | index;
    } while (!m_free.compare_exchange_weak(top, mine, std::memory_order_release,
                                           std::memory_order_relaxed));
}

std::uint8_t* BufferPool::take() noexcept
{
    std::uint64_t top = m_free.load(std::memory_order_acquire);
    std::uint64_t rest = 0;
    std::uint32_t index = 0;
    do {
        index = static_cast<std::uint32_t>(top);
        if (index == kNone) {
            return nullptr;
        }
        rest = ((top >> 32U) + 1) << 32U | m_next[index].load(std::memory_order_relaxed);
    } while (!m_free.compare_exchange_weak(top, rest, std::memory_order_acquire,
                                           std::memory_order_acquire));
    const std::uint32_t out = m_out.fetch_add(1, std::memory_order_relaxed) + 1;
    std::uint32_t peak = m_peak.load(std::memory_order_relaxed);
    while (out > peak && !m_peak.compare_exchange_weak(peak, out, std::memory_order_relaxed)) { }
    return at(index);
}

std::uint8_t* BufferPool::scratch() noexcept
{
    const std::uint32_t n = m_nextScratch.fetch_add(1, std::memory_order_relaxed) % kScratch;
    return at(m_count + n);
}

std::int64_t BufferPool::indexOf(const std::uint8_t* buffer) const noexcept
{
    if (buffer < m_memory || buffer >= m_memory + m_count * m_bytes) {
        return -1;
    }
    return (buffer - m_memory) / static_cast<std::ptrdiff_t>(m_bytes);
}

void BufferPool::finished(std::int64_t index, std::size_t validBytes) noexcept
{
    const auto i = static_cast<std::uint32_t>(index);
    m_valid[i] = validBytes < m_bytes ? validBytes : m_bytes;
    std::uint32_t top = m_done.load(std::memory_order_relaxed);
    do {
        m_next[i].store(top, std::memory_order_relaxed);
    } while (!m_done.compare_exchange_weak(top, i, std::memory_order_release,
                                           std::memory_order_relaxed));
}

BufferPool::Filled BufferPool::next() noexcept
{
    if (m_ordered == kNone) {
        std::uint32_t i = m_done.exchange(kNone, std::memory_order_acquire);
        while (i != kNone) {
            const std::uint32_t before = m_next[i].load(std::memory_order_relaxed);
            m_next[i].store(m_ordered, std::memory_order_relaxed);
            m_ordered = i;
            i = before;
        }
    }
    if (m_ordered == kNone) {
        return {};
    }
    const std::uint32_t i = m_ordered;
    m_ordered = m_next[i].load(std::memory_order_relaxed);
    return {i, at(i), m_valid[i]};
}

void BufferPool::recycle(const Filled& filled) noexcept
{
    // CUPTI asks for zeroed buffers; done here, so that the program's threads don't pay for it.
    std::memset(filled.bytes, 0, m_bytes);
    m_out.fetch_sub(1, std::memory_order_relaxed);
    pushFree(static_cast<std::uint32_t>(filled.index));
}

} // namespace longpole::cupti
