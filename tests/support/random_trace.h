// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Randomly built traces that keep every invariant of core/model: rows sorted and never overlapping,
// parents that enclose their children, GPU operations and API calls ordered by slice, links unique
// and ordered, args in blocks. The same options give the same trace.
#pragma once

#include "core/model/trace.h"

#include <cstdint>
#include <memory>

namespace longpole::test {

struct RandomTraceOptions
{
    std::uint32_t seed = 1;
    std::uint32_t threads = 3; // host threads, nested slices; names and zero lengths vary
    std::uint32_t depth = 4; // nesting levels of a thread, one row each
    std::uint32_t slicesPerThread = 200; // about
    std::uint32_t streams = 3; // GPU streams, one slice per GPU operation
    std::uint32_t opsPerStream = 100; // some of them on a second, overlapping row
    std::uint32_t counters = 2;
    std::uint32_t samplesPerCounter = 50;
    std::uint32_t instantsPerThread = 20;
    std::uint32_t iterations = 4;
    bool withArgs = true; // args objects on about half of the slices
    std::int64_t originNs = 0; // of the first slice; may be negative
};

std::shared_ptr<const model::Trace> randomTrace(const RandomTraceOptions& options = {});

} // namespace longpole::test
