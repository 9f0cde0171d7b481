// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Reads tables on the caller's thread while a second one turns their rows into events, in order.
#pragma once

#include "core/import/sqlite_rows.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace longpole::import {

class RowPump
{
public:
    // consume(block, table) runs on the second thread, one call at a time, in the order of
    // reading; table is what read() was given.
    explicit RowPump(std::function<void(const RowBlock&, std::size_t)> consume);
    ~RowPump();
    RowPump(const RowPump&) = delete;
    RowPump& operator=(const RowPump&) = delete;

    // Reads a whole table. The only error is Cancelled.
    Result<void> read(TableScan& scan, std::size_t table,
                      const std::function<void(std::uint64_t rows)>& progress);
    // Waits until all that was read is consumed.
    void finish();

private:
    struct Item
    {
        std::unique_ptr<RowBlock> block;
        std::size_t table;
    };
    void work();
    std::unique_ptr<RowBlock> spare();

    std::function<void(const RowBlock&, std::size_t)> m_consume;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Item> m_ready;
    std::vector<std::unique_ptr<RowBlock>> m_spare;
    std::size_t m_inFlight = 0; // ready or being consumed
    bool m_noMore = false;
    std::jthread m_worker; // last: uses all of the above
};

} // namespace longpole::import
