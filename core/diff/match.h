// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which GPU operation of one recording is which of the other.
// Iterations pair by position. Inside a pair the operations of each stream are aligned as sequences
// (align.h): first by all of their identity (kernel_identity.h), then, in the gaps, by normalised
// name, launch shape and annotation path, by name and path, by name. What is left over is looked
// for elsewhere in the same iteration with equal name and shape: reordered on its stream, or moved
// to another. Of the rest in one gap (in one range, where both sides have it) one for one is
// replaced, k for fewer is fused, k for more is split, the others are added or removed. No CPU
// operators are needed, and what a graph replays is matched like everything else.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/diff/align.h"
#include "core/diff/iterations.h"
#include "core/diff/kernel_identity.h"
#include "core/model/trace.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace longpole::diff {

// One recording, as the comparison reads it.
struct Side
{
    std::shared_ptr<const model::Trace> trace;
    Iterations iterations;
    OpKeys keys;
};

enum class PairKind : std::uint8_t
{
    Matched,
    Replaced, // another kernel in its place
    Added,
    Removed
};

enum PairFlag : std::uint8_t
{
    ChangedShape = 1, // grid, block, shared memory or bytes
    MovedStream = 2,
    Reordered = 4, // same stream, other place in the order
    NowInGraph = 8,
    NoLongerInGraph = 16
};

// Rows of the GpuOps tables; kNull32 on the side that has none.
struct OpPair
{
    std::uint32_t before = model::kNull32;
    std::uint32_t after = model::kNull32;
    PairKind kind = PairKind::Matched;
    std::uint8_t flags = 0; // PairFlag
};

// Several operations in the place of fewer or more.
struct OpGroup
{
    std::vector<std::uint32_t> before; // rows, by time
    std::vector<std::uint32_t> after;

    bool fused() const { return before.size() > after.size(); }
};

struct StreamPair
{
    TrackId before; // none: only after
    TrackId after; // none: only before
};

struct Matching
{
    std::vector<std::pair<std::uint32_t, std::uint32_t>> iterations; // indices, by position
    std::vector<StreamPair> streams;
    std::vector<OpPair> pairs;
    std::vector<OpGroup> groups;
    std::uint64_t opsBefore = 0; // in the paired iterations
    std::uint64_t opsAfter = 0;
    std::uint64_t identical = 0; // pairs matched with equal shape
    std::uint64_t fallbacks = 0; // alignments whose bound was met (align.h)

    // The smaller of the two shares of operations that match with equal shape; 1 for none at all.
    double identicalShare() const;
};

// table: the one both sides' keys are of. Error: Cancelled.
Result<Matching> matchOps(const Side& before, const Side& after, IdentityTable& table,
                          AlignBudget budget, const JobContext& job);

} // namespace longpole::diff
