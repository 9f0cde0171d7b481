// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What can be asked of the what-if panel, as values: which change, of what, by how much.
#pragma once

#include "core/base/job.h"
#include "ui/session/critical_path_controller.h"

#include <QString>

#include <vector>

namespace longpole::panels {

// In the order offered.
enum class Wish
{
    ScaleNames, // all operations of a name
    ScaleSelected, // the operation that is selected
    ScaleStream,
    ScaleAnnotation, // operations launched inside it
    ScaleHost,
    ScaleLaunch,
    RemoveWait, // waiting calls of a name don't wait
    Fuse, // each run of operations of a name becomes one
    Graph, // each run of launches of a name becomes one graph launch
    MedianRank
};
inline constexpr int kWishCount = 10;

QString wishWords(Wish wish);
bool takesTarget(Wish wish);
bool takesFactor(Wish wish);

struct Target
{
    QString words;
    std::string name; // exact name, or as typed
    TrackId stream;
    std::int32_t rank = -1;
};

// What a wish can be about in this answer, the most promising first.
struct Targets
{
    std::vector<Target> names; // of GPU operations, by time on the path
    std::vector<Target> streams;
    std::vector<Target> annotations;
    std::vector<Target> waits; // names of waiting calls, by time
    std::vector<Target> ranks;

    const std::vector<Target>& of(Wish wish) const;
};
Targets findTargets(const session::PathAnswerPtr& answer, const JobContext& job);

// The change that a wish means. Names are matched exactly; a typed one is a regular expression.
critical_path::Change changeFor(Wish wish, const Target& target, bool typed, SliceId selected,
                                double factor);
// As the command line says it: "--scale gemm=0.5".
QString changeWords(Wish wish, const Target& target, double factor, const QString& selectedName);

// What a replay says, in sentences.
struct ResultWords
{
    QString headline; // "36.0 ms → 34.1 ms to 34.3 ms, gain 1.7 ms to 1.9 ms (4.9 %)"
    QString after; // "34.1 ms to 34.3 ms"
    QString next; // what binds then
    QString why; // what was changed and what is assumed
};
ResultWords wordsOf(const critical_path::WhatIf& result, const model::Trace& trace);

} // namespace longpole::panels
