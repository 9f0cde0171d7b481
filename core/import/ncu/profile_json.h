// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The args of a kernel profile as the report and CSV readers both write them:
//   {"metrics": {NAME: number or text}, "units": {NAME: unit}, "sections": [{"id", "name", "order",
//    "description", "metrics": [{"metric", "label"}]}], "rules": [{"id", "name", "section",
//    "title", "type", "message", "speedup": {"type", "percent"}, "focus": [{"name", "value",
//    "info"}]}], "nvtx": [names of the open ranges] …}; what a file doesn't have is left out.
#pragma once

#include "core/import/json_writer.h"

#include <string>
#include <string_view>

namespace longpole::import {

// Rule texts carry marks: "@url:LABEL:ADDRESS@" becomes "LABEL (ADDRESS)", "@section:ID:LABEL@" the
// label; others stay.
std::string plainRuleText(std::string_view text);

// A launch dimension or count as metrics have it (a double, say), or kNull32.
std::uint32_t asCount(double value);

// Nanoseconds, rounded; kNull64 for what is no duration.
std::int64_t asDurationNs(double ns);

} // namespace longpole::import
