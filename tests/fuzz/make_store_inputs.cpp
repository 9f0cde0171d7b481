// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Writes small inputs for fuzz_store into a folder: stores of random traces, with small pages, some
// with turned bits, and single chunks of every codec.
#include "core/store/codec.h"
#include "core/store/sqlite_db.h"
#include "core/store/store_writer.h"
#include "tests/support/random_trace.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

using namespace longpole;

namespace {

bool writeStore(std::uint32_t seed, const std::string& path)
{
    test::RandomTraceOptions options;
    options.seed = seed;
    options.threads = seed % 3;
    options.slicesPerThread = 12;
    options.streams = seed % 2 + 1;
    options.opsPerStream = 8;
    options.counters = seed % 2;
    options.samplesPerCounter = 5;
    options.instantsPerThread = 4;
    options.iterations = 2;
    store::LodBlobs lod;
    lod.push_back({TrackId(1), 0, std::vector<std::byte>(64, std::byte{3})});
    if (!store::save(*test::randomTrace(options), lod, path, {})) {
        return false;
    }
    auto db = store::Database::createUnguarded(path);
    return db && db->run("PRAGMA page_size=512; VACUUM") && db->close();
}

void turnBits(const std::string& from, const std::string& to, std::mt19937& rng)
{
    std::ifstream in(from, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    for (int i = 0; i < 6; ++i) {
        bytes[rng() % bytes.size()] ^= static_cast<char>(1U << (rng() % 8));
    }
    std::ofstream(to, std::ios::binary) << bytes;
}

void writeChunk(std::mt19937& rng, unsigned shape, const std::string& path)
{
    std::vector<std::uint32_t> values(100);
    std::uint32_t running = 0;
    for (std::uint32_t& v : values) {
        const auto step = static_cast<std::uint32_t>(rng() % 500);
        running += step;
        v = shape % 2 == 0 ? running : step * 137;
    }
    const auto chunk = store::encodeColumn(std::as_bytes(std::span(values)), 4,
                                           static_cast<model::ColumnShape>(shape % 5));
    std::ofstream out(path, std::ios::binary);
    out.put(static_cast<char>(chunk.codec)).put(2).put(99).put(0);
    out.write(reinterpret_cast<const char*>(chunk.bytes.data()),
              static_cast<std::streamsize>(chunk.bytes.size()));
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: make_store_inputs FOLDER\n");
        return 2;
    }
    const std::string folder = argv[1];
    std::filesystem::create_directories(folder);
    std::mt19937 rng(1);
    for (std::uint32_t seed = 0; seed < 6; ++seed) {
        const std::string path = folder + "/store" + std::to_string(seed);
        if (!writeStore(seed, path)) {
            std::fprintf(stderr, "%s cannot be written\n", path.c_str());
            return 1;
        }
        for (int i = 0; i < 10; ++i) {
            turnBits(path, path + "-turned" + std::to_string(i), rng);
        }
    }
    for (unsigned shape = 0; shape < 10; ++shape) {
        writeChunk(rng, shape, folder + "/chunk" + std::to_string(shape));
    }
    return 0;
}
