// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a CriticalPath holds: the model of its region and what has been worked out from it.
#pragma once

#include "core/analysis/critical_path/critical_path.h"
#include "core/analysis/critical_path/path_model.h"

#include <memory>
#include <vector>

namespace longpole::critical_path {

struct CriticalPath::State
{
    std::shared_ptr<const model::Trace> trace;
    std::shared_ptr<const PathModel> model;
    Region region;
    std::vector<Step> steps;
    std::array<DurationNs, kCategoryCount> categories{};
    Confidence confidence;
    std::vector<DeviceLags> lags;
    std::vector<OpFigures> ops; // by slice
    std::vector<SliceId> onPath; // sorted: slices that steps are about
};

// The slice and track that a point stands for; none where there is none.
SliceId sliceOf(const PathModel& model, std::uint32_t point);
TrackId trackOf(const PathModel& model, std::uint32_t point);

std::vector<Step> publicSteps(const PathModel& model, const std::vector<PathStep>& steps);
std::vector<OpFigures> opFigures(const PathModel& model);
// See CriticalPath::stalls.
Result<Stalls> stallsOf(const PathModel& model, const JobContext& job, bool perStream);
Confidence confidenceOf(const PathModel& model);

} // namespace longpole::critical_path
