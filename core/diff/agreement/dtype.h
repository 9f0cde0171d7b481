// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Element types of tensors on disk, and how their bits become numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace longpole::agreement {

enum class DTypeKind : std::uint8_t
{
    Bool,
    Unsigned,
    Signed,
    Float, // of any width, also complex: two in a row
    Opaque // bytes without a meaning here: text, raw records, NumPy's V2
};

// Bits of a floating-point number, highest first: sign, exponent, mantissa.
struct FloatFormat
{
    std::uint8_t exponentBits = 0;
    std::uint8_t mantissaBits = 0;
    std::int16_t bias = 0;
    bool hasSign = true;
    bool hasInfinity = true; // and all of the highest exponent's other numbers are NaN
    bool onlyOneNan = false; // without infinity: the pattern of the negative zero is the NaN
    bool noNan = false; // without infinity: every pattern is a number
};

struct DType
{
    std::string name; // "f32", "bf16", "f8_e4m3", "c64", "i64", "bool", "V2" …
    DTypeKind kind = DTypeKind::Opaque;
    std::uint32_t bits = 0; // of an element; of a component for complex
    bool complex = false;
    FloatFormat format; // of floats

    // Of `elements`; elements of four bits are packed two to a byte, the lower half first.
    std::optional<std::uint64_t> bytesFor(std::uint64_t elements) const; // none: overflow
    bool isNumber() const { return kind != DTypeKind::Opaque; }
    friend bool operator==(const DType& a, const DType& b) { return a.name == b.name; }
};

// As safetensors writes it ("BF16", "F8_E4M3"); none if it is not known.
std::optional<DType> dtypeOfSafetensors(std::string_view name);
// As NumPy writes it ("<f4", "|b1", ">i8"); none where elements are no plain bytes (objects).
// bigEndian: the elements' bytes stand highest first.
std::optional<DType> dtypeOfNumpy(std::string_view descr, bool& bigEndian);

// A whole number, exact for all of i64 and u64.
struct Whole
{
    std::uint64_t magnitude = 0;
    bool negative = false; // never of 0

    friend bool operator==(const Whole&, const Whole&) = default;
};

// A floating-point number and its place among all numbers of its type: neighbours differ by 1 and
// both zeros are 0. The place of a NaN means nothing.
struct Real
{
    double value = 0;
    std::int64_t place = 0;
};

// Decode `out.size()` elements (components of complex numbers) from the front of bytes, which are
// in little-endian order.
void decode(const DType& type, std::span<const std::byte> bytes, std::span<Whole> out);
void decode(const DType& type, std::span<const std::byte> bytes, std::span<Real> out);

// Where |a - b| <= atol + rtol |b| is agreement; b is the reference.
struct Tolerance
{
    double relative = 0;
    double absolute = 0;
};
// By default: torch.testing.assert_close's documented values for f16 to f64 and complex numbers,
// for narrower floats one step of the type (Longpole's own choice), otherwise exact. Of two types
// the wider tolerance holds.
Tolerance defaultTolerance(const DType& type);

} // namespace longpole::agreement
