// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocm_sqlite/rocpd_facts.h"

#include "core/import/json_writer.h"

#include <simdjson.h>

namespace longpole::import {

namespace {

using model::kNull64;

template <class Value>
const Value& lookUp(const std::unordered_map<std::int64_t, Value>& map, std::int64_t id,
                    const Value& absent)
{
    const auto it = map.find(id);
    return it == map.end() ? absent : it->second;
}

// The text of a marker, which rocprofv3 keeps in the event's JSON.
std::string messageIn(std::string_view json)
{
    if (json.find("message") == std::string_view::npos) {
        return {};
    }
    thread_local simdjson::dom::parser parser;
    simdjson::dom::element root;
    std::string_view text;
    if (parser.parse(json.data(), json.size()).get(root) != simdjson::SUCCESS
        || root["message"].get(text) != simdjson::SUCCESS) {
        return {};
    }
    return std::string(text);
}

} // namespace

Result<void> RocpdFacts::load(TraceBuilder& builder)
{
    if (auto done = metadata(builder); !done) {
        return done;
    }
    if (auto done = names(builder); !done) {
        return done;
    }
    if (auto done = agents(builder); !done) {
        return done;
    }
    using Step = Result<void> (RocpdFacts::*)();
    for (const Step step : {&RocpdFacts::symbols, &RocpdFacts::events, &RocpdFacts::tracksAndTimes,
                            &RocpdFacts::argsAndCounters}) {
        if (auto done = (this->*step)(); !done) {
            return done;
        }
    }
    return {};
}

Result<void> RocpdFacts::metadata(TraceBuilder& builder)
{
    static constexpr ColumnWish kColumns[] = {{"tag", CellType::Text}, {"value", CellType::Text}};
    return eachRow(m_input, table("rocpd_metadata"), kColumns,
                   [&](const RowBlock& b, std::size_t row) {
                       if (builder.info().properties.size() < 100) {
                           builder.info().properties.emplace_back(b.text(row, 0), b.text(row, 1));
                       }
                   });
}

Result<void> RocpdFacts::names(TraceBuilder& builder)
{
    static constexpr ColumnWish kStrings[] = {{"id"}, {"string", CellType::Text}};
    static constexpr ColumnWish kProcesses[] = {{"id"}, {"pid"}, {"command", CellType::Text}};
    static constexpr ColumnWish kThreads[] = {{"id"}, {"pid"}, {"tid"}, {"name", CellType::Text}};
    EventBatch batch;
    const auto name = [&](NamingRecord::Kind kind, std::int64_t p, std::int64_t t,
                          std::string_view text) {
        if (!text.empty()) {
            NamingRecord n;
            n.kind = kind;
            n.thread.pid = p;
            n.thread.tid = t;
            n.text = batch.intern(text);
            batch.namings.push_back(n);
        }
    };
    auto done =
        eachRow(m_input, table("rocpd_string"), kStrings, [&](const RowBlock& b, std::size_t row) {
            m_strings.emplace(b.integer(row, 0), b.text(row, 1));
        });
    if (done) {
        done = eachRow(m_input, table("rocpd_info_process"), kProcesses,
                       [&](const RowBlock& b, std::size_t row) {
                           m_pids.emplace(b.integer(row, 0), b.integer(row, 1, 0));
                           name(NamingRecord::Kind::ProcessName, b.integer(row, 1, 0), 0,
                                b.text(row, 2).substr(0, 200));
                       });
    }
    if (done) {
        done = eachRow(m_input, table("rocpd_info_thread"), kThreads,
                       [&](const RowBlock& b, std::size_t row) {
                           m_tids.emplace(b.integer(row, 0), b.integer(row, 2, 0));
                           name(NamingRecord::Kind::ThreadName, pid(b.integer(row, 1)),
                                b.integer(row, 2, 0), b.text(row, 3));
                       });
    }
    builder.append(std::move(batch));
    return done;
}

Result<void> RocpdFacts::agents(TraceBuilder& builder)
{
    static constexpr ColumnWish kColumns[] = {{"id"},
                                              {"type", CellType::Text},
                                              {"type_index"},
                                              {"logical_index"},
                                              {"absolute_index"},
                                              {"product_name", CellType::Text},
                                              {"model_name", CellType::Text},
                                              {"name", CellType::Text},
                                              {"vendor_name", CellType::Text},
                                              {"extdata", CellType::Text}};
    return eachRow(
        m_input, table("rocpd_info_agent"), kColumns, [&](const RowBlock& b, std::size_t row) {
            Agent agent;
            agent.gpu = b.text(row, 1) == "GPU";
            agent.number = b.integer(row, 0, 0);
            for (const std::size_t column : {4U, 3U, 2U}) {
                agent.number = b.integer(row, column, agent.number);
            }
            for (const std::size_t column : {7U, 6U, 5U}) {
                agent.name = b.text(row, column).empty() ? agent.name : b.text(row, column);
            }
            if (agent.gpu) {
                KnownDevice device;
                device.number = agent.number;
                device.name = agent.name;
                JsonWriter json;
                json.beginObject().key("id").integer(agent.number).key("name").text(agent.name);
                json.key("architecture").text(b.text(row, 7));
                json.key("vendor").text(b.text(row, 8));
                thread_local simdjson::dom::parser parser;
                simdjson::dom::element root;
                const std::string_view extra = b.text(row, 9);
                std::int64_t number = 0;
                if (!extra.empty()
                    && parser.parse(extra.data(), extra.size()).get(root) == simdjson::SUCCESS) {
                    const std::pair<const char*, const char*> kinds[] = {
                        {"cu_count", "numSms"},
                        {"wave_front_size", "warpSize"},
                        {"max_waves_per_cu", "maxWarpsPerMultiprocessor"},
                        {"max_waves_per_simd", "maxWarpsPerSimd"},
                        {"simd_per_cu", "simdsPerMultiprocessor"},
                        {"max_engine_clk_fcompute", "clockRateMHz"},
                        {"lds_size_in_kb", "sharedMemPerMultiprocessorKB"}};
                    for (const auto& [from, to] : kinds) {
                        if (root[from].get(number) == simdjson::SUCCESS) {
                            json.key(to).integer(number);
                        }
                    }
                }
                device.properties = json.endObject().take();
                builder.devices().push_back(std::move(device));
            }
            m_agents.emplace(b.integer(row, 0), std::move(agent));
        });
}

Result<void> RocpdFacts::symbols()
{
    static constexpr ColumnWish kColumns[] = {{"id"},
                                              {"display_name", CellType::Text},
                                              {"kernel_name", CellType::Text},
                                              {"arch_vgpr_count"},
                                              {"accum_vgpr_count"},
                                              {"sgpr_count"}};
    return eachRow(m_input, table("rocpd_info_kernel_symbol"), kColumns,
                   [&](const RowBlock& b, std::size_t row) {
                       Kernel k;
                       k.name = b.text(row, 1).empty() ? b.text(row, 2) : b.text(row, 1);
                       k.symbol = b.text(row, 2) == k.name ? std::string_view() : b.text(row, 2);
                       k.vgprs = b.integer(row, 3);
                       k.accumVgprs = b.integer(row, 4);
                       k.sgprs = b.integer(row, 5);
                       m_kernels.emplace(b.integer(row, 0), std::move(k));
                   });
}

Result<void> RocpdFacts::events()
{
    static constexpr ColumnWish kColumns[] = {
        {"id"}, {"category_id"}, {"stack_id"}, {"correlation_id"}, {"extdata", CellType::Text}};
    return eachRow(m_input, table("rocpd_event"), kColumns,
                   [&](const RowBlock& b, std::size_t row) {
                       m_events.emplace(b.integer(row, 0),
                                        Event{b.integer(row, 1), b.integer(row, 2),
                                              b.integer(row, 3), messageIn(b.text(row, 4))});
                   });
}

Result<void> RocpdFacts::tracksAndTimes()
{
    static constexpr ColumnWish kTracks[] = {{"id"},       {"pid"},       {"tid"},    {"agent_id"},
                                             {"queue_id"}, {"stream_id"}, {"name_id"}};
    static constexpr ColumnWish kTimes[] = {{"id"}, {"value"}};
    auto done =
        eachRow(m_input, table("rocpd_track"), kTracks, [&](const RowBlock& b, std::size_t row) {
            m_tracks.emplace(b.integer(row, 0),
                             Place{b.integer(row, 1), b.integer(row, 2), b.integer(row, 3),
                                   b.integer(row, 4), b.integer(row, 5), b.integer(row, 6)});
        });
    if (done) {
        done = eachRow(m_input, table("rocpd_timestamp"), kTimes,
                       [&](const RowBlock& b, std::size_t row) {
                           m_times.emplace(b.integer(row, 0), b.integer(row, 1));
                       });
    }
    return done;
}

Result<void> RocpdFacts::argsAndCounters()
{
    static constexpr ColumnWish kArgs[] = {
        {"event_id"}, {"name", CellType::Text}, {"value", CellType::Text}};
    static constexpr ColumnWish kPmc[] = {
        {"id"}, {"symbol", CellType::Text}, {"name", CellType::Text}};
    static constexpr ColumnWish kPmcEvents[] = {
        {"event_id"}, {"pmc_id"}, {"value", CellType::Real}};
    const auto append = [](std::string& to, std::string_view key) {
        to += to.empty() ? "" : ",";
        appendJsonText(to, key);
        to += ':';
    };
    auto done =
        eachRow(m_input, table("rocpd_arg"), kArgs, [&](const RowBlock& b, std::size_t row) {
            std::string& to = m_args[b.integer(row, 0)];
            append(to, b.text(row, 1));
            appendJsonText(to, b.text(row, 2));
        });
    StringsById counters;
    if (done) {
        done = eachRow(
            m_input, table("rocpd_info_pmc"), kPmc, [&](const RowBlock& b, std::size_t row) {
                counters.emplace(b.integer(row, 0),
                                 b.text(row, 1).empty() ? b.text(row, 2) : b.text(row, 1));
            });
    }
    if (done) {
        done = eachRow(m_input, table("rocpd_pmc_event"), kPmcEvents,
                       [&](const RowBlock& b, std::size_t row) {
                           if (b.has(row, 0) && b.has(row, 2)) {
                               std::string& to = m_counters[b.integer(row, 0)];
                               append(to, stringOf(counters, b.integer(row, 1)));
                               to += JsonWriter().real(b.real(row, 2)).str();
                           }
                       });
    }
    return done;
}

std::int64_t RocpdFacts::pid(std::int64_t process) const
{
    return lookUp(m_pids, process, std::int64_t{0});
}

std::int64_t RocpdFacts::tid(std::int64_t thread) const
{
    return lookUp(m_tids, thread, std::int64_t{0});
}

const RocpdFacts::Agent& RocpdFacts::agent(std::int64_t id) const
{
    static const Agent kNone;
    return lookUp(m_agents, id, kNone);
}

const RocpdFacts::Kernel* RocpdFacts::kernel(std::int64_t id) const
{
    const auto it = m_kernels.find(id);
    return it == m_kernels.end() ? nullptr : &it->second;
}

const RocpdFacts::Event& RocpdFacts::event(std::int64_t id) const
{
    static const Event kNone;
    return lookUp(m_events, id, kNone);
}

const RocpdFacts::Place& RocpdFacts::track(std::int64_t id) const
{
    static const Place kNone;
    return lookUp(m_tracks, id, kNone);
}

std::int64_t RocpdFacts::time(std::int64_t timestampId) const
{
    return lookUp(m_times, timestampId, kNull64);
}

} // namespace longpole::import
