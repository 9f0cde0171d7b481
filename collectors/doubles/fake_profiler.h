// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// What the two profilers of the double of libcupti have in common.
#pragma once

#include "collectors/counters/profiler_api.h"
#include "collectors/doubles/fake_cupti_tables.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace doubles {

inline constexpr int kInvalid = 1;

[[noreturn]] inline void breaks(const char* rule)
{
    std::fprintf(stderr, "double of libcupti: rule broken: %s\n", rule);
    std::abort();
}

struct Image // what a configuration holds
{
    std::uint32_t magic = 0x474d4931;
    std::uint32_t passes = 0;
    int kind = 0;
};
struct Data // what a counter data image begins with; numbers of launches or samples follow
{
    std::uint32_t magic = 0x41544144;
    std::uint32_t room = 0;
    std::uint64_t count = 0;
    std::uint64_t firstTime = 0;
};

inline std::uint64_t* numbersOf(Data* d)
{
    return reinterpret_cast<std::uint64_t*>(d + 1);
}

inline std::size_t dataBytes(std::size_t room)
{
    return sizeof(Data) + room * sizeof(std::uint64_t);
}

inline int initializeData(const longpole::counters::DataInitialize* p, std::size_t room)
{
    Data d;
    d.room = static_cast<std::uint32_t>(room);
    if (p->bytes < dataBytes(room)) {
        breaks("an image of counter data that is too small");
    }
    std::memcpy(p->data, &d, sizeof(d));
    return 0;
}

} // namespace doubles

#define DOUBLE_API extern "C" __attribute__((visibility("default"))) int
#define BEGIN(name, p)                                                                             \
    if (const int failure = doubles::failureOf(name); failure != 0) {                              \
        return failure;                                                                            \
    }                                                                                              \
    if ((p)->size != longpole::counters::sizeFor<std::remove_pointer_t<decltype(p)>>()) {          \
        return doubles::kInvalid;                                                                  \
    }
