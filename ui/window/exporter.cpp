// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/exporter.h"

#include "ui/session/format.h"
#include "ui/timeline/timeline_view.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QPointer>
#include <QSaveFile>
#include <QThread>

#include <algorithm>
#include <utility>

namespace longpole::window {
namespace {

QByteArray csvField(std::string_view text)
{
    QByteArray field(text.data(), static_cast<qsizetype>(text.size()));
    const bool special = std::any_of(field.begin(), field.end(), [](char c) {
        return c == ',' || c == '"' || c == '\n' || c == '\r';
    });
    return special ? '"' + field.replace('"', "\"\"") + '"' : field;
}

// Slices of one row are sorted and don't overlap: one search finds the first in range.
std::uint64_t writeRow(const model::Trace& trace, const model::Track& track, const model::Row& row,
                       TimeRange range, QSaveFile& file, const JobContext& job)
{
    const auto starts = trace.column(model::slice::kStart, track.id);
    const auto durations = trace.column(model::slice::kDuration, track.id);
    const auto names = trace.column(model::slice::kName, track.id);
    const auto categories = trace.column(model::slice::kCategory, track.id);
    const auto depths = trace.column(model::slice::kDepth, track.id);
    const auto first = starts.begin() + row.first;
    auto from = std::lower_bound(first, first + row.count, range.begin) - starts.begin();
    if (from > row.first
        && starts[static_cast<std::size_t>(from) - 1]
                + durations[static_cast<std::size_t>(from) - 1]
            > range.begin) {
        --from;
    }
    std::uint64_t written = 0;
    const auto end = static_cast<std::size_t>(row.first) + row.count;
    for (auto i = static_cast<std::size_t>(from);
         i < end && starts[i] < range.end && !job.cancelled(); ++i) {
        const QByteArray line = csvField(trace.string(names[i])) + ','
            + csvField(trace.category(categories[i])) + ',' + csvField(track.name) + ','
            + QByteArray::number(static_cast<qlonglong>(starts[i].ns)) + ','
            + QByteArray::number(static_cast<qlonglong>(durations[i].ns)) + ','
            + QByteArray::number(depths[i]) + '\n';
        file.write(line);
        ++written;
    }
    return written;
}

tl::unexpected<Error> cannotWrite(const QString& path, const QString& reason)
{
    return fail(Errc::Io,
                "can't be written: " + reason.toLower().toStdString() + "; choose another folder",
                path.toStdString());
}

} // namespace

Result<std::uint64_t> writeSlicesCsv(const model::Trace& trace, TimeRange range,
                                     const QString& path, const JobContext& job)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return cannotWrite(path, file.errorString());
    }
    file.write("name,category,track,start_ns,dur_ns,depth\n");
    std::uint64_t written = 0;
    for (const model::Track& track : trace.tracks()) {
        for (const model::Row& row : track.rows) {
            written += writeRow(trace, track, row, range, file, job);
        }
    }
    if (job.cancelled()) {
        file.cancelWriting();
        return fail(Errc::Cancelled, "cancelled", path.toStdString());
    }
    if (!file.commit()) {
        return cannotWrite(path, file.errorString());
    }
    return written;
}

Result<void> writePicture(timeline_ui::TimelineView& view, const QString& path, QSize size,
                          std::optional<TimeRange> range, double scale)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return cannotWrite(path, file.errorString());
    }
    if (path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) {
        view.writeSvg(file);
    } else if (!view.renderImage(size, range, scale).save(&file, "PNG")) {
        return cannotWrite(path, file.errorString());
    }
    if (!file.commit()) {
        return cannotWrite(path, file.errorString());
    }
    return {};
}

void exportTo(timeline_ui::TimelineView& view, const session::Session& session, const QString& path,
              QObject* receiver, std::function<void(const QString&, bool fine)> done)
{
    const auto say = [](const char* words) { return QCoreApplication::translate("Export", words); };
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix != QLatin1String("csv")) {
        const auto result = writePicture(view, path, view.size(), std::nullopt,
                                         suffix == QLatin1String("svg") ? 1 : 2);
        done(result ? say("Written to %1.").arg(path)
                    : QString::fromStdString(result.error().text()),
             result.has_value());
        return;
    }
    const TimeRange range = session.range().value_or(view.viewport().visible());
    auto* thread = QThread::create([trace = session.trace(), range, path,
                                    receiver = QPointer(receiver), done, say] {
        const auto result = writeSlicesCsv(*trace, range, path, JobContext(std::stop_token(), {}));
        const bool fine = result.has_value();
        const QString words = fine
            ? say("%1 slices written to %2.")
                  .arg(session::groupedCount(static_cast<qint64>(*result)), path)
            : QString::fromStdString(result.error().text());
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [receiver, done, words, fine] {
                if (receiver) {
                    done(words, fine);
                }
            },
            Qt::QueuedConnection);
    });
    QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    thread->start();
}

} // namespace longpole::window
