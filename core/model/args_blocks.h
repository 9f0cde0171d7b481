// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the args of many events: Trace::args() unpacks a whole block for each, this keeps the
// blocks used last. Slices of one track read the blocks nearly in order.
#pragma once

#include "core/model/trace.h"

#include <list>
#include <string_view>

namespace longpole::model {

// Used by one thread; the trace must outlive it.
class ArgsBlocks
{
public:
    explicit ArgsBlocks(const Trace& trace)
        : m_trace(trace)
    { }
    // Valid until the next call; empty for kNull32 and where the block is damaged.
    std::string_view text(std::uint32_t number);

private:
    std::span<const std::byte> bytes(std::uint32_t block);

    struct Entry
    {
        std::uint32_t block;
        ColumnBytes data;
    };
    const Trace& m_trace;
    std::list<Entry> m_recent; // the latest first
};

} // namespace longpole::model
