// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The change by operation: one row per normalised name of GPU operations, over the paired
// iterations. Every operation is in exactly one row, so the rows add up to the whole.
#pragma once

#include "core/analysis/table.h"
#include "core/diff/input_shapes.h"
#include "core/diff/match.h"

namespace longpole::diff {

struct RowOptions
{
    bool tested = false; // ask the rank test, on sums per iteration (of all that count)
};

// "rows": sorted by their part in the change of the whole. change is what happened to most
// launches:
//   same, faster, slower (by the rank test at 5 % after Benjamini and Hochberg's adjustment over
//   all rows; "untested" where there are too few iterations), changed shape, added, removed,
//   replaced, fused, split, moved stream, now in a graph, no longer in a graph.
// Further columns count launches and sum times on both sides, per call too.
analysis::Table opRows(const Side& before, const Side& after, const Matching& matching,
                       const IdentityTable& table, const RowOptions& options);

// "groups": which operations became which (fused, split), with how often and their times.
analysis::Table groupRows(const Side& before, const Side& after, const Matching& matching,
                          const IdentityTable& table);

// "shapes": (operation, shape) with calls and time per call: the shapes of the launching operator's
// inputs where they are recorded, else grid and block. The largest change first, at most 1000 rows.
analysis::Table shapeRows(const Side& before, const Side& after, const Matching& matching,
                          const InputShapes& shapesBefore, const InputShapes& shapesAfter,
                          const IdentityTable& table);

// Names of operations that became faster with some shapes and not with others (by more than 2 % per
// call, shapes that both sides have), from the table of shapeRows.
std::vector<std::string> shapeDependent(const analysis::Table& shapes);

// Per row of the GpuOps table whether it lies in a paired iteration.
std::vector<bool> pairedOps(const Side& side, const Matching& matching, bool before);

} // namespace longpole::diff
