// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What is selected, in figures. Looked up on a worker thread: the columns may be in a store.
#pragma once

#include "core/base/job.h"
#include "core/model/trace.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace longpole::session {

struct SelectionFacts
{
    std::optional<model::Slice> slice; // the one selected last
    std::vector<model::Slice> others; // further ones, in the order they were selected
    DurationNs sum; // of all durations
    TimeRange hull; // first start to last end

    std::size_t count() const { return others.size() + (slice ? 1 : 0); }
    double perSecond() const; // slices per second of the hull
};

struct FactsKey
{
    std::shared_ptr<const model::Trace> trace;
    std::vector<SliceId> slices; // Session::selected()
};

// No slice if there is none or one is not in the trace.
SelectionFacts lookUpFacts(const FactsKey& key, const JobContext& job);

// "gemm  12.3 µs" or "5 slices  total 61.5 µs  81.3 k/s"; empty without a selection.
QString factsText(const SelectionFacts& facts, const model::Trace& trace);

} // namespace longpole::session
