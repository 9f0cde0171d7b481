// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/row_pump.h"

namespace longpole::import {

namespace {

constexpr std::size_t kBlockRows = 8192;
constexpr std::size_t kInFlight = 4;

} // namespace

RowPump::RowPump(std::function<void(const RowBlock&, std::size_t)> consume)
    : m_consume(std::move(consume))
    , m_worker([this] { work(); })
{ }

RowPump::~RowPump()
{
    finish();
}

Result<void> RowPump::read(TableScan& scan, std::size_t table,
                           const std::function<void(std::uint64_t)>& progress)
{
    for (;;) {
        std::unique_ptr<RowBlock> block = spare();
        auto more = scan.next(*block, kBlockRows);
        if (!more) {
            return fail(more.error());
        }
        const bool any = *more;
        {
            const std::lock_guard lock(m_mutex);
            if (any) {
                m_ready.push_back({std::move(block), table});
                ++m_inFlight;
            } else {
                m_spare.push_back(std::move(block));
            }
        }
        if (!any) {
            return {};
        }
        m_changed.notify_all();
        progress(scan.rowsRead());
    }
}

std::unique_ptr<RowBlock> RowPump::spare()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_inFlight < kInFlight; });
    if (m_spare.empty()) {
        return std::make_unique<RowBlock>();
    }
    std::unique_ptr<RowBlock> block = std::move(m_spare.back());
    m_spare.pop_back();
    return block;
}

void RowPump::finish()
{
    {
        const std::lock_guard lock(m_mutex);
        m_noMore = true;
    }
    m_changed.notify_all();
    if (m_worker.joinable()) {
        m_worker.join();
    }
}

void RowPump::work()
{
    for (;;) {
        Item item;
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [&] { return !m_ready.empty() || m_noMore; });
            if (m_ready.empty()) {
                return;
            }
            item = std::move(m_ready.front());
            m_ready.pop_front();
        }
        m_consume(*item.block, item.table);
        {
            const std::lock_guard lock(m_mutex);
            m_spare.push_back(std::move(item.block));
            --m_inFlight;
        }
        m_changed.notify_all();
    }
}

} // namespace longpole::import
