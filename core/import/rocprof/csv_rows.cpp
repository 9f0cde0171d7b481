// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocprof/csv_rows.h"

#include "core/base/time.h"
#include "core/import/decimal_time.h"
#include "core/import/json_writer.h"
#include "core/import/rocprof/sdk_tables.h"
#include "core/model/names.h"

#include <algorithm>

namespace longpole::import {

namespace {

using model::kNull64;
using model::Severity;

std::string lowerCase(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return out;
}

std::string place(std::uint64_t line)
{
    return "line " + std::to_string(line);
}

} // namespace

std::int64_t RocprofRows::number(const Row& row, std::size_t at) const
{
    return parseInteger(csvField(row, at)).value_or(kNull64);
}

// "4" or "Agent 4".
std::int64_t RocprofRows::device(const Row& row, std::size_t at) const
{
    constexpr std::string_view kPrefix = "Agent ";
    std::string_view text = csvField(row, at);
    if (text.starts_with(kPrefix)) {
        text.remove_prefix(kPrefix.size());
    }
    return parseInteger(text).value_or(0);
}

void RocprofRows::take(const Row& row, std::uint64_t line, EventBatch& batch,
                       std::vector<KnownDevice>& devices)
{
    if (row.size() != m_columns.names().size()) {
        batch.ledger.add("csv-row-of-another-length", Severity::DataLoss,
                         "rows with more or fewer fields than the header were left out",
                         place(line));
        return;
    }
    switch (m_page) {
    case RocprofPage::Kernels:
        kernel(row, line, wideCounters(row), batch);
        break;
    case RocprofPage::Calls:
        call(row, line, batch);
        break;
    case RocprofPage::Copies:
        copy(row, line, batch);
        break;
    case RocprofPage::Memory:
        memory(row, line, batch);
        break;
    case RocprofPage::Counters:
        count(row, line, batch);
        break;
    case RocprofPage::Agents:
        agent(row, devices);
        break;
    default:
        break;
    }
}

bool RocprofRows::hasTimes(const Row& row) const
{
    const std::int64_t end = number(row, m_end);
    return number(row, m_start) != kNull64 && end != kNull64 && end != 0;
}

bool RocprofRows::times(const Row& row, std::uint64_t line, SliceRecord& out,
                        EventBatch& batch) const
{
    const std::int64_t start = number(row, m_start);
    const std::int64_t end = number(row, m_end);
    if (start == kNull64 || end == kNull64) {
        batch.ledger.add("record-without-times", Severity::DataLoss,
                         "records without a start and an end were left out", place(line));
        return false;
    }
    out.start = start;
    out.duration = end >= start ? saturatingSub(end, start) : 0;
    if (end < start) {
        out.flags = model::SliceClamped;
        batch.ledger.add("negative-duration", Severity::Repaired,
                         "negative durations were set to 0", place(line));
    }
    return true;
}

std::string RocprofRows::args(const Row& row, std::size_t without,
                              const std::map<std::string, double>& counters) const
{
    JsonWriter out;
    out.beginObject();
    for (std::size_t i = 0; i < row.size(); ++i) {
        const bool counter =
            std::binary_search(m_counterColumns.begin(), m_counterColumns.end(), i);
        if (i == without || counter || m_columns.names()[i].empty()) {
            continue;
        }
        out.key(m_columns.names()[i]);
        if (const auto n = parseInteger(row[i])) {
            out.integer(*n);
        } else {
            out.text(row[i]);
        }
    }
    if (!counters.empty()) {
        out.key("counters").beginObject();
        for (const auto& [name, value] : counters) {
            out.key(name).real(value);
        }
        out.endObject();
    }
    out.endObject();
    return out.take();
}

void RocprofRows::kernel(const Row& row, std::uint64_t line,
                         const std::map<std::string, double>& counters, EventBatch& batch)
{
    ++batch.events;
    const std::string name(withoutKernelSuffix(csvField(row, m_name)));
    GpuFacts facts = kernelFacts(row);
    facts.kind = model::kernelKind(name);
    const std::string text = args(row, m_name, counters);
    if (!hasTimes(row) && (m_page == RocprofPage::Counters || !m_counterColumns.empty())) {
        profile(name, facts, device(row, m_agent), text, batch);
        return;
    }
    SliceRecord s;
    if (!times(row, line, s, batch)) {
        return;
    }
    s.name = batch.intern(name);
    s.category = batch.category("kernel_dispatch");
    s.role = SliceRole::GpuOp;
    TrackKey k;
    k.kind = model::TrackKind::Stream;
    k.pid = device(row, m_agent);
    k.tid = facts.stream == kNull64 ? 0 : facts.stream;
    s.track = batch.track(k);
    s.args = batch.keepArgs(text);
    s.facts = static_cast<std::uint32_t>(batch.gpu.size());
    batch.gpu.push_back(facts);
    batch.slices.push_back(s);
}

// Counters of a kernel without a time.
void RocprofRows::profile(const std::string& name, const GpuFacts& facts, std::int64_t device,
                          std::string_view args, EventBatch& batch)
{
    KernelProfileRecord p;
    p.name = batch.intern(name);
    p.member = batch.intern("rocprof");
    std::copy(std::begin(facts.grid), std::end(facts.grid), p.grid);
    std::copy(std::begin(facts.block), std::end(facts.block), p.block);
    p.registers = facts.registers;
    p.sharedStatic = facts.sharedStatic;
    p.stream = facts.stream;
    p.device = device;
    p.order = m_profiles++;
    p.args = batch.keepArgs(args);
    batch.profiles.push_back(p);
}

void RocprofRows::call(const Row& row, std::uint64_t line, EventBatch& batch) const
{
    ++batch.events;
    SliceRecord s;
    if (!times(row, line, s, batch)) {
        return;
    }
    const std::string domain = lowerCase(csvField(row, m_columns.find("Domain")));
    s.name = batch.intern(csvField(row, m_name));
    s.category = batch.category(domain);
    TrackKey k;
    k.pid = number(row, m_process) == kNull64 ? 0 : number(row, m_process);
    k.tid = number(row, m_thread) == kNull64 ? k.pid : number(row, m_thread);
    s.track = batch.track(k);
    s.args = batch.keepArgs(args(row, m_name, {}));
    if (domain.starts_with("marker")) {
        if (s.duration == 0) {
            batch.instants.push_back(
                {s.start, s.name, s.track, s.args, s.category, model::InstantScope::Thread});
            return;
        }
        s.role = SliceRole::Annotation;
    } else {
        ApiFacts facts;
        facts.correlation = number(row, m_correlation);
        facts.correlation = facts.correlation == 0 ? kNull64 : facts.correlation;
        s.role = SliceRole::Api;
        s.facts = static_cast<std::uint32_t>(batch.api.size());
        batch.api.push_back(facts);
    }
    batch.slices.push_back(s);
}

void RocprofRows::copy(const Row& row, std::uint64_t line, EventBatch& batch) const
{
    ++batch.events;
    SliceRecord s;
    if (!times(row, line, s, batch)) {
        return;
    }
    GpuFacts facts;
    facts.kind = model::GpuOpKind::Memcpy;
    facts.correlation = number(row, m_correlation);
    facts.correlation = facts.correlation == 0 ? kNull64 : facts.correlation;
    facts.stream = number(row, m_stream);
    s.name = batch.intern(csvField(row, m_name));
    s.category = batch.category("memory_copy");
    s.role = SliceRole::GpuOp;
    // The file doesn't say which agent is a GPU: a copy to the host is the source's, any other the
    // destination's.
    const bool toHost = csvField(row, m_name).ends_with("TO_HOST");
    TrackKey k;
    k.kind = model::TrackKind::Stream;
    k.pid = device(row, m_columns.find(toHost ? "Source_Agent_Id" : "Destination_Agent_Id"));
    k.tid = facts.stream;
    if (facts.stream == kNull64) {
        k.tid = std::int64_t{batch.intern("copies").value};
        k.tidIsText = true;
    }
    s.track = batch.track(k);
    s.args = batch.keepArgs(args(row, m_name, {}));
    s.facts = static_cast<std::uint32_t>(batch.gpu.size());
    batch.gpu.push_back(facts);
    batch.slices.push_back(s);
}

void RocprofRows::memory(const Row& row, std::uint64_t line, EventBatch& batch) const
{
    ++batch.events;
    SliceRecord s;
    if (!times(row, line, s, batch)) {
        return;
    }
    s.name = batch.intern(csvField(row, m_name));
    s.category = batch.category(lowerCase(csvField(row, m_columns.find("Kind"))));
    TrackKey k;
    k.tid = number(row, m_thread) == kNull64 ? 0 : number(row, m_thread);
    s.track = batch.track(k);
    s.args = batch.keepArgs(args(row, m_name, {}));
    batch.slices.push_back(s);
}

void RocprofRows::agent(const Row& row, std::vector<KnownDevice>& devices) const
{
    if (csvField(row, m_columns.find("Agent_Type")) != "GPU") {
        return;
    }
    const std::size_t logical = m_columns.find("Logical_Node_Id");
    std::string_view name = csvField(row, m_columns.find("Product_Name"));
    if (name.empty()) {
        name = csvField(row, m_columns.find("Name"));
    }
    devices.push_back(
        {0, device(row, logical != CsvColumns::kNone ? logical : m_columns.find("Node_Id")),
         std::string(name), args(row, CsvColumns::kNone, {})});
}

void RocprofRows::count(const Row& row, std::uint64_t line, EventBatch& batch)
{
    const auto value = parseReal(csvField(row, m_columns.find("Counter_Value")));
    if (!value) {
        batch.ledger.add("counter-not-a-number", Severity::DataLoss,
                         "counter values that are not numbers were left out", place(line));
        return;
    }
    const auto [it, added] =
        m_countedBy.emplace(std::pair(std::string(csvField(row, m_process)),
                                      std::string(csvField(row, m_columns.find("Dispatch_Id")))),
                            m_counted.size());
    if (added) {
        m_counted.push_back({row, {}});
    }
    m_counted[it->second].sums[std::string(csvField(row, m_columns.find("Counter_Name")))] +=
        *value;
}

void RocprofRows::finish(EventBatch& batch)
{
    const auto blank = [&](Row& row, std::string_view name) {
        const std::size_t at = m_columns.find(name);
        if (at < row.size()) {
            row[at].clear(); // one of several: "counters" has them all
        }
    };
    for (Counted& c : m_counted) {
        blank(c.row, "Counter_Name");
        blank(c.row, "Counter_Value");
        kernel(c.row, 0, c.sums, batch);
    }
    if (!m_counted.empty() && hasTimes(m_counted.front().row)) {
        batch.ledger.add("kernels-from-counters", Severity::Info,
                         "kernels known from counter collection only, which runs them one by one: "
                         "their times are not those of an undisturbed run",
                         {}, m_counted.size());
    }
}

} // namespace longpole::import
