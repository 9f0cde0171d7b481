// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Analysis: one question asked of a trace. An analysis is one file plus one line in registry.cpp;
// it then appears in the command line and in the viewer's table panels.
#pragma once

#include "core/analysis/table.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace longpole::analysis {

struct Parameter
{
    std::string_view name; // "linked-only"
    std::string_view summary;
    bool takesValue = false;
};

struct AnalysisDescriptor
{
    std::string_view id; // "gpu-time"
    std::string_view title; // "GPU time"
    std::string_view summary; // one sentence
    std::span<const Parameter> parameters;
};

using Parameters = std::map<std::string, std::string, std::less<>>;

// Stateless; run may be called from any thread.
struct Analysis
{
    AnalysisDescriptor descriptor;
    Result<Report> (*run)(const model::Trace& trace, const Parameters& parameters,
                          const JobContext& job);
};

// All analyses, in the order they are offered.
std::span<const Analysis> analyses();
const Analysis* findAnalysis(std::string_view id);

} // namespace longpole::analysis
