// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/pipeline.h"

#include "core/base/in_order.h"
#include "core/base/thread_pool.h"
#include "core/import/chrome_json/event_splitter.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace longpole::import {

namespace {

constexpr std::size_t kMaxTail = std::size_t{64} << 20U;

struct Parsed
{
    std::unique_ptr<Chunk> chunk;
    std::unique_ptr<EventBatch> batch; // null: the quick way failed
};

// Joins parsed chunks in file order; one thread at a time.
class Joiner
{
public:
    explicit Joiner(TraceBuilder& builder)
        : m_builder(builder)
    { }
    bool ended() const { return m_ended; }

    void join(const Chunk& chunk, std::unique_ptr<EventBatch> quick)
    {
        if (m_ended) {
            addTail(chunk.text());
            return;
        }
        if (quick && m_splitter.idle()) {
            m_builder.append(std::move(*quick));
            if (chunk.last) {
                finishSplitter(chunk.offset + chunk.size);
            }
            return;
        }
        m_splitter.feed(chunk.text(), chunk.offset);
        EventBatch batch;
        m_splitter.drain(batch, chunk.last);
        batch.seal();
        m_builder.append(std::move(batch));
        if (m_splitter.ended()) {
            m_ended = true;
            addTail(m_splitter.takeTail());
        }
    }

    std::string takeTail() { return std::move(m_tail); }

private:
    void finishSplitter(std::uint64_t offset)
    {
        EventBatch batch;
        m_splitter.feed({}, offset);
        m_splitter.drain(batch, true);
        m_builder.append(std::move(batch));
    }

    void addTail(std::string_view text)
    {
        const std::size_t room = kMaxTail - std::min(kMaxTail, m_tail.size());
        if (text.size() > room) {
            m_builder.ledger().add(
                "long-tail", model::Severity::Info,
                "over 64 MiB of metadata after the events; the rest was not read");
        }
        m_tail += text.substr(0, room);
    }

    TraceBuilder& m_builder;
    EventSplitter m_splitter;
    std::string m_tail;
    std::atomic<bool> m_ended{false};
};

class Pipeline
{
public:
    Pipeline(io::ByteSource& source, TraceBuilder& builder, const JobContext& job)
        : m_source(source)
        , m_builder(builder)
        , m_job(job)
        , m_joiner(builder)
        , m_parsed([this](Parsed next) { join(std::move(next)); })
    { }

    Result<std::string> run(ChunkReader& reader)
    {
        const std::size_t threads = workerCount();
        const std::size_t inFlight = threads + 2;
        Result<void> outcome;
        {
            std::vector<std::jthread> workers;
            for (std::size_t t = 0; t < threads; ++t) {
                workers.emplace_back([this] { work(); });
            }
            outcome = feed(reader, inFlight);
            const std::lock_guard lock(m_mutex);
            m_noMore = true;
            m_changed.notify_all();
        }
        if (!outcome) {
            return fail(outcome.error());
        }
        return m_joiner.takeTail();
    }

private:
    struct Job
    {
        std::uint64_t number;
        std::unique_ptr<Chunk> chunk;
    };

    Result<void> feed(ChunkReader& reader, std::size_t inFlight)
    {
        for (std::uint64_t number = 0;; ++number) {
            std::unique_ptr<Chunk> chunk;
            {
                std::unique_lock lock(m_mutex);
                m_changed.wait(lock, [&] { return number < m_nextToJoin + inFlight; });
                if (!m_free.empty()) {
                    chunk = std::move(m_free.back());
                    m_free.pop_back();
                }
            }
            if (m_job.cancelled()) {
                return fail(Errc::Cancelled, "cancelled", m_source.name());
            }
            if (!chunk) {
                chunk = std::make_unique<Chunk>();
            }
            auto more = reader.next(*chunk);
            if (!more) {
                return fail(more.error());
            }
            if (!*more && number > 0) {
                return {};
            }
            const bool last = chunk->last;
            {
                const std::lock_guard lock(m_mutex);
                m_ready.push_back({number, std::move(chunk)});
                m_changed.notify_all();
            }
            if (last) {
                return {};
            }
        }
    }

    void work()
    {
        EventParser parser;
        for (;;) {
            std::optional<Job> job;
            {
                std::unique_lock lock(m_mutex);
                m_changed.wait(lock, [&] { return !m_ready.empty() || m_noMore; });
                if (m_ready.empty()) {
                    return;
                }
                job = std::move(m_ready.front());
                m_ready.pop_front();
            }
            Parsed parsed;
            parsed.chunk = std::move(job->chunk);
            if (!m_joiner.ended() && !m_job.cancelled()) {
                parsed.batch = parse(parser, *parsed.chunk);
            }
            m_parsed.put(job->number, std::move(parsed));
        }
    }

    static std::unique_ptr<EventBatch> parse(EventParser& parser, const Chunk& chunk)
    {
        auto batch = std::make_unique<EventBatch>();
        EventSink sink(*batch);
        // The last chunk holds the list's own end, which could make up for a bracket lost before.
        if (chunk.last
            || !parser.parseArray(chunk.asArray(), chunk.offset,
                                  [&sink](const RawEvent& e) { sink.add(e); })) {
            return nullptr;
        }
        batch->seal();
        return batch;
    }

    // Joins the next chunk in file order.
    void join(Parsed next)
    {
        if (!m_job.cancelled()) {
            m_joiner.join(*next.chunk, std::move(next.batch));
            report();
        }
        const std::lock_guard lock(m_mutex);
        m_free.push_back(std::move(next.chunk));
        ++m_nextToJoin;
        m_changed.notify_all();
    }

    void report()
    {
        const auto now = std::chrono::steady_clock::now();
        if (now - m_lastReport < std::chrono::milliseconds(50)) {
            return;
        }
        m_lastReport = now;
        const std::uint64_t bytes = m_source.consumed();
        const auto total = m_source.total();
        const int permille = total && *total > 0
            ? static_cast<int>(std::min<std::uint64_t>(1000, bytes * 1000 / *total))
            : -1;
        m_job.report({"reading", permille, bytes, m_builder.eventCount()});
    }

    io::ByteSource& m_source;
    TraceBuilder& m_builder;
    const JobContext& m_job;
    Joiner m_joiner;
    InOrder<Parsed, std::function<void(Parsed)>> m_parsed;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Job> m_ready;
    std::vector<std::unique_ptr<Chunk>> m_free;
    std::uint64_t m_nextToJoin = 0;
    bool m_noMore = false;
    std::chrono::steady_clock::time_point m_lastReport;
};

} // namespace

Result<std::string> readEvents(ChunkReader& reader, io::ByteSource& source, TraceBuilder& builder,
                               const JobContext& job)
{
    return Pipeline(source, builder, job).run(reader);
}

} // namespace longpole::import
