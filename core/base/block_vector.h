// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// A growing array in blocks of fixed size: unlike a vector it never moves its elements, so growing
// neither copies nor needs twice the memory. Not thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace longpole {

template <class T, std::size_t BlockBits = 14>
class BlockVector
{
public:
    static constexpr std::size_t kBlock = std::size_t{1} << BlockBits;

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    T& operator[](std::size_t i) { return m_blocks[i >> BlockBits][i & (kBlock - 1)]; }
    const T& operator[](std::size_t i) const { return m_blocks[i >> BlockBits][i & (kBlock - 1)]; }
    void push_back(const T& value)
    {
        if (m_size == m_blocks.size() * kBlock) {
            m_blocks.push_back(std::make_unique<T[]>(kBlock));
        }
        (*this)[m_size++] = value;
    }
    void append(std::span<const T> values)
    {
        for (const T& v : values) {
            push_back(v);
        }
    }
    void clear()
    {
        m_blocks.clear();
        m_size = 0;
    }
    template <class F>
    void forEach(F f)
    {
        for (std::size_t i = 0; i < m_size; ++i) {
            f((*this)[i]);
        }
    }
    template <class F>
    void forEach(F f) const
    {
        for (std::size_t i = 0; i < m_size; ++i) {
            f((*this)[i]);
        }
    }

private:
    std::vector<std::unique_ptr<T[]>> m_blocks;
    std::size_t m_size = 0;
};

} // namespace longpole
