// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Small recordings of a program that repeats a step, as PyTorch's profiler would write them: for
// comparing two of them. Times in us; a step begins where the one before ended.
#pragma once

#include <string>
#include <vector>

namespace longpole::test {

struct StepOp
{
    std::string name;
    double us = 10;
    int stream = 7;
    int grid = 1;
    std::string range{}; // an annotation around its launch
    bool graph = false; // launched by cudaGraphLaunch
    std::string dims{}; // of the operator that launches it: "[[8, 4]]"
};

class StepRecording
{
public:
    std::string gpu = "Test GPU";
    std::string stem = "ProfilerStep#"; // marks of the steps; empty: none
    std::string properties; // further members of the file: "\"with_stack\": 1, "

    // The ops follow each other on their streams, all launched at the step's begin by one call each
    // of 1 us; hostUs of host code ("load", an operator) come first. The step ends when its work
    // does (and no sooner than padUs after its begin).
    StepRecording& step(const std::vector<StepOp>& ops, double hostUs = 0, double padUs = 0);
    std::string text() const;
    // Writes a file and gives its path.
    std::string write(const std::string& path) const;

private:
    void event(const std::string& category, const std::string& name, int pid,
               const std::string& tid, double begin, double us, const std::string& args);

    double m_now = 0;
    int m_step = 0;
    int m_correlation = 0;
    std::string m_events;
};

} // namespace longpole::test
