// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What `record` needs to know and check before it runs anything.
#pragma once

#include "collectors/launch/recording_options.h"
#include "core/base/result.h"

#include <string>

namespace CLI {
class App;
}

namespace longpole::cli {

// The library to inject: beside the program (in a build), or where it is installed to.
Result<std::string> collectorLibrary();
// "longpole-train-20260131-120000.longpole", with the rank of a process that was launched as one of
// many.
std::string defaultOutput(const std::string& program);
// Injection libraries of other tools stay, unless force says otherwise: what they keep us from
// recording is switched off and said.
void leaveForeignTools(launch::RecordingOptions& options, bool force);
// What variables alone don't do: lines that begin with "# ".
std::string remarks(const launch::RecordingOptions& options);
// "export NAME='VALUE'" lines for a shell.
std::string environmentText(const launch::Variables& variables);

void addCounterOptions(CLI::App& app, launch::RecordingOptions& options, std::string& chip);
void addPythonOptions(CLI::App& app, launch::RecordingOptions& options);
// Kernels are measured in a run of their own, which records nothing else.
bool countsKernels(const std::string& counters);
// What that run is for: "to measure its kernels", "to sample where its kernels stall".
std::string purposeOfSecondRun(const std::string& counters);

struct RecordChoices
{
    launch::RecordingOptions options;
    bool overhead = false;
    std::string chip;
    bool dryRun = false;
};
// Refuses what contradicts itself, and what is not there yet, in one sentence each.
Result<void> checkChoices(const RecordChoices& choices);

} // namespace longpole::cli
