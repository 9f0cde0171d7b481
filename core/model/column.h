// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Columns: the immutable arrays a Trace is made of, and where they come from.
// Whoever reads a column neither knows nor cares whether it was just imported (in memory) or is
// decompressed from a store on first use.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace longpole::model {

// Stored in files: append only.
enum class Table : std::uint8_t
{
    Slices, // part = track
    Instants, // part = track
    Counters, // part = track
    GpuOps, // one part, ordered by slice
    ApiCalls, // one part, ordered by slice
    Links, // one part, ordered by (from, to)
    Args, // part = block; see args.h
    Lod // part = track, column = row; the bytes belong to core/timeline
};

struct ColumnKey
{
    Table table = Table::Slices;
    std::uint32_t column = 0;
    std::uint32_t part = 0;

    friend bool operator==(const ColumnKey&, const ColumnKey&) = default;
};

// Untyped column content; `owner` keeps it alive. Data is aligned to 8 bytes.
struct ColumnBytes
{
    std::shared_ptr<const void> owner;
    std::span<const std::byte> bytes;
};

// A typed, shared, read-only array. Cheap to copy; keeps its memory alive.
template <class T>
class Column
{
public:
    using value_type = T;

    Column() = default;
    explicit Column(ColumnBytes data)
        : m_owner(std::move(data.owner))
        , m_values(reinterpret_cast<const T*>(data.bytes.data()), data.bytes.size() / sizeof(T))
    { }
    std::size_t size() const { return m_values.size(); }
    bool empty() const { return m_values.empty(); }
    const T& operator[](std::size_t i) const { return m_values[i]; }
    const T* begin() const { return m_values.data(); }
    const T* end() const { return m_values.data() + m_values.size(); }
    std::span<const T> span() const { return m_values; }

private:
    std::shared_ptr<const void> m_owner;
    std::span<const T> m_values;
};

// Names one column and its element type.
template <class T>
struct ColumnSpec
{
    using value_type = T;
    Table table;
    std::uint8_t index;
    const char* name;
};

// Where columns come from. Thread-safe.
class ColumnSource
{
public:
    virtual ~ColumnSource() = default;
    // An absent column is an empty one, not an error; an error means damaged or unreadable data.
    virtual Result<ColumnBytes> load(const ColumnKey& key) const = 0;
    // The same as one zstd frame, where it rests packed like that; empty otherwise.
    virtual std::vector<std::byte> loadPacked(const ColumnKey&) const { return {}; }
};

} // namespace longpole::model
