// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// OneTraceCommand: a command that opens a trace and prints something of it, for people or as JSON.
#pragma once

#include "app/cli/command.h"
#include "app/cli/trace_input.h"
#include "core/model/trace.h"

namespace longpole::cli {

class OneTraceCommand : public Command
{
public:
    void addOptions(CLI::App& app) override
    {
        m_input.addOptions(app);
        app.add_flag("--json", m_json, "print one JSON object");
    }
    Result<int> run() final
    {
        auto trace = m_input.open();
        if (!trace) {
            return fail(trace.error());
        }
        m_json ? printJson(**trace) : printText(**trace);
        return kExitFine;
    }

protected:
    virtual void printJson(const model::Trace& trace) const = 0;
    virtual void printText(const model::Trace& trace) const = 0;

private:
    TraceInput m_input;
    bool m_json = false;
};

} // namespace longpole::cli
