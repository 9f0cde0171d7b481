// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "collectors/wire/record_encoder.h"
#include "tests/collector/wire_records.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>

namespace longpole::testing {

namespace {

namespace fs = std::filesystem;
using wire::RecordEncoder;
using wire::SpoolFile;
using wire::SpoolReader;

class Wire : public ::testing::Test
{
protected:
    Wire()
    {
        std::string name = (fs::temp_directory_path() / "longpole-wire-XXXXXX").string();
        m_folder = ::mkdtemp(name.data());
    }
    ~Wire() override { fs::remove_all(m_folder); }
    std::string path() const { return (m_folder / "a.lpspool").string(); }
    std::vector<char> bytes() const
    {
        std::ifstream in(path(), std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    // Reads in pieces of that size.
    SpoolContents read(const std::vector<char>& data, std::size_t piece = 4096)
    {
        SpoolContents out;
        SpoolReader reader(out);
        for (std::size_t at = 0; at < data.size(); at += piece) {
            reader.feed(
                std::as_bytes(std::span(data.data() + at, std::min(piece, data.size() - at))));
        }
        reader.finish();
        damage = reader.damage();
        m_text = [&](std::uint64_t id) { return std::string(reader.string(id)); };
        for (MadeRecord& r : out.records) { // as they were written: pointers cannot come back
            for (const auto& f :
                 wire::layoutOf(r.kind, static_cast<std::uint32_t>(r.bytes.size()))) {
                if (f.mode == wire::FieldMode::Text) {
                    names.push_back(m_text(wire::loadNumber(r.bytes.data() + f.offset, 8)));
                }
            }
        }
        return out;
    }

    fs::path m_folder;
    wire::SpoolDamage damage;
    std::vector<std::string> names;
    std::function<std::string(std::uint64_t)> m_text;
};

// Every byte random, but the kind, and texts that must be pointers.
MadeRecord randomRecord(std::mt19937& rng, const std::vector<std::string>& texts)
{
    constexpr std::uint16_t kKinds[] = {1,  2,  4,  5,  8,  10, 17, 20, 22,
                                        36, 37, 38, 49, 50, 51, 52, 60};
    constexpr std::size_t kStrides[] = {24, 40, 56, 64, 80, 96, 128, 184, 216, 240};
    MadeRecord r(kKinds[rng() % std::size(kKinds)], kStrides[rng() % std::size(kStrides)]);
    const bool fresh = rng() % 2 == 0;
    for (std::size_t i = 4; i < r.bytes.size(); ++i) {
        r.bytes[i] = static_cast<std::byte>(fresh ? rng() : i);
    }
    for (const auto& f : wire::layoutOf(r.kind, static_cast<std::uint32_t>(r.bytes.size()))) {
        if (f.mode == wire::FieldMode::Text) {
            const char* text = rng() % 5 == 0 ? nullptr : texts[rng() % texts.size()].c_str();
            wire::storeNumber(r.bytes.data() + f.offset, f.width,
                              reinterpret_cast<std::uintptr_t>(text));
        }
    }
    return r;
}

TEST_F(Wire, GivesBackEveryByteOfRandomRecords)
{
    std::mt19937 rng(7);
    const std::vector<std::string> texts{"a", "void kernel<float>(int)", "", std::string(900, 'x')};
    std::map<std::uint16_t, std::vector<MadeRecord>> expected;
    for (const std::size_t room : {RecordEncoder::kDictionaryBytes, std::size_t{4096}}) {
        fs::remove(path());
        expected.clear();
        SpoolFile file;
        ASSERT_TRUE(file.create(path(), 1U << 30U));
        RecordEncoder encoder(file, room);
        for (int i = 0; i < 5000; ++i) {
            const MadeRecord r = randomRecord(rng, texts);
            encoder.add(r.kind, r.bytes.data(), static_cast<std::uint32_t>(r.bytes.size()));
            expected[r.kind].push_back(r);
            if (rng() % 700 == 0) {
                encoder.flush();
            }
            if (rng() % 1500 == 0) {
                encoder.forgetPointers();
            }
        }
        encoder.flush();
        EXPECT_EQ(encoder.totals().records, 5000U);
        EXPECT_EQ(encoder.totals().inlined > 0, room == 4096);
        const SpoolContents got = read(bytes(), 1 + rng() % 5000);
        ASSERT_EQ(got.records.size(), 5000U);
        // The order among records of one kind and size is kept.
        for (auto& [kind, list] : expected) {
            std::map<std::size_t, std::vector<const MadeRecord*>> want;
            std::map<std::size_t, std::vector<const MadeRecord*>> have;
            for (const MadeRecord& r : list) {
                want[r.bytes.size()].push_back(&r);
            }
            for (const MadeRecord& r : got.records) {
                if (r.kind == kind) {
                    have[r.bytes.size()].push_back(&r);
                }
            }
            for (auto& [stride, records] : want) {
                ASSERT_EQ(have[stride].size(), records.size());
                for (std::size_t i = 0; i < records.size(); ++i) {
                    MadeRecord mended = *have[stride][i];
                    for (const auto& f : wire::layoutOf(kind, static_cast<std::uint32_t>(stride))) {
                        if (f.mode != wire::FieldMode::Text) {
                            continue;
                        }
                        const auto* pointer = reinterpret_cast<const char*>(
                            wire::loadNumber(records[i]->bytes.data() + f.offset, 8));
                        const std::uint64_t id =
                            wire::loadNumber(mended.bytes.data() + f.offset, 8);
                        ASSERT_EQ(id == 0, pointer == nullptr);
                        if (pointer != nullptr && *pointer == 0) {
                            ASSERT_NE(id, 0U);
                        }
                        wire::storeNumber(mended.bytes.data() + f.offset, 8,
                                          reinterpret_cast<std::uintptr_t>(pointer));
                    }
                    ASSERT_EQ(mended.bytes, records[i]->bytes) << "kind " << kind;
                }
            }
        }
    }
}

TEST_F(Wire, NamesComeBack)
{
    SpoolFile file;
    ASSERT_TRUE(file.create(path(), 1U << 30U));
    RecordEncoder encoder(file);
    std::string first = "gemm";
    auto k = madeKernel(10, 20, 1, first.c_str());
    encoder.add(k.kind, k.bytes.data(), 216);
    encoder.flush();
    // The module is unloaded and another one puts its name at the same address.
    first = "conv";
    encoder.forgetPointers();
    encoder.add(k.kind, k.bytes.data(), 216);
    encoder.flush();
    (void)read(bytes());
    EXPECT_EQ(names, (std::vector<std::string>{"gemm", "conv"}));
}

TEST_F(Wire, CutOffAnywhereEverythingBeforeTheLastChunkIsRead)
{
    SpoolFile file;
    ASSERT_TRUE(file.create(path(), 1U << 30U));
    RecordEncoder encoder(file);
    std::vector<std::uint64_t> ends;
    for (std::uint32_t i = 1; i <= 50; ++i) {
        const auto k = madeKernel(i * 10, i * 10 + 5, i, i % 2 == 0 ? "even" : "odd");
        encoder.add(k.kind, k.bytes.data(), 216);
        encoder.flush();
        ends.push_back(file.bytes());
    }
    const std::vector<char> whole = bytes();
    for (std::size_t cut = 0; cut <= whole.size(); cut += 13) {
        const auto complete = static_cast<std::size_t>(
            std::upper_bound(ends.begin(), ends.end(), cut) - ends.begin());
        const SpoolContents got = read({whole.begin(), whole.begin() + static_cast<long>(cut)});
        ASSERT_EQ(got.records.size(), complete) << "cut at " << cut;
        ASSERT_EQ(damage.skippedBytes, 0U);
        ASSERT_EQ(damage.unreadableRecords, 0U);
    }
}

TEST_F(Wire, ADamagedByteCostsItsChunkAndIsSaid)
{
    SpoolFile file;
    ASSERT_TRUE(file.create(path(), 1U << 30U));
    RecordEncoder encoder(file);
    for (std::uint32_t i = 1; i <= 40; ++i) {
        const auto k = madeKernel(i * 10, i * 10 + 5, i, i <= 20 ? "first" : "second");
        encoder.add(k.kind, k.bytes.data(), 216);
        encoder.flush();
    }
    const std::vector<char> whole = bytes();
    std::mt19937 rng(3);
    std::size_t best = 0;
    for (int round = 0; round < 300; ++round) {
        std::vector<char> bad = whole;
        bad[rng() % bad.size()] ^= static_cast<char>(1U << (rng() % 8));
        const SpoolContents got = read(bad);
        best = std::max(best, got.records.size());
        // Either a chunk of records, or what they need: nothing goes missing without a word.
        ASSERT_LT(got.records.size(), 40U + 1);
        ASSERT_TRUE(got.records.size() == 40 || damage.missingChunks + damage.unreadableRecords > 0
                    || damage.tailBytes > 0);
        ASSERT_GT(damage.skippedBytes + damage.tailBytes, 0U);
    }
    EXPECT_GE(best, 39U);
}

TEST_F(Wire, AFullDiskOrTheLimitStopsWritingAndKeepsTheFileWhole)
{
    SpoolFile file;
    ASSERT_TRUE(file.create(path(), 3000));
    RecordEncoder encoder(file);
    for (std::uint32_t i = 1; i <= 100; ++i) {
        const auto k = madeKernel(i, i + 5, i, "k");
        encoder.add(k.kind, k.bytes.data(), 216);
        encoder.flush();
    }
    EXPECT_EQ(file.stopped(), EFBIG);
    EXPECT_LE(file.bytes(), 3000U);
    EXPECT_TRUE(file.last(wire::ChunkType::End, "x=1\n"));
    const SpoolContents got = read(bytes());
    EXPECT_TRUE(got.ended);
    EXPECT_EQ(got.records.size() + encoder.totals().lost, 100U);
    EXPECT_EQ(damage.missingChunks + damage.skippedBytes + damage.tailBytes, 0U);
}

TEST_F(Wire, LinesKeepAnyCharacter)
{
    std::string lines;
    wire::addLine(lines, "cmdline", "a\nb\\nc=d");
    SpoolFile file;
    ASSERT_TRUE(file.create(path(), 1U << 20U));
    ASSERT_TRUE(file.append(wire::ChunkType::Info, lines));
    EXPECT_EQ(read(bytes()).infos.at("cmdline"), "a\nb\\nc=d");
}

TEST_F(Wire, CountsBadTimesAndKeepsThem)
{
    SpoolFile file;
    ASSERT_TRUE(file.create(path(), 1U << 20U));
    RecordEncoder encoder(file);
    for (const auto& k :
         {madeKernel(0, 0, 1, "k"), madeKernel(10, 5, 2, "k"), madeKernel(1, 2, 3, "k")}) {
        encoder.add(k.kind, k.bytes.data(), 216);
    }
    encoder.flush();
    EXPECT_EQ(encoder.totals().badTimes, 2U);
    const SpoolContents got = read(bytes());
    ASSERT_EQ(got.records.size(), 3U);
    EXPECT_EQ(wire::RecordView(10, got.records[1].bytes).number(wire::kernel::kEnd), 5U);
}

} // namespace

} // namespace longpole::testing
