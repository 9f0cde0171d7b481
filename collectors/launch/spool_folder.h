// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// The folder that the processes of a run write their spools into.
#pragma once

#include "core/base/result.h"

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace longpole::launch {

struct SpoolEntry
{
    std::string path;
    std::uint64_t bytes = 0;
    pid_t pid = 0; // of the process that writes or wrote it
    bool ended = false; // its last chunk says so
};

// Sorted by path; empty where the folder is not there.
std::vector<SpoolEntry> spoolsIn(const std::string& folder);
// Our own files and, if asked for, the folder; nothing else that may lie there.
void removeSpools(const std::string& folder, bool alsoFolder);
// Processes of this machine that still write into the folder.
std::vector<pid_t> writersOf(const std::string& folder);
// The notes of all spools, each once: what could not be recorded, for people.
std::vector<std::string> notesIn(const std::string& folder);
// A named NVTX range's durations in all spools, ns; push and started ranges.
std::vector<double> rangeDurations(const std::string& folder, const std::string& name);
// Whether CUDA graphs were launched, as far as what was recorded tells.
bool usesGraphs(const std::string& folder);
// The last totals of all spools, added up, by name.
std::uint64_t statSum(const std::string& folder, const std::string& name);

} // namespace longpole::launch
