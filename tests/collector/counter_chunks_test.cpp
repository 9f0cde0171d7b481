// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Counters in a spool: what was written is read back, and nonsense is counted, not believed.
#include "collectors/wire/counter_chunks.h"
#include "collectors/wire/spool_file.h"
#include "tests/collector/wire_records.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>

namespace longpole::testing {

namespace {

class CounterChunks : public ::testing::Test
{
protected:
    CounterChunks()
    {
        std::string name =
            (std::filesystem::temp_directory_path() / "longpole-chunks-XXXXXX").string();
        m_folder = ::mkdtemp(name.data());
    }
    ~CounterChunks() override { std::filesystem::remove_all(m_folder); }
    // A spool of one chunk, read in pieces of 7 bytes.
    wire::SpoolDamage readBack(wire::ChunkType type, const wire::Bytes& bytes, std::uint32_t count,
                               SpoolContents& contents)
    {
        const std::string path = m_folder + "/" + std::to_string(m_files++);
        wire::SpoolFile file;
        EXPECT_TRUE(file.create(path, 1U << 24U));
        EXPECT_TRUE(file.append(type, bytes, count));
        file.close();
        std::ifstream in(path, std::ios::binary);
        const std::vector<char> all{std::istreambuf_iterator<char>(in), {}};
        wire::SpoolReader reader(contents);
        for (std::size_t at = 0; at < all.size(); at += 7) {
            reader.feed(std::as_bytes(std::span(all))
                            .subspan(at, std::min<std::size_t>(7, all.size() - at)));
        }
        reader.finish();
        return reader.damage();
    }

private:
    std::string m_folder;
    int m_files = 0;
};

const std::vector<wire::CounterName> kNames{{"time", "ns"}, {"rate", "B/s"}, {"plain", ""}};

TEST_F(CounterChunks, OfKernelsComeBackAsTheyWere)
{
    const double missing = std::numeric_limits<double>::quiet_NaN();
    const wire::KernelCounters a{"_Z4gemmPf",
                                 3,
                                 0xffffffffULL,
                                 12345678901ULL,
                                 {1, 65535, 0xffffffff},
                                 {1024, 1, 1},
                                 {1.5, missing, -1e300}};
    const wire::KernelCounters b{"", 0, 0, 0, {}, {}, {0, 1, 2}};
    wire::Bytes bytes;
    wire::packCounterNames(bytes, kNames);
    wire::packKernelCounters(bytes, a);
    wire::packKernelCounters(bytes, b);
    SpoolContents s;
    const auto damage = readBack(wire::ChunkType::KernelCounters, bytes, 2, s);
    EXPECT_EQ(damage.unreadableRecords + damage.skippedBytes + damage.unknownChunks, 0U);
    ASSERT_EQ(s.counters.size(), 2U);
    EXPECT_EQ(s.counterNames.size(), 3U);
    EXPECT_EQ(s.counterNames[1].unit, "B/s");
    EXPECT_EQ(s.counters[0].kernel, a.kernel);
    EXPECT_EQ(s.counters[0].stream, a.stream);
    EXPECT_EQ(s.counters[0].occurrence, a.occurrence);
    EXPECT_EQ(s.counters[0].grid[2], a.grid[2]);
    EXPECT_EQ(s.counters[0].block[0], a.block[0]);
    EXPECT_EQ(s.counters[0].values[0], 1.5);
    EXPECT_TRUE(std::isnan(s.counters[0].values[1]));
    EXPECT_EQ(s.counters[1].values, b.values);
}

TEST_F(CounterChunks, OfSamplesComeBackAsTheyWere)
{
    wire::Bytes bytes;
    wire::packCounterNames(bytes, kNames);
    wire::packSampledDevice(bytes, 7);
    for (std::uint64_t i = 0; i < 100; ++i) {
        wire::packDeviceSample(bytes, {7, i, ~i, {1.0 * static_cast<double>(i), 2, 3}});
    }
    SpoolContents s;
    EXPECT_EQ(readBack(wire::ChunkType::DeviceSamples, bytes, 100, s).unreadableRecords, 0U);
    ASSERT_EQ(s.samples.size(), 100U);
    EXPECT_EQ(s.samples[99].device, 7U);
    EXPECT_EQ(s.samples[99].start, 99U);
    EXPECT_EQ(s.samples[99].end, ~std::uint64_t{99});
    EXPECT_EQ(s.samples[99].values, (std::vector<double>{99, 2, 3}));
}

TEST_F(CounterChunks, OfStallsComeBackAsTheyWere)
{
    wire::Bytes bytes;
    wire::packCounterNames(bytes, kNames);
    wire::packSampledDevice(bytes, 3);
    const wire::FunctionStalls a{"_Z4gemmPf", 3, ~std::uint64_t{0}, {{0, 1}, {2, 1ULL << 40U}}};
    const wire::FunctionStalls b{"", 3, 0, {}};
    wire::packFunctionStalls(bytes, a);
    wire::packFunctionStalls(bytes, b);
    SpoolContents s;
    EXPECT_EQ(readBack(wire::ChunkType::StallSamples, bytes, 2, s).unreadableRecords, 0U);
    ASSERT_EQ(s.stalls.size(), 2U);
    EXPECT_EQ(s.counterNames.size(), 3U);
    EXPECT_EQ(s.stalls[0].function, a.function);
    EXPECT_EQ(s.stalls[0].device, 3U);
    EXPECT_EQ(s.stalls[0].cubin, a.cubin);
    EXPECT_EQ(s.stalls[0].samples, a.samples);
    EXPECT_TRUE(s.stalls[1].samples.empty());
}

TEST_F(CounterChunks, OfStallsWithAReasonThatHasNoNameAreCounted)
{
    wire::Bytes bytes;
    wire::packCounterNames(bytes, kNames);
    wire::packSampledDevice(bytes, 0);
    wire::packFunctionStalls(bytes, {"good", 0, 1, {{2, 5}}});
    wire::packFunctionStalls(bytes, {"bad", 0, 1, {{3, 5}}});
    SpoolContents s;
    EXPECT_EQ(readBack(wire::ChunkType::StallSamples, bytes, 2, s).unreadableRecords, 1U);
    ASSERT_EQ(s.stalls.size(), 1U);
    EXPECT_EQ(s.stalls[0].function, "good");
}

// As a version that came before them sees them, and as this one sees what is to come.
TEST_F(CounterChunks, OfALaterVersionAreSkippedAndCounted)
{
    wire::Bytes bytes;
    wire::packCounterNames(bytes, kNames);
    SpoolContents s;
    constexpr auto kLater =
        static_cast<wire::ChunkType>(static_cast<std::uint16_t>(wire::ChunkType::StallSamples) + 1);
    const auto damage = readBack(kLater, bytes, 2, s);
    EXPECT_EQ(damage.unknownChunks, 1U);
    EXPECT_EQ(damage.unreadableRecords + damage.skippedBytes, 0U);
}

TEST_F(CounterChunks, ThatPromiseMoreThanTheyHoldAreCounted)
{
    wire::Bytes bytes;
    wire::packCounterNames(bytes, kNames);
    wire::packKernelCounters(bytes, {"k", 0, 0, 0, {}, {}, {1, 2, 3}});
    SpoolContents s;
    EXPECT_EQ(readBack(wire::ChunkType::KernelCounters, bytes, 5, s).unreadableRecords, 4U);
    EXPECT_EQ(s.counters.size(), 1U);
}

TEST_F(CounterChunks, OfNonsenseAreNotBelieved)
{
    std::mt19937 rng(7);
    for (int i = 0; i < 3000; ++i) {
        wire::Bytes bytes;
        for (std::size_t n = rng() % 200; n > 0; --n) {
            bytes.push_back(static_cast<std::byte>(rng() % (i % 2 == 0 ? 256 : 4)));
        }
        SpoolContents s;
        const std::uint32_t count = i % 3 == 0 ? 0xffffffff : static_cast<std::uint32_t>(rng() % 9);
        const auto damage = readBack(i % 5 == 0       ? wire::ChunkType::DeviceSamples
                                         : i % 7 == 0 ? wire::ChunkType::StallSamples
                                                      : wire::ChunkType::KernelCounters,
                                     bytes, count, s);
        EXPECT_EQ(s.counters.size() + s.samples.size() + s.stalls.size() + damage.unreadableRecords,
                  count);
        for (const wire::FunctionStalls& f : s.stalls) {
            for (const auto& [reason, samples] : f.samples) {
                EXPECT_LT(reason, s.counterNames.size());
            }
        }
        for (const wire::KernelCounters& k : s.counters) {
            EXPECT_EQ(k.values.size(), s.counterNames.size());
        }
    }
}

} // namespace

} // namespace longpole::testing
