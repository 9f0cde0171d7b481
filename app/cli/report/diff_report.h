// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison as a document: an HTML page that needs no network, no script and no other file, and
// Markdown for a pull request.
#pragma once

#include "core/base/result.h"
#include "core/diff/outputs.h"
#include "core/diff/trace_diff.h"

#include <string>

namespace longpole::cli {

std::string htmlReport(const diff::TraceDiff& diff, const diff::Outputs& outputs);
std::string markdownReport(const diff::TraceDiff& diff, const diff::Outputs& outputs);

// Replaces the file's contents. Error (Io) naming the path.
Result<void> writeReport(const std::string& path, const std::string& text);

// Text between tags or in a quoted attribute. Bytes that are no UTF-8 and control characters become
// U+FFFD.
std::string htmlEscaped(std::string_view text);

} // namespace longpole::cli
