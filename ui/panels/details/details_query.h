// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to say about one slice, gathered off the GUI thread.
#pragma once

#include "core/base/job.h"
#include "core/model/trace.h"
#include "ui/charts/histogram.h"

#include <QJsonObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace longpole::panels {

struct Fact
{
    QString label;
    QString value;
    QString exact; // tool tip, may be empty
};

// A slice one can go to from here.
struct Related
{
    QString role; // "launched by", "launches", "inside" …
    QString name;
    QString note; // "18.4 µs before", may be empty
    SliceId slice;
    bool inferred = false;
};

struct SliceDetails
{
    model::Slice slice;
    bool host = false;
    QString name;
    QString kind; // "kernel on stream 7, NVIDIA H100"
    std::vector<Fact> facts;
    std::vector<Related> related;
    std::size_t moreRelated = 0; // links beyond those listed
    QJsonObject args;
    QString rawArgs; // the text itself where it is no JSON object
};

// slice must be in the trace.
SliceDetails describeSlice(const model::Trace& trace, SliceId slice, const JobContext& job);

// Durations of all slices of that name; nothing when cancelled.
std::optional<charts::DurationBins> durationsOf(const model::Trace& trace, StringId name,
                                                const JobContext& job);

// True for tracks that show the host's side.
bool isHostTrack(model::TrackKind kind);

} // namespace longpole::panels
