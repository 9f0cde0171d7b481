// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocprof/json_walker.h"
#include "core/import/rocprof/rocprof.h"
#include "core/import/rocprof/sdk_records.h"
#include "core/import/rocprof/sdk_tables.h"

#include <simdjson.h>

#include <algorithm>
#include <deque>
#include <set>

namespace longpole::import {

namespace {

using model::Severity;

Sniff sniff(std::string_view head)
{
    const std::size_t begin = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    if (begin != std::string_view::npos && head[begin] == '{'
        && head.find("\"rocprofiler-sdk-tool\"") != std::string_view::npos) {
        return {95, "a JSON object with rocprofiler-sdk-tool"};
    }
    return {};
}

class SdkFile
{
public:
    SdkFile(TraceBuilder& builder, const JobContext& job)
        : m_builder(builder)
        , m_job(job)
    { }

    Result<void> read(io::ByteSource& source)
    {
        JsonWalker walker(source, m_job);
        auto walked = walker.walk([this](const JsonItem& item) { take(item); });
        if (!walked) {
            return walked;
        }
        endProcess();
        note(walker, source);
        flush();
        m_builder.info().format = "rocprofv3-json";
        m_builder.info().producer = "rocprofv3";
        return {};
    }

private:
    static bool isTable(std::string_view path)
    {
        return path == "metadata" || path == "agents" || path == "kernel_symbols"
            || path == "counters" || path == "strings/buffer_records"
            || path == "strings/marker_api";
    }

    void take(const JsonItem& item)
    {
        if (m_tables.empty() || item.process != m_process) {
            endProcess();
            m_process = item.process;
            m_tables.emplace_back();
            m_records.emplace(m_tables.back(), static_cast<std::uint32_t>(m_process));
        }
        if (isTable(item.path)) {
            simdjson::dom::element value;
            if (!parse(item.text, value) || !m_tables.back().take(item.path, item.text, value)) {
                m_batch.ledger.add("table-entry-not-understood", Severity::Info,
                                   "agents, kernels, counters or markers that could not be read",
                                   std::string(item.path) + ", byte "
                                       + std::to_string(item.offset));
            }
        } else if (SdkRecords::isRecord(item.path)) {
            // Names come first in files as written; in files sorted by key they come last.
            const bool early = !m_tables.back().hasKinds() && !m_tables.back().hasSymbols();
            if (early) {
                m_waiting.push_back({std::string(item.path), std::string(item.text), item.offset});
            } else {
                record(item.path, item.text, item.offset);
            }
        }
    }

    // The parser wants room behind the text.
    bool parse(std::string_view text, simdjson::dom::element& value)
    {
        m_room.assign(text);
        m_room.reserve(text.size() + simdjson::SIMDJSON_PADDING);
        return m_parser.parse(m_room.data(), text.size(), false).get(value) == simdjson::SUCCESS
            && value.is_object();
    }

    void record(std::string_view path, std::string_view text, std::uint64_t offset)
    {
        constexpr std::size_t kRecordsPerBatch = 16384;
        simdjson::dom::element value;
        if (!parse(text, value)) {
            m_batch.ledger.add("record-not-json", Severity::DataLoss,
                               "records that are broken JSON were left out",
                               "byte " + std::to_string(offset));
            return;
        }
        m_records->take(path, text, value, m_batch, offset);
        if (++m_inBatch >= kRecordsPerBatch) {
            flush();
        }
    }

    void flush()
    {
        m_inBatch = 0;
        m_batch.seal();
        m_builder.append(std::move(m_batch));
        m_batch = EventBatch();
    }

    void endProcess()
    {
        if (m_tables.empty()) {
            return;
        }
        // Counters first: dispatches take theirs along.
        std::stable_partition(m_waiting.begin(), m_waiting.end(), [](const Waiting& w) {
            return w.path.starts_with("callback_records/");
        });
        for (const Waiting& w : m_waiting) {
            record(w.path, w.text, w.offset);
        }
        m_waiting.clear();
        m_records->finish(m_batch);
        const SdkTables& tables = m_tables.back();
        for (const Agent& a : tables.agents()) {
            if (a.isGpu && m_knownGpus.insert(a.number).second) {
                m_builder.devices().push_back({0, a.number, a.name, a.json});
            }
        }
        auto& properties = m_builder.info().properties;
        for (const auto& [key, value] :
             {std::pair("command", &tables.command), std::pair("host", &tables.host)}) {
            if (!value->empty() && m_tables.size() == 1) {
                properties.emplace_back(key, *value);
            }
        }
    }

    void note(const JsonWalker& walker, const io::ByteSource& source)
    {
        if (!walker.stopped().empty()) {
            m_batch.ledger.add("json-cut-off", Severity::DataLoss,
                               walker.stopped() + "; the records before it were read");
        }
        if (walker.tooLong() > 0) {
            m_batch.ledger.add("record-too-long", Severity::DataLoss,
                               "records of more than 64 MiB were left out", {}, walker.tooLong());
        }
        if (const auto damage = source.damage()) {
            m_batch.ledger.add("damaged-container", Severity::DataLoss, damage->message,
                               damage->where);
        }
    }

    struct Waiting
    {
        std::string path;
        std::string text;
        std::uint64_t offset;
    };

    TraceBuilder& m_builder;
    const JobContext& m_job;
    simdjson::dom::parser m_parser;
    std::string m_room;
    std::deque<SdkTables> m_tables; // one per process; stable addresses
    std::optional<SdkRecords> m_records;
    std::vector<Waiting> m_waiting;
    std::set<std::int64_t> m_knownGpus;
    EventBatch m_batch;
    std::size_t m_process = 0;
    std::size_t m_inBatch = 0;
};

Result<void> read(io::ByteSource& source, TraceBuilder& builder, const JobContext& job)
{
    return SdkFile(builder, job).read(source);
}

} // namespace

const Importer kRocprofJson{"rocprofv3-json", "rocprofv3 JSON (ROCm)", sniff, read};

} // namespace longpole::import
