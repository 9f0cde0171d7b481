// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Which bytes of a record change from one to the next. All others form its template.
#pragma once

#include "collectors/wire/cupti_records.h"

#include <cstdint>
#include <vector>

namespace longpole::wire {

enum class FieldMode : std::uint8_t
{
    Delta = 1, // zig-zag difference to the same field of the record before
    Minus, // zig-zag difference to another field of the same record, which stands before it
    Plain, // the number itself
    Same, // 0: is 0; 1: equals another field of the record; 2: neither, a varint follows
    Text = 16 // a pointer to a C string, kept in the template as a string id; no varint
};

struct PackedField
{
    std::uint16_t offset = 0;
    std::uint8_t width = 0;
    FieldMode mode = FieldMode::Plain;
    std::uint8_t reference = 0; // Minus, Same: index of the other field

    friend bool operator==(const PackedField&, const PackedField&) = default;
};

using RecordLayout = std::vector<PackedField>;

// For records of that size; fields beyond it are left out. Empty for kinds that aren't known.
RecordLayout layoutOf(std::uint16_t kind, std::uint32_t stride);

} // namespace longpole::wire
