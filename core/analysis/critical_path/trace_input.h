// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// From a trace to the input of the graph.
#pragma once

#include "core/analysis/critical_path/input.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <cstdint>
#include <string_view>

namespace longpole::critical_path {

// Operations keep the order of the trace's table in Op::row; ids are slices. Error: Cancelled.
Result<Input> inputFromTrace(const model::Trace& trace, const JobContext& job);

// Which way a copy goes, by its name ("Memcpy DtoH (Device -> Pageable)").
CopyKind copyKindOf(std::string_view name);

} // namespace longpole::critical_path
