// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Imports text that is in memory, and checks what comes out. For fuzzing and tests.
#pragma once

#include "core/base/result.h"
#include "core/model/trace.h"

#include <memory>
#include <string>
#include <string_view>

namespace longpole::test {

// Reads the bytes with that importer ("chrome-json"), whatever they look like.
Result<std::shared_ptr<const model::Trace>> importAs(std::string_view importer,
                                                     std::string_view bytes);
// Reads the text as a Chrome trace.
Result<std::shared_ptr<const model::Trace>> importChromeJson(std::string_view text);

// Empty, or the first promise of core/model that the trace breaks: rows ordered and free of
// overlap, parents on the same track that begin no later, counts that add up, links that lead to
// slices, GPU operations and API calls that agree with their slices.
std::string brokenPromise(const model::Trace& trace);

} // namespace longpole::test
