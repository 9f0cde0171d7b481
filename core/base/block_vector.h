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

    BlockVector() = default;
    explicit BlockVector(std::size_t size)
    {
        while (m_size < size) {
            push_back({});
        }
    }

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    T& operator[](std::size_t i) { return m_blocks[i >> BlockBits][i & (kBlock - 1)]; }
    const T& operator[](std::size_t i) const { return m_blocks[i >> BlockBits][i & (kBlock - 1)]; }
    void push_back(const T& value) // NOLINT(readability-identifier-naming): as std's
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
    template <class Owner, class Value>
    class Iterator
    {
    public:
        Iterator(Owner* owner, std::size_t at)
            : m_owner(owner)
            , m_at(at)
        { }
        Value& operator*() const { return (*m_owner)[m_at]; }
        Value* operator->() const { return &**this; }
        Iterator& operator++()
        {
            ++m_at;
            return *this;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.m_at == b.m_at; }
        friend bool operator!=(const Iterator& a, const Iterator& b) { return a.m_at != b.m_at; }

    private:
        Owner* m_owner;
        std::size_t m_at;
    };
    auto begin() { return Iterator<BlockVector, T>(this, 0); }
    auto end() { return Iterator<BlockVector, T>(this, m_size); }
    auto begin() const { return Iterator<const BlockVector, const T>(this, 0); }
    auto end() const { return Iterator<const BlockVector, const T>(this, m_size); }

private:
    std::vector<std::unique_ptr<T[]>> m_blocks;
    std::size_t m_size = 0;
};

} // namespace longpole
