// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes whatever: as a store that is opened, read and queried, or as one packed chunk.
#include "core/open/query.h"
#include "core/store/codec.h"
#include "core/store/store_reader.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace longpole;

namespace {

constexpr std::size_t kFewRows = 1 << 20; // a promise of more rows is not tried out

void readColumns(const model::Trace& trace)
{
    for (const model::ColumnInfo& info : model::allColumns()) {
        const bool perTrack = info.table <= model::Table::Counters;
        const std::size_t parts = perTrack ? trace.tracks().size() : 1;
        for (std::uint32_t part = 0; part < parts; ++part) {
            const model::ColumnKey key{info.table, info.index, part};
            if (trace.rowCount(key) <= kFewRows) {
                (void)trace.source()->load(key);
            }
        }
    }
}

bool isSmall(const model::Trace& trace)
{
    const auto& c = trace.counts();
    return std::max({c.slices, c.instants, c.counterSamples, c.links}) <= kFewRows;
}

void readStore(const std::uint8_t* data, std::size_t size)
{
    static const std::string path =
        (std::filesystem::temp_directory_path() / ("fuzz-store-" + std::to_string(getpid())))
            .string();
    static const int removeAtExit = std::atexit([] { std::filesystem::remove(path); });
    (void)removeAtExit;
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    const auto loaded = store::load(path, {});
    if (!loaded) {
        return;
    }
    const model::Trace& trace = **loaded;
    readColumns(trace);
    if (!isSmall(trace)) {
        return;
    }
    for (std::uint32_t id = 0; id < std::min<std::uint64_t>(trace.counts().slices, 50); ++id) {
        const model::Slice slice = trace.slice(SliceId(id));
        (void)trace.args(slice.args);
        (void)trace.string(slice.name);
        (void)trace.gpuOpOf(slice.id);
        (void)trace.linksTo(slice.id);
    }
    for (const char* view : {"slices", "tracks", "gpu_ops", "api_calls", "counters", "links",
                             "args", "ledger", "meta"}) {
        (void)open::query(trace, std::string("SELECT * FROM ") + view,
                          {std::chrono::milliseconds(200), 1000, 1 << 20}, {});
    }
    (void)open::query(
        trace,
        "SELECT count(*) FROM slices WHERE ts_ns > 1000 AND name = 'Memset' AND track_id > 1",
        {std::chrono::milliseconds(200), 1000, 1 << 20}, {});
}

void unpackChunk(const std::uint8_t* data, std::size_t size)
{
    constexpr std::size_t kHeader = 4;
    if (size < kHeader) {
        return;
    }
    const auto codec = static_cast<store::Codec>(data[0]);
    const unsigned width = 1U << (data[1] % 4);
    const std::size_t rows = (data[2] | static_cast<std::size_t>(data[3]) << 8U) + 1;
    std::vector<std::uint64_t> out(rows);
    const auto in = std::as_bytes(std::span(data, size)).subspan(kHeader);
    const auto bytes = std::as_writable_bytes(std::span(out)).first(rows * width);
    (void)store::decodeColumn(codec, in, width, bytes);
    (void)store::decodeBytes(codec, in, bytes);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (store::looksLikeStore(std::as_bytes(std::span(data, size)))) {
        readStore(data, size);
    } else {
        unpackChunk(data, size);
    }
    return 0;
}
