// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What `record` and `ingest` have in common: from a folder of spools to a store.
#pragma once

#include "collectors/launch/recording_options.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace longpole::cli {

using Properties = std::vector<std::pair<std::string, std::string>>;

// Null where the spools hold nothing at all, or there are none.
Result<std::shared_ptr<const model::Trace>> openSpools(const std::string& folder);
// The trace with more properties.
std::shared_ptr<const model::Trace> withProperties(const model::Trace& trace,
                                                   const Properties& properties);
// Children that outlive the program still write; a second Ctrl+C ends this process.
void waitForWriters(const std::string& folder);
// What was recorded and how, as properties of the trace.
Properties recordingFacts(const std::vector<std::string>& command,
                          const launch::RecordingOptions& options, int exitCode);
// "12.345"
std::string secondsText(double seconds);
// Complete and in place when it returns, or an error and no file.
Result<void> saveRecording(const model::Trace& trace, const std::string& output);
// What the recording could not do, a line each on standard error.
void sayNotes(const std::string& folder);
// "out.longpole: 1234 GPU operations, 5678 API calls …", on standard error.
void sayResult(const std::string& output, const model::Trace& trace);

} // namespace longpole::cli
