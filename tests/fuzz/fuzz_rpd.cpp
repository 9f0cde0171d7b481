// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes whatever, read as a rpd database: no crash, and a trace that keeps its promises.
#include "tests/fuzz/import_text.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto trace = longpole::test::importAs("rpd", bytes);
    if (!trace) {
        return 0;
    }
    const std::string broken = longpole::test::brokenPromise(**trace);
    if (!broken.empty()) {
        std::fprintf(stderr, "broken promise: %s\n", broken.c_str());
        std::abort();
    }
    return 0;
}
