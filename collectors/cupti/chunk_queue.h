// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// ChunkQueue: finished chunks of counters on their way to the worker. Pushing locks and allocates:
// only kernels that are measured one by one, and our own sampling thread, come by here.
#pragma once

#include "collectors/wire/chunk.h"
#include "collectors/wire/packing.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

namespace longpole::cupti {

class ChunkQueue
{
public:
    static constexpr std::size_t kMostBytes = 64U << 20U;

    struct Chunk
    {
        wire::ChunkType type = wire::ChunkType::Info;
        std::uint32_t count = 0; // of kernels or samples
        wire::Bytes bytes;
    };

    // Any thread. Beyond kMostBytes the chunk is dropped and its content counted.
    void push(Chunk chunk)
    {
        const std::lock_guard held(m_mutex);
        if (m_bytes + chunk.bytes.size() > kMostBytes) {
            m_dropped += chunk.count;
            return;
        }
        m_bytes += chunk.bytes.size();
        m_chunks.push_back(std::move(chunk));
    }
    std::vector<Chunk> take()
    {
        const std::lock_guard held(m_mutex);
        m_bytes = 0;
        return std::exchange(m_chunks, {});
    }
    std::uint64_t dropped()
    {
        const std::lock_guard held(m_mutex);
        return m_dropped;
    }

private:
    std::mutex m_mutex;
    std::vector<Chunk> m_chunks;
    std::size_t m_bytes = 0;
    std::uint64_t m_dropped = 0;
};

} // namespace longpole::cupti
