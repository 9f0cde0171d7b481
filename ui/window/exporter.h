// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Export of what the timeline shows: PNG, SVG, or the slices in view as CSV.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "ui/session/session.h"

#include <QImage>
#include <QString>

#include <functional>
#include <optional>

class QIODevice;
class QObject;

namespace longpole::timeline_ui {
class TimelineView;
}

namespace longpole::window {

// Writes slices that touch `range` to `path`, whole or not at all; returns how many.
// Columns: name, category, track, start_ns, dur_ns, depth. Blocks.
Result<std::uint64_t> writeSlicesCsv(const model::Trace& trace, TimeRange range,
                                     const QString& path, const JobContext& job);

// Writes a picture, PNG or SVG by the ending of `path`, whole or not at all. Blocks; any thread.
struct PictureJob
{
    std::function<QImage()> image; // either one …
    std::function<void(QIODevice&)> vector; // … or the other
};
PictureJob pictureJob(const timeline_ui::TimelineView& view, const QString& path, QSize size,
                      std::optional<TimeRange> range, double scale); // GUI thread
Result<void> writePicture(const PictureJob& picture, const QString& path);

// By the ending of `path`, off the GUI thread. `done` is called in the GUI thread with one
// sentence, if `receiver` still lives.
void exportTo(timeline_ui::TimelineView& view, const session::Session& session, const QString& path,
              QObject* receiver, std::function<void(const QString&, bool fine)> done);

} // namespace longpole::window
