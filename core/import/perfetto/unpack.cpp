// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/unpack.h"

#include <zlib.h>
#include <zstd.h>

#include <limits>
#include <memory>

namespace longpole::import {

namespace {

constexpr std::size_t kStep = std::size_t{256} << 10U;

struct FreeStream
{
    void operator()(ZSTD_DStream* s) const { ZSTD_freeDStream(s); }
};

} // namespace

bool inflatePackets(std::string_view packed, std::string& out)
{
    out.clear();
    z_stream stream{};
    constexpr int kAnyHeader = 15 + 32; // zlib's or gzip's
    if (packed.size() > std::numeric_limits<uInt>::max()
        || inflateInit2(&stream, kAnyHeader) != Z_OK) {
        return false;
    }
    // zlib's interface is older than const.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    int state = Z_OK;
    while (state == Z_OK && out.size() < kMostUnpacked) {
        const std::size_t before = out.size();
        out.resize(before + kStep);
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + before);
        stream.avail_out = static_cast<uInt>(kStep);
        state = inflate(&stream, Z_NO_FLUSH);
        out.resize(before + kStep - stream.avail_out);
    }
    inflateEnd(&stream);
    return state == Z_STREAM_END;
}

bool unpackZstdPackets(std::string_view packed, std::string& out)
{
    out.clear();
    const std::unique_ptr<ZSTD_DStream, FreeStream> stream(ZSTD_createDStream());
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    std::size_t state = 1;
    while (state != 0 && out.size() < kMostUnpacked) {
        const std::size_t before = out.size();
        out.resize(before + kStep);
        ZSTD_outBuffer to{out.data() + before, kStep, 0};
        state = ZSTD_decompressStream(stream.get(), &to, &in);
        out.resize(before + to.pos);
        if (ZSTD_isError(state) != 0U || (to.pos == 0 && in.pos == in.size)) {
            return false;
        }
    }
    return state == 0;
}

} // namespace longpole::import
