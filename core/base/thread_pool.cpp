// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "core/base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace longpole {

std::size_t workerCount()
{
    return std::max(1U, std::thread::hardware_concurrency());
}

void parallelFor(std::size_t count, const std::function<void(std::size_t)>& body)
{
    const std::size_t threads = std::min(count, workerCount());
    if (threads <= 1) {
        for (std::size_t i = 0; i < count; ++i) {
            body(i);
        }
        return;
    }
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < count; i = next++) {
            body(i);
        }
    };
    std::vector<std::jthread> pool;
    pool.reserve(threads - 1);
    for (std::size_t t = 1; t < threads; ++t) {
        pool.emplace_back(work);
    }
    work();
}

} // namespace longpole
