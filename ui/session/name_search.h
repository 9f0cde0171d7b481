// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Finds slices by name: first the names that match (few), then the slices that bear them (many).
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace longpole::session {

struct NameQuery
{
    QString text;
    bool regularExpression = false; // else a substring; both ignore case

    friend bool operator==(const NameQuery&, const NameQuery&) = default;
};

// One flag per StringId: does this name match? Only names of slices are worth asking for, but any
// string of the trace is answered. An invalid expression is an error that says where it is wrong.
Result<std::vector<bool>> matchingNames(const StringPool& strings, const NameQuery& query,
                                        const JobContext& job);

// Slices whose name is flagged, sorted by id. Empty when cancelled.
std::vector<SliceId> slicesNamed(const model::Trace& trace, const std::vector<bool>& names,
                                 const JobContext& job);

// The first of them in time that starts at or after `from` (ties by id), without looking for the
// others; none if there is none or when cancelled.
SliceId firstNamed(const model::Trace& trace, const std::vector<bool>& names, TimeNs from,
                   const JobContext& job);

// The same slices in order of time (ties by id). Empty when cancelled.
std::vector<SliceId> inTimeOrder(const model::Trace& trace, const std::vector<SliceId>& slices,
                                 const JobContext& job);

// Index of the first of `byTime` (from inTimeOrder) that is not before `slice`; their number if all
// are.
std::size_t placeInTime(const model::Trace& trace, const std::vector<SliceId>& byTime,
                        SliceId slice);

} // namespace longpole::session
