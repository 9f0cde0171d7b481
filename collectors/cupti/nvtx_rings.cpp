// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/cupti/nvtx_rings.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace longpole::cupti {

namespace {

struct Entry
{
    std::uint32_t size = 0; // with the text, a multiple of 8; the low bit set: skip to the start
    std::uint32_t textLength = 0;
    std::uint64_t time = 0;
    std::uint64_t id = 0;
    std::uint64_t payload = 0;
    std::uint32_t domain = 0;
    std::uint32_t category = 0;
    std::uint32_t color = 0;
    std::uint32_t textId = 0;
    std::uint8_t op = 0;
    std::uint8_t payloadType = 0;
    std::uint8_t unused[6] = {};
};
static_assert(sizeof(Entry) == 56);

enum class Owner : int
{
    Nobody,
    Thread,
    Leaving // the thread has ended; what it wrote is still to be read
};

} // namespace

class NvtxRing
{
public:
    static constexpr std::size_t kRoom = NvtxRings::kRingBytes - 4096;

    enum class Written
    {
        No, // no room
        Yes,
        NowHalfFull
    };
    Written write(const wire::NvtxEvent& e, std::size_t textLength)
    {
        const std::size_t size = (sizeof(Entry) + textLength + 7) & ~std::size_t{7};
        const std::uint64_t tail = m_tail.load(std::memory_order_acquire);
        std::uint64_t head = m_head.load(std::memory_order_relaxed);
        std::size_t at = head % kRoom;
        const std::size_t toEnd = kRoom - at;
        const std::size_t need = toEnd < size ? toEnd + size : size;
        if (kRoom - (head - tail) < need) {
            return Written::No;
        }
        const bool wasHalfFull = head - tail > kRoom / 2;
        if (toEnd < size) {
            const std::uint32_t skip = 1;
            std::memcpy(m_bytes + at, &skip, sizeof(skip));
            head += toEnd;
            at = 0;
        }
        Entry entry;
        entry.size = static_cast<std::uint32_t>(size);
        entry.textLength = static_cast<std::uint32_t>(textLength);
        entry.time = e.time;
        entry.id = e.id;
        entry.payload = e.payload;
        entry.domain = e.domain;
        entry.category = e.category;
        entry.color = e.color;
        entry.textId = e.textId;
        entry.op = static_cast<std::uint8_t>(e.op);
        entry.payloadType = e.payloadType;
        std::memcpy(m_bytes + at, &entry, sizeof(entry));
        if (textLength > 0) {
            std::memcpy(m_bytes + at + sizeof(entry), e.text.data(), textLength);
        }
        m_head.store(head + size, std::memory_order_release);
        return !wasHalfFull && head + size - tail > kRoom / 2 ? Written::NowHalfFull : Written::Yes;
    }

    void read(NvtxRings::Body body, void* user)
    {
        const std::uint64_t head = m_head.load(std::memory_order_acquire);
        std::uint64_t tail = m_tail.load(std::memory_order_relaxed);
        while (tail != head) {
            const std::size_t at = tail % kRoom;
            std::uint32_t size = 0;
            std::memcpy(&size, m_bytes + at, sizeof(size));
            if ((size & 1U) != 0) {
                tail += kRoom - at;
                continue;
            }
            Entry entry;
            std::memcpy(&entry, m_bytes + at, sizeof(entry));
            wire::NvtxEvent e;
            e.time = entry.time;
            e.id = entry.id;
            e.payload = entry.payload;
            e.domain = entry.domain;
            e.category = entry.category;
            e.color = entry.color;
            e.textId = entry.textId;
            e.op = static_cast<wire::NvtxOp>(entry.op);
            e.payloadType = entry.payloadType;
            e.text = {reinterpret_cast<const char*>(m_bytes + at + sizeof(entry)),
                      entry.textLength};
            if (!body(user, thread, e)) {
                break;
            }
            tail += entry.size;
        }
        m_tail.store(tail, std::memory_order_release);
    }
    bool isEmpty() const
    {
        return m_head.load(std::memory_order_acquire) == m_tail.load(std::memory_order_acquire);
    }

    std::atomic<int> owner{static_cast<int>(Owner::Thread)};
    std::uint32_t thread = 0;
    int depth = 0;

private:
    alignas(64) std::atomic<std::uint64_t> m_head{0}; // bytes ever written
    alignas(64) std::atomic<std::uint64_t> m_tail{0}; // bytes ever read
    alignas(64) std::byte m_bytes[kRoom];
};
static_assert(sizeof(NvtxRing) <= NvtxRings::kRingBytes);

namespace {

// Not to be allocated on first use: the storage comes with the thread.
__attribute__((tls_model("initial-exec"))) thread_local NvtxRing* t_ring = nullptr;

} // namespace

bool NvtxRings::create()
{
    return ::pthread_key_create(&m_key, &NvtxRings::threadEnds) == 0;
}

void NvtxRings::threadEnds(void* ring)
{
    static_cast<NvtxRing*>(ring)->owner.store(static_cast<int>(Owner::Leaving),
                                              std::memory_order_release);
    t_ring = nullptr;
}

void NvtxRings::forgetThread() noexcept
{
    t_ring = nullptr;
}

NvtxRing* NvtxRings::ringOfThread() noexcept
{
    if (t_ring != nullptr) {
        return t_ring;
    }
    const auto thread = static_cast<std::uint32_t>(::syscall(SYS_gettid));
    const std::size_t used = std::min(m_used.load(std::memory_order_acquire), kMostThreads);
    for (std::size_t i = 0; i < used && t_ring == nullptr; ++i) {
        NvtxRing* const ring = m_rings[i].load(std::memory_order_acquire);
        int nobody = static_cast<int>(Owner::Nobody);
        if (ring != nullptr
            && ring->owner.compare_exchange_strong(nobody, static_cast<int>(Owner::Thread),
                                                   std::memory_order_acquire)) {
            t_ring = ring;
        }
    }
    if (t_ring == nullptr) {
        void* const room =
            ::mmap(nullptr, kRingBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (room == MAP_FAILED) {
            return nullptr;
        }
        t_ring = ::new (room) NvtxRing; // its bytes come zeroed; not initialised again
        const std::size_t at = m_used.fetch_add(1, std::memory_order_acq_rel);
        if (at >= kMostThreads) {
            t_ring = nullptr;
            ::munmap(room, kRingBytes);
            return nullptr;
        }
        t_ring->thread = thread;
        m_rings[at].store(t_ring, std::memory_order_release);
    }
    t_ring->thread = thread;
    t_ring->depth = 0;
    ::pthread_setspecific(m_key, t_ring);
    return t_ring;
}

bool NvtxRings::put(const wire::NvtxEvent& e) noexcept
{
    NvtxRing* const ring = ringOfThread();
    const auto written = ring == nullptr ? NvtxRing::Written::No
                                         : ring->write(e, std::min(e.text.size(), kLongestText));
    if (written == NvtxRing::Written::No) {
        m_dropped.fetch_add(1, std::memory_order_relaxed);
    }
    return written == NvtxRing::Written::NowHalfFull;
}

int NvtxRings::push() noexcept
{
    NvtxRing* const ring = ringOfThread();
    return ring != nullptr ? ring->depth++ : 0;
}

int NvtxRings::pop() noexcept
{
    NvtxRing* const ring = ringOfThread();
    return ring != nullptr && ring->depth > 0 ? --ring->depth : -1;
}

void NvtxRings::drain(Body body, void* user)
{
    const std::size_t used = std::min(m_used.load(std::memory_order_acquire), kMostThreads);
    for (std::size_t i = 0; i < used; ++i) {
        NvtxRing* const ring = m_rings[i].load(std::memory_order_acquire);
        if (ring == nullptr) {
            continue;
        }
        const int owner = ring->owner.load(std::memory_order_acquire);
        ring->read(body, user);
        if (owner == static_cast<int>(Owner::Leaving) && ring->isEmpty()) {
            ring->owner.store(static_cast<int>(Owner::Nobody), std::memory_order_release);
        }
    }
}

} // namespace longpole::cupti
