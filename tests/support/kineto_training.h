// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the generated training job does, step by step, on a Machine.
#pragma once

#include "tests/support/generate_kineto.h"
#include "tests/support/kineto_machine.h"

#include <string>
#include <string_view>
#include <vector>

namespace longpole::test {

class Training
{
public:
    Training(const KinetoOptions& options, std::int64_t startNs);

    void step(int number);
    // Waits for the GPU, as the profiler does when it stops.
    void finish();
    std::int64_t endNs() const;
    Machine& machine() { return m_machine; }

private:
    void loadBatch();
    void forward();
    void forwardLayer(int layer);
    void loss();
    void backward();
    void backwardLayer(int layer);
    void reduceGradients(HostThread& thread, int bucket);
    void optimizer();
    void readLoss();

    // An operator with one inner operator that launches one kernel (none where name is empty).
    void op(std::string_view outer, std::string_view inner, const KernelShape& kernel);
    void backwardOp(std::string_view node, std::string_view inner, const KernelShape& kernel,
                    int launches);
    std::size_t enterPython(int depth);
    void leavePython(std::size_t first);
    std::string_view inputs(std::string_view op);
    KernelShape gemm(int variant, std::int64_t durationNs);
    KernelShape pointwise(std::string_view name, std::int64_t durationNs);
    KernelShape fusedKernel(int variant, std::int64_t durationNs);
    std::int64_t jittered(std::int64_t ns); // within 2 %

    KinetoOptions m_options;
    Machine m_machine;
    std::vector<std::size_t> m_frames;
    std::vector<std::int64_t> m_sequence; // of the forward operators whose gradients are to come
    std::vector<std::string> m_inputs;
    std::int64_t m_nextSequence = 46000;
    std::int64_t m_pythonId = 0;
    EventMark m_reduced;
};

} // namespace longpole::test
