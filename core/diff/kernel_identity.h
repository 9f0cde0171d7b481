// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What makes two GPU operations the same one: names, launch shapes and places as small numbers that
// several traces share.
#pragma once

#include "core/diff/iterations.h"
#include "core/model/trace.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace longpole::diff {

// A kernel's name without what varies from build to build: hexadecimal addresses, hashes at its
// end, the counters and argument signatures that compilers of generated kernels append.
std::string foldedKernelName(std::string_view name);
// A range's name without the numbers that differ from run to run: "ProfilerStep#7", "op_id = 12".
std::string foldedRangeName(std::string_view name);

// Numbers for names and for tuples of numbers. Not thread-safe.
class IdentityTable
{
public:
    std::uint32_t text(std::string_view text);
    std::string_view text(std::uint32_t id) const { return *m_texts[id]; }
    std::uint32_t tuple(std::uint64_t a, std::uint64_t b, std::uint64_t c = 0, std::uint64_t d = 0);

private:
    struct Tuple
    {
        std::uint64_t a, b, c, d;
        friend bool operator==(const Tuple&, const Tuple&) = default;
    };
    static std::uint64_t hashOf(const Tuple& t);
    void grow();

    std::unordered_map<std::string, std::uint32_t> m_ids;
    std::vector<const std::string*> m_texts;
    std::vector<Tuple> m_tuples;
    std::vector<std::uint32_t> m_slots; // open addressing: index into m_tuples plus 1, 0 is free
};

// Per row of the GpuOps table. Numbers of one IdentityTable.
struct OpKeys
{
    std::vector<std::uint32_t> name; // text: the normalised name
    std::vector<std::uint32_t> shape; // grid, block, shared memory, bytes of a copy
    std::vector<std::uint32_t> path; // of annotations around the launch; 0 outside of all
    std::vector<std::uint32_t> exact; // folded full name, kind, shape, path
    std::vector<bool> inGraph; // part of a CUDA or HIP graph
};

// Iterations' own marks are no part of a path.
OpKeys opKeys(const model::Trace& trace, const Iterations& iterations, IdentityTable& table);

// Keys of normalised name, kind and launch shape for some rows: equal within one trace only.
std::vector<std::uint32_t> shapedKeys(const model::Trace& trace,
                                      std::span<const std::uint32_t> rows);

} // namespace longpole::diff
