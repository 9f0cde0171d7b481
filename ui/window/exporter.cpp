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

PictureJob pictureJob(const timeline_ui::TimelineView& view, const QString& path, QSize size,
                      std::optional<TimeRange> range, double scale)
{
    if (path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) {
        return {{}, view.vectorPicture()};
    }
    return {view.picture(size, range, scale), {}};
}

Result<void> writePicture(const PictureJob& picture, const QString& path)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return cannotWrite(path, file.errorString());
    }
    if (picture.vector) {
        picture.vector(file);
    } else if (!picture.image().save(&file, "PNG")) {
        return cannotWrite(path, file.errorString());
    }
    if (!file.commit()) {
        return cannotWrite(path, file.errorString());
    }
    return {};
}

namespace {

struct Outcome
{
    QString words;
    bool fine = false;
};

QString say(const char* words)
{
    return QCoreApplication::translate("Export", words);
}

Outcome failed(const Error& error)
{
    return {QString::fromStdString(error.text()), false};
}

std::function<Outcome()> exportJob(timeline_ui::TimelineView& view, const session::Session& session,
                                   const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix != QLatin1String("csv")) {
        return [job = pictureJob(view, path, view.size(), std::nullopt, 2), path] {
            const auto result = writePicture(job, path);
            return result ? Outcome{say("Written to %1.").arg(path), true} : failed(result.error());
        };
    }
    const TimeRange range = session.range().value_or(view.viewport().visible());
    return [trace = session.trace(), range, path] {
        const auto result = writeSlicesCsv(*trace, range, path, JobContext(std::stop_token(), {}));
        return result ? Outcome{say("%1 slices written to %2.")
                                    .arg(session::groupedCount(static_cast<qint64>(*result)), path),
                                true}
                      : failed(result.error());
    };
}

} // namespace

void exportTo(timeline_ui::TimelineView& view, const session::Session& session, const QString& path,
              QObject* receiver, std::function<void(const QString&, bool fine)> done)
{
    auto* thread = QThread::create([job = exportJob(view, session, path),
                                    receiver = QPointer(receiver), done = std::move(done)] {
        const Outcome outcome = job();
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [receiver, done, outcome] {
                if (receiver) {
                    done(outcome.words, outcome.fine);
                }
            },
            Qt::QueuedConnection);
    });
    QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    thread->start();
}

} // namespace longpole::window
