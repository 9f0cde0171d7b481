// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Args blocks: the args objects of events, kept as text and compressed in blocks.
// A block (Table::Args, part = block number) holds, uncompressed:
//   u32 count, u32 offsets[count + 1] (relative to the text), text.
// Args numbers count through all blocks; TraceParts::argsBlocks[i] is the first number of block i.
#pragma once

#include "core/base/result.h"
#include "core/model/column.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::model {

// Collects one block.
class ArgsBlockBuilder
{
public:
    static constexpr std::size_t kTargetBytes = 256 * 1024;

    // Returns the number of this text within the block.
    std::uint32_t add(std::string_view json);
    std::uint32_t count() const { return static_cast<std::uint32_t>(m_offsets.size() - 1); }
    bool full() const { return m_text.size() >= kTargetBytes; }
    // The block's bytes as described above; the builder is empty afterwards.
    std::vector<std::byte> take();

private:
    std::string m_text;
    std::vector<std::uint32_t> m_offsets{0};
};

// Text number `index` of a block. Empty if the block is damaged or the index is out of range.
std::string_view argsInBlock(std::span<const std::byte> block, std::uint32_t index);

} // namespace longpole::model
