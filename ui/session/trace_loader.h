// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TraceLoader: opens traces on a worker thread. The newest request wins; a cancelled or outdated
// one is dropped at once and winds down in the background.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/trace.h"
#include "core/open/open_traces.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace longpole::session {

struct LoadProgress
{
    QString phase;
    int permille = -1; // -1: unknown
    quint64 bytes = 0;
    quint64 events = 0;
    double bytesPerSecond = 0;
    double eventsPerSecond = 0;
};

class TraceLoader : public QObject
{
    Q_OBJECT

public:
    using TracePtr = std::shared_ptr<const model::Trace>;
    using Open =
        std::function<Result<open::OpenedTraces>(const open::OpenRequest&, const JobContext&)>;
    using Cache = std::function<void(const model::Trace&, const JobContext&)>;

    // `open` does the work on a worker thread; `cache` runs after a successful load, also there,
    // and may be empty. Both must stop soon after the job is cancelled.
    TraceLoader(Open open, Cache cache, QObject* parent = nullptr);
    ~TraceLoader() override;

    void load(const QStringList& paths) { load(request(paths)); }
    void load(const open::OpenRequest& request);
    static open::OpenRequest request(const QStringList& paths);
    // Nothing is delivered for the request under way; `cancelled` is emitted.
    void cancel();
    bool loading() const { return m_loading; }
    const QStringList& paths() const { return m_paths; }

signals:
    void started(const QStringList& paths);
    void progressed(const longpole::session::LoadProgress& progress);
    void loaded(const longpole::open::OpenedTraces& opened, const QStringList& paths);
    void failed(const QString& message, const QStringList& paths);
    void cancelled();

private:
    struct Worker
    {
        int generation;
        std::jthread thread;
    };
    void retire();
    void report(int generation, const Progress& progress);
    void finish(int generation, const Result<open::OpenedTraces>& result);

    Open m_open;
    Cache m_cache;
    QStringList m_paths;
    QElapsedTimer m_clock;
    int m_generation = 0;
    bool m_loading = false;
    std::vector<Worker> m_workers; // last: stopped and joined first
};

} // namespace longpole::session
