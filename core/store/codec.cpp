// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/codec.h"

#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <memory>
#include <type_traits>

namespace longpole::store {

namespace {

constexpr int kZstdLevel = 1;

template <class U>
U loadValue(const std::byte* at)
{
    U v = 0;
    std::memcpy(&v, at, sizeof v);
    return v;
}

template <class U>
void append(std::vector<std::byte>& out, U value)
{
    const auto* p = reinterpret_cast<const std::byte*>(&value);
    out.insert(out.end(), p, p + sizeof value);
}

// Appends one zstd frame.
void compress(std::span<const std::byte> in, std::vector<std::byte>& out)
{
    thread_local const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(
        ZSTD_createCCtx(), &ZSTD_freeCCtx);
    thread_local std::vector<std::byte> room; // out would have to be filled before it is written
    room.resize(std::max(room.size(), ZSTD_compressBound(in.size())));
    const std::size_t n = ZSTD_compressCCtx(context.get(), room.data(), room.size(), in.data(),
                                            in.size(), kZstdLevel);
    assert(ZSTD_isError(n) == 0U); // the bound makes the only possible error impossible
    out.insert(out.end(), room.begin(), room.begin() + static_cast<std::ptrdiff_t>(n));
}

bool decompress(std::span<const std::byte> in, std::span<std::byte> out)
{
    thread_local const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(
        ZSTD_createDCtx(), &ZSTD_freeDCtx);
    return ZSTD_decompressDCtx(context.get(), out.data(), out.size(), in.data(), in.size())
        == out.size();
}

unsigned planesFor(std::uint64_t largest)
{
    return static_cast<unsigned>((std::bit_width(largest) + 7) / 8);
}

std::vector<std::byte>& scratch(std::size_t size)
{
    thread_local std::vector<std::byte> buffer;
    if (buffer.size() < size) {
        buffer.resize(size);
    }
    return buffer;
}

// Appends the low `planes` bytes of every value, plane by plane, compressed.
template <class U>
void appendPlanes(const U* values, std::size_t rows, unsigned planes, std::vector<std::byte>& out)
{
    append(out, static_cast<std::uint8_t>(planes));
    if (planes == 0) {
        return;
    }
    std::vector<std::byte>& buffer = scratch(rows * planes);
    for (unsigned p = 0; p < planes; ++p) {
        std::byte* plane = buffer.data() + p * rows;
        for (std::size_t i = 0; i < rows; ++i) {
            plane[i] = static_cast<std::byte>(values[i] >> (8 * p));
        }
    }
    compress({buffer.data(), rows * planes}, out);
}

template <class U, unsigned Planes>
void joinPlanes(const std::byte* planes, std::size_t rows, U* out)
{
    for (std::size_t i = 0; i < rows; ++i) {
        U v = 0;
        for (unsigned p = 0; p < Planes; ++p) {
            v = static_cast<U>(v | static_cast<U>(static_cast<U>(planes[p * rows + i]) << (8 * p)));
        }
        out[i] = v;
    }
}

template <class U, unsigned Planes = 0>
void joinPlanesOf(unsigned planes, const std::byte* from, std::size_t rows, U* out)
{
    if constexpr (Planes <= sizeof(U)) {
        if (planes == Planes) {
            joinPlanes<U, Planes>(from, rows, out);
        } else {
            joinPlanesOf<U, Planes + 1>(planes, from, rows, out);
        }
    }
}

// Reads the plane count and the planes that follow the header.
template <class U>
bool readPlanes(std::span<const std::byte> in, std::size_t rows, U* out)
{
    if (in.empty()) {
        return false;
    }
    const auto planes = std::to_integer<unsigned>(in[0]);
    if (planes > sizeof(U) || (planes == 0 && in.size() != 1)) {
        return false;
    }
    std::vector<std::byte>& buffer = scratch(rows * planes);
    if (planes > 0 && !decompress(in.subspan(1), {buffer.data(), rows * planes})) {
        return false;
    }
    joinPlanesOf<U>(planes, buffer.data(), rows, out);
    return true;
}

// Order of the values: 8-byte columns hold signed numbers, the others unsigned ones.
template <class U>
bool less(U a, U b)
{
    if constexpr (sizeof(U) == 8) {
        return static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b);
    } else {
        return a < b;
    }
}

template <class U>
struct Survey
{
    U min = 0;
    U max = 0;
    U minStep = 0;
    U maxStep = 0;
    bool ascending = true;
};

template <class U>
Survey<U> survey(const U* v, std::size_t rows)
{
    Survey<U> s{v[0], v[0], static_cast<U>(~U{0}), 0, true};
    for (std::size_t i = 1; i < rows; ++i) {
        const U step = static_cast<U>(v[i] - v[i - 1]);
        s.ascending = s.ascending && !less(v[i], v[i - 1]);
        s.min = less(v[i], s.min) ? v[i] : s.min;
        s.max = less(s.max, v[i]) ? v[i] : s.max;
        s.minStep = std::min(s.minStep, step);
        s.maxStep = std::max(s.maxStep, step);
    }
    return s;
}

template <class U>
U zigZag(U step)
{
    constexpr unsigned kTop = 8 * sizeof(U) - 1;
    return static_cast<U>(static_cast<U>(step << 1)
                          ^ static_cast<U>(U{0} - static_cast<U>(step >> kTop)));
}

template <class U>
U unZigZag(U z)
{
    return static_cast<U>(static_cast<U>(z >> 1) ^ static_cast<U>(U{0} - static_cast<U>(z & 1U)));
}

template <class U>
EncodedChunk encodeDelta(const U* v, std::size_t rows, const Survey<U>& s, U* work)
{
    EncodedChunk chunk{s.ascending ? Codec::Delta : Codec::ZigZag, {}};
    const U base = s.ascending ? s.minStep : U{0};
    U largest = 0;
    work[0] = 0;
    for (std::size_t i = 1; i < rows; ++i) {
        const U step = static_cast<U>(v[i] - v[i - 1]);
        work[i] = s.ascending ? static_cast<U>(step - base) : zigZag(step);
        largest = static_cast<U>(largest | work[i]);
    }
    append(chunk.bytes, static_cast<std::uint64_t>(v[0]));
    append(chunk.bytes, static_cast<std::uint64_t>(base));
    appendPlanes(work, rows, planesFor(largest), chunk.bytes);
    return chunk;
}

template <class U>
EncodedChunk encodeAs(std::span<const std::byte> values, model::ColumnShape shape)
{
    const auto* v = reinterpret_cast<const U*>(values.data());
    const std::size_t rows = values.size() / sizeof(U);
    const Survey<U> s = survey(v, rows);
    if (s.min == s.max) {
        EncodedChunk chunk{Codec::Const, {}};
        append(chunk.bytes, v[0]);
        return chunk;
    }
    thread_local std::vector<U> work;
    work.resize(rows);
    const bool real = shape == model::ColumnShape::Real;
    if (!real && ((s.ascending && sizeof(U) > 1) || shape == model::ColumnShape::Time)) {
        return encodeDelta(v, rows, s, work.data());
    }
    EncodedChunk chunk{Codec::Frame, {}};
    const U base = real ? U{0} : s.min;
    const U largest = real ? static_cast<U>(~U{0}) : static_cast<U>(s.max - s.min);
    for (std::size_t i = 0; i < rows; ++i) {
        work[i] = static_cast<U>(v[i] - base);
    }
    append(chunk.bytes, static_cast<std::uint64_t>(base));
    appendPlanes(work.data(), rows, planesFor(largest), chunk.bytes);
    return chunk;
}

template <class U>
bool decodeAs(Codec codec, std::span<const std::byte> in, std::span<std::byte> bytes)
{
    auto* out = reinterpret_cast<U*>(bytes.data());
    const std::size_t rows = bytes.size() / sizeof(U);
    if (codec == Codec::Const) {
        if (in.size() != sizeof(U)) {
            return false;
        }
        std::fill_n(out, rows, loadValue<U>(in.data()));
        return true;
    }
    const std::size_t header =
        codec == Codec::Frame ? sizeof(std::uint64_t) : 2 * sizeof(std::uint64_t);
    if (in.size() < header || !readPlanes(in.subspan(header), rows, out)) {
        return false;
    }
    const U first = static_cast<U>(loadValue<std::uint64_t>(in.data()));
    if (codec == Codec::Frame) {
        for (std::size_t i = 0; i < rows; ++i) {
            out[i] = static_cast<U>(out[i] + first);
        }
        return true;
    }
    const U step = static_cast<U>(loadValue<std::uint64_t>(in.data() + sizeof(std::uint64_t)));
    U value = first;
    out[0] = first;
    for (std::size_t i = 1; i < rows; ++i) {
        value = static_cast<U>(
            value + (codec == Codec::Delta ? static_cast<U>(out[i] + step) : unZigZag(out[i])));
        out[i] = value;
    }
    return true;
}

} // namespace

EncodedChunk encodeColumn(std::span<const std::byte> values, unsigned width,
                          model::ColumnShape shape)
{
    assert(!values.empty() && values.size() % width == 0 && values.size() / width <= kMaxChunkRows);
    switch (width) {
    case 1:
        return encodeAs<std::uint8_t>(values, shape);
    case 2:
        return encodeAs<std::uint16_t>(values, shape);
    case 4:
        return encodeAs<std::uint32_t>(values, shape);
    default:
        return encodeAs<std::uint64_t>(values, shape);
    }
}

Result<void> decodeColumn(Codec codec, std::span<const std::byte> in, unsigned width,
                          std::span<std::byte> out)
{
    assert(!out.empty() && out.size() % width == 0 && out.size() / width <= kMaxChunkRows);
    if (codec != Codec::Const && codec != Codec::Frame && codec != Codec::Delta
        && codec != Codec::ZigZag) {
        return fail(Errc::Format, "chunk is packed in an unknown way");
    }
    bool fine = false;
    switch (width) {
    case 1:
        fine = decodeAs<std::uint8_t>(codec, in, out);
        break;
    case 2:
        fine = decodeAs<std::uint16_t>(codec, in, out);
        break;
    case 4:
        fine = decodeAs<std::uint32_t>(codec, in, out);
        break;
    default:
        fine = decodeAs<std::uint64_t>(codec, in, out);
        break;
    }
    if (!fine) {
        return fail(Errc::Format, "chunk does not unpack");
    }
    return {};
}

EncodedChunk encodeBytes(std::span<const std::byte> bytes)
{
    EncodedChunk chunk{Codec::Zstd, {}};
    compress(bytes, chunk.bytes);
    if (chunk.bytes.size() >= bytes.size()) {
        chunk.codec = Codec::Raw;
        chunk.bytes.assign(bytes.begin(), bytes.end());
    }
    return chunk;
}

EncodedChunk encodeWords(std::span<const std::byte> bytes)
{
    const std::size_t words = bytes.size() / 8;
    std::vector<std::byte>& buffer = scratch(bytes.size());
    for (std::size_t p = 0; p < 8; ++p) {
        unsigned last = 0;
        for (std::size_t i = 0; i < words; ++i) {
            const auto now = std::to_integer<unsigned>(bytes[i * 8 + p]);
            buffer[p * words + i] = static_cast<std::byte>(now - last);
            last = now;
        }
    }
    std::copy(bytes.begin() + static_cast<std::ptrdiff_t>(words * 8), bytes.end(),
              buffer.begin() + static_cast<std::ptrdiff_t>(words * 8));
    EncodedChunk chunk{Codec::Words, {}};
    compress({buffer.data(), bytes.size()}, chunk.bytes);
    return chunk;
}

namespace {

void joinWords(std::span<const std::byte> apart, std::span<std::byte> out)
{
    const std::size_t words = out.size() / 8;
    for (std::size_t p = 0; p < 8; ++p) {
        unsigned last = 0;
        for (std::size_t i = 0; i < words; ++i) {
            last += std::to_integer<unsigned>(apart[p * words + i]);
            out[i * 8 + p] = static_cast<std::byte>(last);
        }
    }
    std::copy(apart.begin() + static_cast<std::ptrdiff_t>(words * 8), apart.end(),
              out.begin() + static_cast<std::ptrdiff_t>(words * 8));
}

} // namespace

Result<void> decodeBytes(Codec codec, std::span<const std::byte> in, std::span<std::byte> out)
{
    if (codec == Codec::Raw && in.size() == out.size()) {
        std::copy(in.begin(), in.end(), out.begin());
        return {};
    }
    if (codec == Codec::Zstd && decompress(in, out)) {
        return {};
    }
    if (codec == Codec::Words) {
        std::vector<std::byte>& apart = scratch(out.size());
        if (decompress(in, {apart.data(), out.size()})) {
            joinWords({apart.data(), out.size()}, out);
            return {};
        }
    }
    return fail(Errc::Format, "block does not unpack");
}

bool plausibleSize(Codec codec, std::span<const std::byte> in, std::uint64_t size)
{
    return codec == Codec::Raw ? size == in.size()
                               : (codec == Codec::Zstd || codec == Codec::Words)
            && ZSTD_getFrameContentSize(in.data(), in.size()) == size;
}

std::uint64_t unpackedSize(std::span<const std::byte> zstdFrame)
{
    return ZSTD_getFrameContentSize(zstdFrame.data(), zstdFrame.size());
}

std::uint64_t chunkHash(std::span<const std::byte> bytes)
{
    return XXH64(bytes.data(), bytes.size(), 0);
}

} // namespace longpole::store
