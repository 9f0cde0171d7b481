// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/args_blocks.h"

#include "core/model/args.h"

#include <algorithm>

namespace longpole::model {

std::string_view ArgsBlocks::text(std::uint32_t number)
{
    const auto& firsts = m_trace.parts().argsBlocks;
    const auto it = std::upper_bound(firsts.begin(), firsts.end(), number);
    if (number == kNull32 || it == firsts.begin()) {
        return {};
    }
    const auto block = static_cast<std::uint32_t>(std::prev(it) - firsts.begin());
    return argsInBlock(bytes(block), number - firsts[block]);
}

std::span<const std::byte> ArgsBlocks::bytes(std::uint32_t block)
{
    const auto found = std::find_if(m_recent.begin(), m_recent.end(),
                                    [&](const Entry& e) { return e.block == block; });
    if (found != m_recent.end()) {
        m_recent.splice(m_recent.begin(), m_recent, found);
    } else {
        auto loaded = m_trace.source()->load({Table::Args, 0, block});
        m_recent.push_front({block, loaded ? std::move(*loaded) : ColumnBytes{}});
        constexpr std::size_t kBlocksKept = 16;
        if (m_recent.size() > kBlocksKept) {
            m_recent.pop_back();
        }
    }
    return m_recent.front().data.bytes;
}

} // namespace longpole::model
