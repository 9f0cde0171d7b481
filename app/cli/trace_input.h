// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What commands that read one trace have in common: the file arguments, opening with progress,
// warnings about damaged input.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

namespace longpole::cli {

struct TraceInput
{
    std::vector<std::string> files;
    std::string format;
    bool useCache = true;
    bool convert = false; // reports of Nsight Systems, without asking

    void addOptions(CLI::App& app);
    void addConvert(CLI::App& app); // part of addOptions
    // Says on standard error what was lost, in one line.
    Result<std::shared_ptr<const model::Trace>> open() const;
};

// Shows progress on standard error if that is a terminal; Ctrl+C stops the job cleanly.
class TerminalJob
{
public:
    TerminalJob();
    ~TerminalJob();
    TerminalJob(const TerminalJob&) = delete;
    TerminalJob& operator=(const TerminalJob&) = delete;
    const JobContext& context() const { return m_context; }

private:
    JobContext m_context;
    bool m_terminal;
};

} // namespace longpole::cli
