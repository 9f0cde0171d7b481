// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// An activity record being made.
#pragma once

#include "collectors/wire/cupti_records.h"

#include <cstdint>
#include <cstring>

namespace target {

namespace wire = longpole::wire;

class RecordBytes
{
public:
    RecordBytes(std::uint32_t kind, std::size_t size)
        : m_size(size)
    {
        std::memcpy(m_bytes, &kind, sizeof(kind));
    }
    RecordBytes& set(wire::FieldAt field, std::uint64_t value)
    {
        std::memcpy(m_bytes + field.offset, &value, field.width);
        return *this;
    }
    const void* data() const { return m_bytes; }
    std::size_t size() const { return m_size; }

private:
    alignas(8) unsigned char m_bytes[256] = {};
    std::size_t m_size;
};

} // namespace target
