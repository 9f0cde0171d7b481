// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Summary: what a trace is and what its GPUs did, in a few words; gathered off the GUI thread.
#pragma once

#include "core/base/job.h"
#include "core/model/trace.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace longpole::window {

struct DeviceTimes
{
    QString name;
    std::int64_t spanNs = 0;
    std::int64_t busyNs = 0;
    std::int64_t idleNs = 0;
    std::int64_t computeNs = 0;
    std::int64_t exposedCommunicationNs = 0;
};

struct Summary
{
    QString title; // "NVIDIA H100 80GB HBM3 · PyTorch 2.4"
    QString size; // "12 iterations · 480 ms · 6 095 GPU operations · 85 201 slices"
    std::vector<DeviceTimes> devices; // with GPU operations only
    QString deviceWords; // "busy 472 ms (98.4 %) · idle 7.57 ms", or why there is nothing to say
    // What recording itself cost: measured ("recorded runs take 1.03 times as long …"), else what
    // the profiler accounts for; empty where the trace says neither.
    QString cost;
    QString hint; // what this trace lacks and what to record instead; may be empty
    std::optional<TimeRange> firstIteration;
    SliceId longestKernel;

    // Several lines of plain text, for copying.
    QString text() const;
};

Summary summarise(const model::Trace& trace, const JobContext& job);

} // namespace longpole::window
