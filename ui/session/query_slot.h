// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// QuerySlot: an answer that is computed off the GUI thread. At most one job runs; the newest key
// wins; whoever shows the answer keeps the old one until the new one is delivered.
#pragma once

#include "core/base/job.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

namespace longpole::session {

// Create, use and destroy in the GUI thread. `compute` runs on a worker thread and must look at
// JobContext::cancelled() often (the destructor waits for it); `deliver` runs in the GUI thread and
// is called only for the newest key.
template <class Key, class Value>
class QuerySlot
{
public:
    using Compute = std::function<Value(const Key&, const JobContext&)>;
    using Deliver = std::function<void(const Key&, Value&&)>;

    using Report = std::function<void(const Progress&)>;

    // report: called in the GUI thread with the progress of the job under way; may be empty.
    QuerySlot(Compute compute, Deliver deliver, Report report = {})
        : m_compute(std::move(compute))
        , m_deliver(std::move(deliver))
        , m_report(std::move(report))
    { }
    QuerySlot(const QuerySlot&) = delete;
    QuerySlot& operator=(const QuerySlot&) = delete;
    ~QuerySlot() { m_thread = {}; } // asks the job to stop and waits

    void request(Key key)
    {
        m_pending = std::move(key);
        if (m_running) {
            m_thread.request_stop();
        } else {
            start();
        }
    }
    // Forgets what was asked; nothing is delivered any more.
    void cancel()
    {
        m_pending.reset();
        m_stale = true;
        m_thread.request_stop();
    }
    bool busy() const { return m_running && !m_stale; }

private:
    void start()
    {
        m_running = true;
        m_stale = false;
        auto key = std::make_shared<const Key>(std::move(*m_pending));
        m_pending.reset();
        m_thread = std::jthread([this, key](const std::stop_token& stop) {
            std::function<void(const Progress&)> onProgress;
            if (m_report) {
                onProgress = [this, stop](const Progress& progress) {
                    QMetaObject::invokeMethod(
                        &m_receiver,
                        [this, stop, progress] {
                            if (!stop.stop_requested()) {
                                m_report(progress);
                            }
                        },
                        Qt::QueuedConnection);
                };
            }
            auto value = std::make_shared<Value>(m_compute(*key, JobContext(stop, onProgress)));
            QMetaObject::invokeMethod(
                &m_receiver, [this, key, value] { finish(*key, std::move(*value)); },
                Qt::QueuedConnection);
        });
    }
    void finish(const Key& key, Value&& value)
    {
        m_running = false;
        if (m_pending) {
            start();
        } else if (!m_stale) {
            m_deliver(key, std::move(value));
        }
    }

    Compute m_compute;
    Deliver m_deliver;
    Report m_report;
    std::optional<Key> m_pending;
    bool m_running = false;
    bool m_stale = false;
    QObject m_receiver;
    std::jthread m_thread; // last: stopped and joined before the rest goes
};

} // namespace longpole::session
