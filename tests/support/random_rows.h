// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The slices of one random track, row by row, before they get ids.
#pragma once

#include "core/model/trace.h"
#include "tests/support/random_trace.h"

#include <random>
#include <string>
#include <vector>

namespace longpole::test {

struct SliceDraft
{
    std::int64_t start = 0;
    std::int64_t duration = 0;
    std::string name;
    std::uint16_t category = 0;
    model::SliceClass cls = model::SliceClass::Other;
    std::uint8_t flags = 0;
    std::uint32_t parentInRowAbove = model::kNull32; // index within the previous row
};

using RowDraft = std::vector<SliceDraft>;

// Uniform in [low, high].
std::int64_t pick(std::mt19937& rng, std::int64_t low, std::int64_t high);
bool chance(std::mt19937& rng, int percent);

// Nested: row r holds the slices of depth r. The first thread begins with the iterations.
std::vector<RowDraft> randomThreadRows(const RandomTraceOptions& options, std::uint32_t thread,
                                       std::mt19937& rng);
// GPU operations, some spilled onto a second row.
std::vector<RowDraft> randomStreamRows(const RandomTraceOptions& options, std::mt19937& rng);

// An args object: nested values, escapes, null.
std::string randomArgs(std::mt19937& rng);

} // namespace longpole::test
