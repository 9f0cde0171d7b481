// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/trace_loader.h"

#include <algorithm>

namespace longpole::session {

TraceLoader::TraceLoader(Open open, Cache cache, QObject* parent)
    : QObject(parent)
    , m_open(std::move(open))
    , m_cache(std::move(cache))
{ }

TraceLoader::~TraceLoader()
{
    for (Worker& worker : m_workers) {
        worker.thread.request_stop(); // all at once, then the vector joins them one by one
    }
}

void TraceLoader::retire()
{
    for (Worker& worker : m_workers) {
        worker.thread.request_stop();
    }
}

open::OpenRequest TraceLoader::request(const QStringList& paths)
{
    open::OpenRequest out;
    for (const QString& path : paths) {
        out.paths.push_back(path.toStdString());
    }
    return out;
}

void TraceLoader::load(const open::OpenRequest& request)
{
    retire();
    m_paths.clear();
    for (const auto* side : {&request.paths, &request.after}) {
        for (const std::string& path : *side) {
            m_paths << QString::fromStdString(path);
        }
    }
    m_loading = true;
    m_clock.start();
    const int generation = ++m_generation;
    emit started(m_paths);
    auto work = [this, generation, request](const std::stop_token& stop) {
        const JobContext job(stop, [this, generation](const Progress& progress) {
            QMetaObject::invokeMethod(
                this, [this, generation, progress] { report(generation, progress); },
                Qt::QueuedConnection);
        });
        const auto result = std::make_shared<Result<open::OpenedTraces>>(m_open(request, job));
        QMetaObject::invokeMethod(
            this, [this, generation, result] { finish(generation, *result); },
            Qt::QueuedConnection);
        if (m_cache && result->has_value()) {
            for (const TracePtr& trace : result->value().traces) {
                m_cache(*trace, JobContext(stop, {}));
            }
        }
        QMetaObject::invokeMethod(
            this,
            [this, generation] {
                std::erase_if(m_workers,
                              [&](const Worker& w) { return w.generation == generation; });
            },
            Qt::QueuedConnection);
    };
    m_workers.push_back({generation, std::jthread(std::move(work))});
}

void TraceLoader::cancel()
{
    if (m_loading) {
        ++m_generation;
        m_loading = false;
        retire();
        emit cancelled();
    }
}

void TraceLoader::report(int generation, const Progress& progress)
{
    if (generation != m_generation || !m_loading) {
        return;
    }
    const double seconds = std::max(0.001, static_cast<double>(m_clock.nsecsElapsed()) * 1e-9);
    LoadProgress shown;
    shown.phase =
        QString::fromUtf8(progress.phase.data(), static_cast<qsizetype>(progress.phase.size()));
    shown.permille = progress.permille;
    shown.bytes = progress.bytes;
    shown.events = progress.events;
    shown.bytesPerSecond = static_cast<double>(progress.bytes) / seconds;
    shown.eventsPerSecond = static_cast<double>(progress.events) / seconds;
    emit progressed(shown);
}

void TraceLoader::finish(int generation, const Result<open::OpenedTraces>& result)
{
    if (generation != m_generation || !m_loading) {
        return;
    }
    m_loading = false;
    if (result) {
        emit loaded(*result, m_paths);
    } else {
        emit failed(QString::fromStdString(result.error().text()), m_paths);
    }
}

} // namespace longpole::session
