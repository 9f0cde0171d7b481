// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Traces of a small transformer's training on one of eight GPUs, as PyTorch's profiler would write
// them: for the bundled samples and, at any size, for the benchmarks. The same options give the
// same bytes on every machine.
#pragma once

#include "tests/support/kineto_writer.h"

#include <cstdint>

namespace longpole::test {

struct KinetoOptions
{
    std::uint64_t seed = 1;
    int firstStep = 100; // ProfilerStep#100 …
    int steps = 5; // written in full
    int layers = 12;
    int rank = 0; // of 8
    bool slowLoader =
        true; // the loader works in the training thread and copies from pageable memory
    bool fused = false; // pointwise kernels fused by the compiler
    bool graphOptimizer = false; // the optimizer's kernels replayed as one CUDA graph
    bool pythonStack = false; // Python frames around the operators
    std::uint64_t bytes = 0; // if not 0: as many steps as it takes to reach this size
};

KinetoOptions sampleBefore();
KinetoOptions sampleAfter();
// About `bytes` of text, with the Python frames a large trace mostly consists of.
KinetoOptions sizedTrace(std::uint64_t bytes, std::uint64_t seed);

// Returns how many events were written.
std::uint64_t generateKineto(const KinetoOptions& options, KinetoWriter::Sink sink);

} // namespace longpole::test
