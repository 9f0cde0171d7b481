// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/agreement/dtype.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>

namespace longpole::agreement {

namespace {

constexpr FloatFormat kF64{11, 52, 1023};
constexpr FloatFormat kF32{8, 23, 127};
constexpr FloatFormat kF16{5, 10, 15};
constexpr FloatFormat kBf16{8, 7, 127};
constexpr FloatFormat kE5m2{5, 2, 15};
// OCP 8-bit Floating Point Specification: E4M3 has no infinity and one NaN for each sign.
constexpr FloatFormat kE4m3{4, 3, 7, true, false};
constexpr FloatFormat kE4m3Fnuz{4, 3, 8, true, false, true};
constexpr FloatFormat kE5m2Fnuz{5, 2, 16, true, false, true};
// OCP Microscaling Formats: a scale without sign or mantissa; E2M1 without NaN.
constexpr FloatFormat kE8m0{8, 0, 127, false, false};
constexpr FloatFormat kE2m1{2, 1, 1, true, false, false, true};

struct Known
{
    std::string_view safetensors;
    std::string_view name;
    DTypeKind kind;
    std::uint32_t bits;
    bool complex = false;
    FloatFormat format = {};
};

const Known kKnown[] = {
    {"BOOL", "bool", DTypeKind::Bool, 8},
    {"U8", "u8", DTypeKind::Unsigned, 8},
    {"I8", "i8", DTypeKind::Signed, 8},
    {"U16", "u16", DTypeKind::Unsigned, 16},
    {"I16", "i16", DTypeKind::Signed, 16},
    {"U32", "u32", DTypeKind::Unsigned, 32},
    {"I32", "i32", DTypeKind::Signed, 32},
    {"U64", "u64", DTypeKind::Unsigned, 64},
    {"I64", "i64", DTypeKind::Signed, 64},
    {"F16", "f16", DTypeKind::Float, 16, false, kF16},
    {"BF16", "bf16", DTypeKind::Float, 16, false, kBf16},
    {"F32", "f32", DTypeKind::Float, 32, false, kF32},
    {"F64", "f64", DTypeKind::Float, 64, false, kF64},
    {"F8_E4M3", "f8_e4m3", DTypeKind::Float, 8, false, kE4m3},
    {"F8_E5M2", "f8_e5m2", DTypeKind::Float, 8, false, kE5m2},
    {"F8_E4M3FNUZ", "f8_e4m3fnuz", DTypeKind::Float, 8, false, kE4m3Fnuz},
    {"F8_E5M2FNUZ", "f8_e5m2fnuz", DTypeKind::Float, 8, false, kE5m2Fnuz},
    {"F8_E8M0", "f8_e8m0", DTypeKind::Float, 8, false, kE8m0},
    {"F4", "f4", DTypeKind::Float, 4, false, kE2m1},
    {"C64", "c64", DTypeKind::Float, 32, true, kF32},
    {"C128", "c128", DTypeKind::Float, 64, true, kF64},
};

DType typeOf(const Known& k)
{
    return {std::string(k.name), k.kind, k.bits, k.complex, k.format};
}

std::optional<DType> named(std::string_view name)
{
    const auto* const it = std::find_if(std::begin(kKnown), std::end(kKnown),
                                        [&](const Known& k) { return k.name == name; });
    return it == std::end(kKnown) ? std::nullopt : std::optional(typeOf(*it));
}

std::uint64_t bitsAt(const std::byte* from, std::uint32_t bits)
{
    std::uint64_t out = 0;
    std::memcpy(&out, from, bits / 8); // little-endian, as is every machine Longpole runs on
    return out;
}

Real realOf(const FloatFormat& f, std::uint64_t raw)
{
    const unsigned width = (f.hasSign ? 1U : 0U) + f.exponentBits + f.mantissaBits;
    const bool negative = f.hasSign && ((raw >> (width - 1)) & 1U) != 0;
    const std::uint64_t mantissaMask = (std::uint64_t{1} << f.mantissaBits) - 1;
    const std::uint64_t highest = (std::uint64_t{1} << f.exponentBits) - 1;
    const std::uint64_t magnitude =
        raw & ((std::uint64_t{1} << (f.exponentBits + f.mantissaBits)) - 1);
    const std::uint64_t mantissa = raw & mantissaMask;
    const std::uint64_t exponent = magnitude >> f.mantissaBits;
    Real out;
    out.place =
        negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
    bool isNan = false;
    if (f.hasInfinity) {
        isNan = exponent == highest && mantissa != 0;
    } else if (f.onlyOneNan) {
        isNan = negative && magnitude == 0;
    } else if (!f.noNan) {
        isNan = exponent == highest && mantissa == mantissaMask;
    }
    if (isNan) {
        out.value = std::numeric_limits<double>::quiet_NaN();
        return out;
    }
    if (f.hasInfinity && exponent == highest) {
        out.value = std::numeric_limits<double>::infinity();
    } else if (exponent == 0 && f.hasSign) { // subnormal
        out.value = std::ldexp(static_cast<double>(mantissa), 1 - f.bias - f.mantissaBits);
    } else {
        const std::uint64_t significand = (std::uint64_t{1} << f.mantissaBits) | mantissa;
        out.value = std::ldexp(static_cast<double>(significand),
                               static_cast<int>(exponent) - f.bias - f.mantissaBits);
    }
    out.value = negative ? -out.value : out.value;
    return out;
}

// As realOf, for the types that the processor knows.
template <class Number, class Bits>
Real nativeReal(const std::byte* from)
{
    Bits bits = 0;
    Number number = 0;
    std::memcpy(&bits, from, sizeof bits);
    std::memcpy(&number, from, sizeof number);
    constexpr Bits kSign = Bits{1} << (sizeof(Bits) * 8 - 1);
    const auto magnitude = static_cast<std::int64_t>(bits & ~kSign);
    return {static_cast<double>(number), (bits & kSign) != 0 ? -magnitude : magnitude};
}

} // namespace

std::optional<std::uint64_t> DType::bytesFor(std::uint64_t elements) const
{
    const std::uint64_t bitsEach = std::uint64_t{bits} * (complex ? 2 : 1);
    if (bitsEach != 0 && elements > (std::numeric_limits<std::uint64_t>::max() - 7) / bitsEach) {
        return std::nullopt;
    }
    return (elements * bitsEach + 7) / 8;
}

std::optional<DType> dtypeOfSafetensors(std::string_view name)
{
    const auto* const it = std::find_if(std::begin(kKnown), std::end(kKnown),
                                        [&](const Known& k) { return k.safetensors == name; });
    return it == std::end(kKnown) ? std::nullopt : std::optional(typeOf(*it));
}

std::optional<DType> dtypeOfNumpy(std::string_view descr, bool& bigEndian)
{
    bigEndian = descr.starts_with('>');
    if (descr.starts_with('<') || descr.starts_with('>') || descr.starts_with('|')
        || descr.starts_with('=')) {
        descr.remove_prefix(1);
    }
    if (descr.empty()) {
        return std::nullopt;
    }
    const char letter = descr.front();
    std::uint32_t size = 0;
    const auto [end, error] = std::from_chars(descr.data() + 1, descr.data() + descr.size(), size);
    constexpr std::uint32_t kLargest = 1U << 20U;
    if (error != std::errc() || size > kLargest) {
        return std::nullopt;
    }
    if (letter == 'M' || letter == 'm') { // dates and differences of dates: counts
        return size == 8 ? named("i64") : std::nullopt;
    }
    if (end != descr.data() + descr.size()) {
        return std::nullopt;
    }
    const std::string bits = std::to_string(size * 8);
    switch (letter) {
    case 'b':
        return size == 1 ? named("bool") : std::nullopt;
    case 'u':
    case 'i':
    case 'f':
    case 'c':
        if (auto known = named(letter + bits)) {
            return known;
        }
        break; // long doubles: equal or not
    case 'S':
    case 'V':
        break;
    case 'U': // text of 32-bit characters
        size *= 4;
        break;
    default:
        return std::nullopt;
    }
    DType opaque;
    opaque.name = descr;
    opaque.bits = size * 8;
    return opaque;
}

void decode(const DType& type, std::span<const std::byte> bytes, std::span<Whole> out)
{
    const std::size_t size = type.bits / 8;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::uint64_t raw = bitsAt(bytes.data() + i * size, type.bits);
        const unsigned shift = 64 - type.bits;
        if (type.kind == DTypeKind::Signed) {
            const auto value = static_cast<std::int64_t>(raw << shift) >> shift;
            const auto u = static_cast<std::uint64_t>(value);
            out[i] = value < 0 ? Whole{~u + 1, true} : Whole{u, false};
        } else {
            out[i] = {type.kind == DTypeKind::Bool && raw != 0 ? 1 : raw, false};
        }
    }
}

void decode(const DType& type, std::span<const std::byte> bytes, std::span<Real> out)
{
    if (type.bits == 4) {
        for (std::size_t i = 0; i < out.size(); ++i) {
            const auto both = std::to_integer<std::uint64_t>(bytes[i / 2]);
            out[i] = realOf(type.format, i % 2 == 0 ? both & 0xfU : both >> 4U);
        }
        return;
    }
    const std::size_t size = type.bits / 8;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::byte* const at = bytes.data() + i * size;
        out[i] = type.bits == 32 ? nativeReal<float, std::uint32_t>(at)
            : type.bits == 64    ? nativeReal<double, std::uint64_t>(at)
                                 : realOf(type.format, bitsAt(at, type.bits));
    }
}

Tolerance defaultTolerance(const DType& type)
{
    if (type.kind != DTypeKind::Float) {
        return {};
    }
    if (type.bits == 64) {
        return {1e-7, 1e-7};
    }
    if (type.bits == 32) {
        return {1.3e-6, 1e-5};
    }
    if (type.bits == 16) {
        return type.format.mantissaBits == kBf16.mantissaBits ? Tolerance{1.6e-2, 1e-5}
                                                              : Tolerance{1e-3, 1e-5};
    }
    return type.format.mantissaBits == 0
        ? Tolerance{}
        : Tolerance{std::ldexp(1.0, -type.format.mantissaBits), 1e-5};
}

} // namespace longpole::agreement
