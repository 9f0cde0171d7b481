// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the timeline says about the thing under the pointer.
#pragma once

#include "core/timeline/hit_test.h"

#include <QString>
#include <QStringList>

namespace longpole::timeline_ui {

// First line: the headline; the rest: details.
QStringList hitText(const timeline::Hit& hit, const timeline::LaneScene& lane,
                    const model::Trace& trace);
// For screen readers: "kernel gemm, 12.3 µs, stream 7".
QString spokenSlice(const model::Slice& slice, const model::Trace& trace);
// "1.48 ms · 312 slices · 62 % busy · 210 k/s" of a lane's row within a range.
QString rangeText(TimeRange range, const timeline::LaneScene* lane);

} // namespace longpole::timeline_ui
