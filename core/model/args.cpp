// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/args.h"

#include <cstring>

namespace longpole::model {

std::uint32_t ArgsBlockBuilder::add(std::string_view json)
{
    m_text += json;
    m_offsets.push_back(static_cast<std::uint32_t>(m_text.size()));
    return count() - 1;
}

std::vector<std::byte> ArgsBlockBuilder::take()
{
    const std::uint32_t n = count();
    std::vector<std::byte> out(sizeof(std::uint32_t) * (m_offsets.size() + 1) + m_text.size());
    std::memcpy(out.data(), &n, sizeof n);
    std::memcpy(out.data() + sizeof n, m_offsets.data(), m_offsets.size() * sizeof(std::uint32_t));
    std::memcpy(out.data() + sizeof n + m_offsets.size() * sizeof(std::uint32_t), m_text.data(),
                m_text.size());
    m_text.clear();
    m_offsets.assign(1, 0);
    return out;
}

std::string_view argsInBlock(std::span<const std::byte> block, std::uint32_t index)
{
    std::uint32_t count = 0;
    if (block.size() < sizeof count) {
        return {};
    }
    std::memcpy(&count, block.data(), sizeof count);
    const std::uint64_t header = sizeof(std::uint32_t) * (std::uint64_t{count} + 2);
    if (index >= count || header > block.size()) {
        return {};
    }
    std::uint32_t ends[2] = {0, 0};
    std::memcpy(ends, block.data() + sizeof(std::uint32_t) * (std::size_t{index} + 1), sizeof ends);
    const std::size_t text = block.size() - header;
    if (ends[0] > ends[1] || ends[1] > text) {
        return {};
    }
    return {reinterpret_cast<const char*>(block.data()) + header + ends[0], ends[1] - ends[0]};
}

} // namespace longpole::model
