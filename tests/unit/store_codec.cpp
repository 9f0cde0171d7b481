// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The codecs: what goes in comes out, and no bytes whatever do harm.
#include "core/store/codec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

using namespace longpole;
using namespace longpole::store;
using model::ColumnShape;

namespace {

template <class T>
std::vector<T> decoded(const EncodedChunk& chunk, std::size_t rows)
{
    std::vector<T> out(rows);
    const auto done =
        decodeColumn(chunk.codec, chunk.bytes, sizeof(T), std::as_writable_bytes(std::span(out)));
    EXPECT_TRUE(done) << (done ? "" : done.error().text());
    return out;
}

template <class T>
EncodedChunk encoded(const std::vector<T>& values, ColumnShape shape)
{
    return encodeColumn(std::as_bytes(std::span(values)), sizeof(T), shape);
}

// Values as traces have them and as they should never be: the kind is drawn as well.
template <class T>
std::vector<T> randomValues(std::mt19937_64& rng, std::size_t rows)
{
    std::vector<T> v(rows);
    const auto kind = rng() % 7;
    const auto bits = rng() % (8 * sizeof(T)) + 1;
    const std::uint64_t mask = bits == 64 ? ~0ULL : (1ULL << bits) - 1;
    const std::uint64_t offset = rng();
    std::uint64_t running = rng();
    for (T& x : v) {
        const std::uint64_t r = rng() & mask;
        running += r >> 1U;
        switch (kind) {
        case 0:
            x = static_cast<T>(offset);
            break;
        case 1:
            x = static_cast<T>(running);
            break; // ascending until it wraps
        case 2:
            x = static_cast<T>(offset + r);
            break; // near an offset
        case 3:
            x = static_cast<T>(rng() % 5 == 0 ? 1ULL << 63U : r);
            break; // with nulls
        case 4:
            x = static_cast<T>(rng());
            break; // noise
        case 5:
            x = static_cast<T>(rng() % 100 == 0 ? ~0ULL : 0);
            break;
        default:
            x = static_cast<T>(running += 16);
            break; // steps of one size
        }
    }
    return v;
}

template <class T>
void roundTrips(std::uint64_t seed)
{
    std::mt19937_64 rng(seed);
    for (int i = 0; i < 300; ++i) {
        const std::size_t rows = i < 20 ? static_cast<std::size_t>(i) + 1 : rng() % 3000 + 1;
        const auto values = randomValues<T>(rng, rows);
        const auto shape = static_cast<ColumnShape>(rng() % 5);
        ASSERT_EQ(decoded<T>(encoded(values, shape), rows), values) << "round " << i;
    }
    const auto full = randomValues<T>(rng, kMaxChunkRows);
    ASSERT_EQ(decoded<T>(encoded(full, ColumnShape::Time), kMaxChunkRows), full);
}

} // namespace

TEST(StoreCodec, BytesComeBack)
{
    roundTrips<std::uint8_t>(1);
}
TEST(StoreCodec, HalfWordsComeBack)
{
    roundTrips<std::uint16_t>(2);
}
TEST(StoreCodec, WordsComeBack)
{
    roundTrips<std::uint32_t>(3);
}
TEST(StoreCodec, LongWordsComeBack)
{
    roundTrips<std::uint64_t>(4);
}

TEST(StoreCodec, ExtremesComeBack)
{
    const std::vector<std::uint64_t> values{0, ~0ULL, 1ULL << 63U, (1ULL << 63U) - 1, 1, ~0ULL};
    for (int shape = 0; shape < 5; ++shape) {
        EXPECT_EQ(
            decoded<std::uint64_t>(encoded(values, static_cast<ColumnShape>(shape)), values.size()),
            values);
    }
}

TEST(StoreCodec, EqualValuesTakeOneValue)
{
    const std::vector<std::uint32_t> values(kMaxChunkRows, 7);
    const auto chunk = encoded(values, ColumnShape::Number);
    EXPECT_EQ(chunk.codec, Codec::Const);
    EXPECT_EQ(chunk.bytes.size(), 4U);
}

TEST(StoreCodec, AscendingTimesTakeFewBytes)
{
    std::mt19937_64 rng(5);
    std::vector<std::int64_t> values(kMaxChunkRows);
    std::int64_t at = 1'700'000'000'000'000'000;
    for (auto& v : values) {
        v = at += static_cast<std::int64_t>(rng() % 60'000);
    }
    const auto chunk = encoded(values, ColumnShape::Time);
    EXPECT_EQ(chunk.codec, Codec::Delta);
    EXPECT_LT(chunk.bytes.size(), values.size() * 5 / 2); // two bytes of noise a row
}

TEST(StoreCodec, PlainBytesComeBack)
{
    std::mt19937_64 rng(6);
    for (int i = 0; i < 100; ++i) {
        std::vector<std::byte> bytes(rng() % 5000 + 1);
        for (auto& b : bytes) {
            b = static_cast<std::byte>(i % 2 == 0 ? rng() : rng() % 3);
        }
        const auto chunk = encodeBytes(bytes);
        EXPECT_EQ(chunk.codec, i % 2 == 0 ? Codec::Raw : chunk.codec);
        ASSERT_TRUE(plausibleSize(chunk.codec, chunk.bytes, bytes.size()));
        EXPECT_FALSE(plausibleSize(chunk.codec, chunk.bytes, bytes.size() + 1));
        std::vector<std::byte> out(bytes.size());
        ASSERT_TRUE(decodeBytes(chunk.codec, chunk.bytes, out));
        EXPECT_EQ(out, bytes);
    }
}

TEST(StoreCodec, WordsComeBackAtEveryLength)
{
    std::mt19937_64 rng(16);
    for (std::size_t size = 1; size < 300; ++size) {
        std::vector<std::byte> bytes(size);
        std::generate(bytes.begin(), bytes.end(),
                      [&] { return static_cast<std::byte>(rng() % 7); });
        const auto chunk = encodeWords(bytes);
        EXPECT_EQ(chunk.codec, Codec::Words);
        ASSERT_TRUE(plausibleSize(chunk.codec, chunk.bytes, bytes.size()));
        std::vector<std::byte> out(bytes.size());
        ASSERT_TRUE(decodeBytes(chunk.codec, chunk.bytes, out));
        EXPECT_EQ(out, bytes);
    }
}

TEST(StoreCodec, AWrongRowCountIsAnError)
{
    std::vector<std::uint32_t> values(1000);
    std::mt19937_64 rng(7);
    std::generate(values.begin(), values.end(), [&] { return static_cast<std::uint32_t>(rng()); });
    const auto chunk = encoded(values, ColumnShape::Number);
    for (const std::size_t rows : {1U, 999U, 1001U, 65536U}) {
        std::vector<std::uint32_t> out(rows);
        EXPECT_FALSE(
            decodeColumn(chunk.codec, chunk.bytes, 4, std::as_writable_bytes(std::span(out))))
            << rows;
    }
}

TEST(StoreCodec, HostileBytesDoNoHarm)
{
    std::mt19937_64 rng(8);
    std::vector<std::uint64_t> out(2000);
    int refused = 0;
    for (int i = 0; i < 20'000; ++i) {
        const unsigned width = 1U << (rng() % 4);
        EncodedChunk chunk{static_cast<Codec>(rng() % 8), {}};
        if (i % 2 == 0) { // a real chunk with some bytes turned over or cut off
            chunk =
                encoded(randomValues<std::uint32_t>(rng, 500), static_cast<ColumnShape>(rng() % 5));
            for (auto flips = rng() % 4; flips > 0; --flips) {
                chunk.bytes[rng() % chunk.bytes.size()] ^=
                    static_cast<std::byte>(1U << (rng() % 8));
            }
            chunk.bytes.resize(rng() % 3 == 0 ? rng() % (chunk.bytes.size() + 1)
                                              : chunk.bytes.size());
        } else {
            chunk.bytes.resize(rng() % 200);
            std::generate(chunk.bytes.begin(), chunk.bytes.end(),
                          [&] { return static_cast<std::byte>(rng()); });
        }
        const std::size_t rows = i % 3 == 0 ? 500 : rng() % 2000 + 1;
        const auto span = std::as_writable_bytes(std::span(out)).first(rows * width);
        refused += decodeColumn(chunk.codec, chunk.bytes, width, span) ? 0 : 1;
        (void)decodeBytes(chunk.codec, chunk.bytes, span);
    }
    EXPECT_GT(refused, 10'000);
}
