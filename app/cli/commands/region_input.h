// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands about the critical path share: --region, --thread, and the analysis itself.
#pragma once

#include "app/cli/output.h"
#include "app/cli/trace_input.h"
#include "core/analysis/critical_path/critical_path.h"

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::cli {

class RegionInput
{
public:
    void addOptions(CLI::App& app);

    // Opens the trace and analyses one region: the whole trace, or the first that is named.
    Result<critical_path::CriticalPath> analyseOne() const;
    // The same for every region that is named; the whole trace if none is.
    struct Named
    {
        std::string name;
        critical_path::CriticalPath path;
    };
    Result<std::vector<Named>> analyseAll() const;

    bool json = false;

private:
    Result<critical_path::Options> options(const model::Trace& trace) const;

    TraceInput m_input;
    std::string m_region;
    std::string m_thread;
};

// {"slice": …, "name": …, "track": …}; null for none.
Json sliceJson(const model::Trace& trace, SliceId slice);
std::string sliceName(const model::Trace& trace, SliceId slice);
// "whole trace", or what was named.
std::string regionName(const critical_path::CriticalPath& path);
Json confidenceJson(const critical_path::CriticalPath& path);
// "Confidence: …" and the sentences below it.
void printConfidence(const critical_path::CriticalPath& path);
Json categoriesJson(const std::array<DurationNs, critical_path::kCategoryCount>& categories);
Json causesJson(const std::array<DurationNs, critical_path::kCauseCount>& causes);
// "12.3 %"
std::string percentOf(DurationNs part, DurationNs whole);

} // namespace longpole::cli
