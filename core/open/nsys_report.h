// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Nsight Systems reports (.nsys-rep): their format is NVIDIA's own, but NVIDIA's `nsys` exports
// them to SQLite, which Longpole reads. Running it is the user's decision: ask first.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace longpole::open {

// The full path of `nsys` on the PATH.
std::optional<std::string> nsysProgram();

// Those of the paths that are reports by their names; files are not looked into.
std::vector<std::string> reportsAmong(const std::vector<std::string>& paths);

// An export that lives in a temporary folder as long as the object.
class NsysExport
{
public:
    // Runs `nsys export` on the report and waits. Progress has the phase "converting" and the bytes
    // written so far; cancelling ends nsys. Errors say what nsys said.
    static Result<std::shared_ptr<const NsysExport>> make(const std::string& report,
                                                          const JobContext& job);
    virtual ~NsysExport() = default;
    // Of the SQLite file.
    virtual const std::string& path() const = 0;
};

} // namespace longpole::open
