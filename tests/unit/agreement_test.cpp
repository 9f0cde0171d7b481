// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Types decoded over all their patterns; damaged files end in one sentence.
#include "core/diff/agreement/agreement.h"
#include "tests/support/store_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <random>

namespace longpole::agreement {
namespace {

std::vector<Real> everyPattern(const DType& type)
{
    const std::size_t n = std::size_t{1} << type.bits;
    std::vector<std::byte> bytes;
    for (std::size_t raw = 0; raw < n; ++raw) {
        bytes.push_back(std::byte(raw & 0xffU));
        if (type.bits == 16) {
            bytes.push_back(std::byte(raw >> 8U));
        }
    }
    std::vector<Real> out(n);
    decode(type, bytes, std::span(out));
    return out;
}

TEST(AgreementTypes, Bf16IsTheUpperHalfOfF32)
{
    const auto values = everyPattern(*dtypeOfSafetensors("BF16"));
    for (std::uint32_t raw = 0; raw < values.size(); ++raw) {
        const auto expected = std::bit_cast<float>(raw << 16U);
        if (std::isnan(expected)) {
            EXPECT_TRUE(std::isnan(values[raw].value));
        } else {
            EXPECT_EQ(values[raw].value, static_cast<double>(expected));
        }
    }
}

TEST(AgreementTypes, NumbersRiseWithTheirPlaceAndNeighboursDifferByOne)
{
    for (const char* name : {"F16", "BF16", "F8_E4M3", "F8_E5M2", "F8_E4M3FNUZ", "F8_E5M2FNUZ"}) {
        std::map<std::int64_t, double> byPlace;
        for (const Real& r : everyPattern(*dtypeOfSafetensors(name))) {
            if (!std::isnan(r.value)) {
                const auto [it, isNew] = byPlace.emplace(r.place, r.value);
                EXPECT_EQ(it->second, r.value) << name; // both zeros
            }
        }
        for (auto it = std::next(byPlace.begin()); it != byPlace.end(); ++it) {
            EXPECT_EQ(it->first, std::prev(it)->first + 1) << name;
            EXPECT_LT(std::prev(it)->second, it->second) << name;
        }
    }
}

// Largest, smallest normal and smallest number as the formats' specifications print them.
TEST(AgreementTypes, LimitsAreThoseOfTheSpecifications)
{
    struct Limits
    {
        const char* name;
        double largest;
        double smallest;
        int nans;
    };
    for (const Limits& l : {Limits{"F16", 65504, std::ldexp(1, -24), 2 * 1023},
                            Limits{"F8_E4M3", 448, std::ldexp(1, -9), 2},
                            Limits{"F8_E5M2", 57344, std::ldexp(1, -16), 6},
                            Limits{"F8_E4M3FNUZ", 240, std::ldexp(1, -10), 1},
                            Limits{"F8_E5M2FNUZ", 57344, std::ldexp(1, -17), 1}}) {
        double largest = 0;
        double smallest = 1;
        int nans = 0;
        for (const Real& r : everyPattern(*dtypeOfSafetensors(l.name))) {
            nans += std::isnan(r.value) ? 1 : 0;
            largest = std::isfinite(r.value) ? std::max(largest, r.value) : largest;
            smallest = r.value > 0 ? std::min(smallest, r.value) : smallest;
        }
        EXPECT_EQ(largest, l.largest) << l.name;
        EXPECT_EQ(smallest, l.smallest) << l.name;
        EXPECT_EQ(nans, l.nans) << l.name;
    }
    std::array<Real, 4> fours;
    const std::array<std::byte, 2> packed{std::byte{0x72}, std::byte{0x9f}};
    decode(*dtypeOfSafetensors("F4"), packed, std::span(fours));
    EXPECT_EQ(fours[0].value, 1);
    EXPECT_EQ(fours[1].value, 6);
    EXPECT_EQ(fours[2].value, -6);
    EXPECT_EQ(fours[3].value, -0.5);
}

TEST(AgreementTypes, BinsOfStepsArePowersOfTwo)
{
    EXPECT_EQ(ulpBin(0), 0U);
    EXPECT_EQ(ulpBin(1), 1U);
    EXPECT_EQ(ulpBin(2), 2U);
    EXPECT_EQ(ulpBin(3), 3U);
    EXPECT_EQ(ulpBin(4), 3U);
    EXPECT_EQ(ulpBin(5), 4U);
    EXPECT_LT(ulpBin(~std::uint64_t{0}), TensorAgreement::kUlpBins);
}

// Cut anywhere or changed in a byte, a file is refused in words or read; nothing else happens.
TEST(AgreementFiles, DamageIsRefusedOrRead)
{
    const std::string cases = LONGPOLE_SOURCE_DIR "/tests/golden/agree/";
    std::mt19937_64 rng(11);
    for (const std::string file : {"npy/before.npy", "npz/after.npz", "npz/before.npz",
                                   "safetensors-every-type/before.safetensors"}) {
        const std::string whole = test::readFile(cases + file);
        ASSERT_FALSE(whole.empty()) << file;
        const test::TempFolder folder;
        const std::string path = folder / std::filesystem::path(file).filename().string();
        int refused = 0;
        for (int round = 0; round < 120; ++round) {
            std::string bytes = whole;
            if (round % 2 == 0) {
                bytes.resize(rng() % whole.size());
            } else {
                bytes[rng() % std::min<std::size_t>(bytes.size(), 2000)] = static_cast<char>(rng());
            }
            test::writeFile(path, bytes);
            const auto report = compare(cases + file, path, {}, JobContext());
            if (!report) {
                ++refused;
                EXPECT_NE(report.error().where.find(path), std::string::npos);
                EXPECT_FALSE(report.error().message.empty());
            }
        }
        EXPECT_GE(refused, 56) << file; // all that were cut
    }
}

TEST(AgreementFiles, AFolderIsOneSetOfTensors)
{
    const std::string cases = LONGPOLE_SOURCE_DIR "/tests/golden/agree/";
    const test::TempFolder folder;
    for (const std::string name : {"one.npy", "two.npy"}) {
        test::writeFile(folder / name, test::readFile(cases + "npy/before.npy"));
    }
    const auto report = compare(folder.path().string(), folder.path().string(), {}, JobContext());
    ASSERT_TRUE(report);
    EXPECT_EQ(report->tensors.size(), 2U);
    EXPECT_TRUE(report->agrees());
    test::writeFile(folder / "x.safetensors",
                    test::readFile(cases + "safetensors-every-type/before.safetensors"));
    test::writeFile(folder / "y.safetensors",
                    test::readFile(cases + "safetensors-every-type/before.safetensors"));
    const auto twice = compare(folder.path().string(), folder.path().string(), {}, JobContext());
    ASSERT_FALSE(twice);
    EXPECT_NE(twice.error().message.find("another file of the folder"), std::string::npos);
}

} // namespace
} // namespace longpole::agreement
