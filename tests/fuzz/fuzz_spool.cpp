// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes whatever, read as a spool. Checksums would keep most of them out, so they are mended
// first: what is inside the chunks is what is tried.
#include "collectors/wire/chunk.h"
#include "tests/fuzz/import_text.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

std::string mended(std::string bytes)
{
    using namespace longpole::wire;
    std::size_t at = 0;
    while (at + sizeof(ChunkHeader) <= bytes.size()) {
        ChunkHeader header;
        std::memcpy(&header, bytes.data() + at, sizeof(header));
        if (header.magic != kChunkMagic
            || header.length > bytes.size() - at - sizeof(ChunkHeader)) {
            ++at;
            continue;
        }
        header.checksum = checksumOf(
            header, std::as_bytes(std::span(bytes.data() + at + sizeof(header), header.length)));
        std::memcpy(bytes.data() + at, &header, sizeof(header));
        at += sizeof(header) + header.length;
    }
    return bytes;
}

void check(const std::string& bytes)
{
    const auto trace = longpole::test::importAs("longpole-spool", bytes);
    if (!trace) {
        return;
    }
    const std::string broken = longpole::test::brokenPromise(**trace);
    if (!broken.empty()) {
        std::fprintf(stderr, "broken promise: %s\n", broken.c_str());
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    check(bytes);
    check(mended(bytes));
    return 0;
}
