// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/proto_writer.h"

#include <cassert>

namespace longpole::test {

// RFC 1950 and 1951. Stored, so that the bytes don't depend on a compressor's version.
std::string zlibPacked(const std::string& bytes)
{
    assert(bytes.size() <= 0xffff);
    std::uint32_t a = 1; // Adler-32
    std::uint32_t b = 0;
    for (const char c : bytes) {
        a = (a + static_cast<unsigned char>(c)) % 65521;
        b = (b + a) % 65521;
    }
    const auto size = static_cast<std::uint32_t>(bytes.size());
    std::string out("\x78\x01\x01", 3);
    for (const std::uint32_t v : {size, ~size}) {
        out += static_cast<char>(v & 0xffU);
        out += static_cast<char>(v >> 8U & 0xffU);
    }
    out += bytes;
    for (const std::uint32_t v : {b, a}) {
        out += static_cast<char>(v >> 8U & 0xffU);
        out += static_cast<char>(v & 0xffU);
    }
    return out;
}

} // namespace longpole::test
