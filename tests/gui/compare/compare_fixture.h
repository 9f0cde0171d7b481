// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Small recordings to compare, read as a user's would be.
#pragma once

#include "core/open/open_trace.h"
#include "tests/support/step_recording.h"
#include "ui/compare/comparison.h"

#include <QTemporaryDir>

namespace longpole::test {

// Seven steps; each takes what the operations take, and a little more or less.
inline compare::TracePtr recording(const QTemporaryDir& folder, const QString& name,
                                   const std::vector<StepOp>& ops,
                                   const std::string& gpu = "Test GPU", double jitterUs = 1)
{
    StepRecording steps;
    steps.gpu = gpu;
    for (int i = 0; i < 7; ++i) {
        std::vector<StepOp> own = ops;
        own.front().us += jitterUs * ((i * 5) % 7);
        steps.step(own, 20);
    }
    const std::string path = steps.write(folder.filePath(name).toStdString());
    auto trace = open::openTrace({path}, {}, JobContext());
    return trace ? *trace : nullptr;
}

inline compare::Sides sidesOf(compare::TracePtr before, compare::TracePtr after)
{
    return {{std::move(before)},
            {std::move(after)},
            {QStringLiteral("before.json")},
            {QStringLiteral("after.json")}};
}

} // namespace longpole::test
