// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/event_sink.h"

#include "core/import/chrome_json/args_scanner.h"
#include "core/import/chrome_json/json_text.h"
#include "core/import/chrome_json/kineto_args.h"
#include "core/import/chrome_json/longpole_events.h"
#include "core/import/chrome_json/rocprof_events.h"
#include "core/import/decimal_time.h"
#include "core/model/names.h"

#include <algorithm>

namespace longpole::import {

namespace {

using model::Severity;
using model::TrackKind;

template <class Record>
void setId(const Scalar& id, Record& record, EventBatch& batch)
{
    const auto number = parseInteger(id.text);
    record.idIsText = !number;
    record.id = number ? *number : std::int64_t{batch.intern(id.text).value};
}

} // namespace

std::string EventSink::place(const RawEvent& e) const
{
    return std::string(e.name.substr(0, 80)) + " (byte " + std::to_string(e.offset) + ")";
}

void EventSink::drop(const RawEvent& e, std::string_view kind, std::string_view meaning)
{
    m_batch.ledger.add(kind, Severity::DataLoss, meaning, place(e));
}

const CategoryMeaning& EventSink::categoryOf(const RawEvent& e, std::uint16_t& number)
{
    number = m_batch.category(e.category);
    if (m_categories.size() <= number) {
        m_categories.resize(std::size_t{number} + 1);
        m_categories[number] = categoryMeaning(e.category);
    }
    return m_categories[number];
}

std::optional<std::int64_t> EventSink::time(const RawEvent& e)
{
    if (!e.ts.present) {
        drop(e, "event-without-time", "events without a time stamp were left out");
        return std::nullopt;
    }
    const auto ns = microsecondsToNs(e.ts.text);
    if (!ns) {
        drop(e, "unreadable-time",
             "events whose time stamp is not a number or out of range were left out");
    }
    return ns;
}

TrackKey EventSink::key(const RawEvent& e, TrackKind kind)
{
    TrackKey k;
    k.kind = kind;
    const auto set = [&](const Scalar& v, std::int64_t& number, bool& isText) {
        const auto n = parseInteger(v.text);
        isText = !n;
        number = n ? *n : std::int64_t{m_batch.intern(v.text).value};
    };
    if (e.pid.present) {
        set(e.pid, k.pid, k.pidIsText);
    }
    if (e.tid.present) {
        set(e.tid, k.tid, k.tidIsText);
    } else {
        k.tid = k.pid; // a missing tid is the process's main thread
        k.tidIsText = k.pidIsText;
    }
    if (!e.lane.empty()) {
        setLane(e.lane, k, m_batch);
    }
    return k;
}

std::uint32_t EventSink::keepArgs(const RawEvent& e)
{
    if (e.argsNotObject) {
        m_batch.ledger.add("args-not-an-object", Severity::DataLoss,
                           "arguments that are not an object were left out", place(e));
    }
    return e.args.size() > 2 ? m_batch.keepArgs(e.args) : model::kNull32;
}

void EventSink::add(const RawEvent& e)
{
    ++m_batch.events;
    if (e.empty) {
        m_batch.ledger.add("empty-event", Severity::Info, "empty events {} were ignored");
        return;
    }
    using Kind = HalfRecord::Kind;
    switch (e.phase.empty() ? '\0' : e.phase.front()) {
    case 'X':
        complete(e);
        break;
    case 'B':
        half(e, Kind::Begin);
        break;
    case 'E':
        half(e, Kind::End);
        break;
    case 'b':
    case 'S':
        async(e, Kind::AsyncBegin);
        break;
    case 'e':
    case 'F':
        async(e, Kind::AsyncEnd);
        break;
    case 's':
        flow(e, FlowRecord::Kind::Start);
        break;
    case 't':
        flow(e, FlowRecord::Kind::Step);
        break;
    case 'f':
        flow(e, FlowRecord::Kind::End);
        break;
    case 'C':
        counter(e);
        break;
    case 'M':
        metadata(e);
        break;
    case 'i':
    case 'I':
    case 'R':
    case 'P':
    case 'n':
    case 'T':
        instant(e);
        break;
    case '\0':
        drop(e, "event-without-phase", "events without a phase (\"ph\") were left out");
        break;
    default:
        drop(e, "unknown-phase", "events of a phase that Longpole does not show were left out");
    }
}

void EventSink::complete(const RawEvent& e)
{
    const auto ts = time(e);
    if (!ts) {
        return;
    }
    if (!e.dur.present) {
        drop(e, "complete-event-without-duration",
             "complete events (X) without a duration were left out");
        return;
    }
    const auto dur = microsecondsToNs(e.dur.text);
    if (!dur) {
        drop(e, "unreadable-duration",
             "events whose duration is not a number or out of range were left out");
        return;
    }
    SliceRecord s;
    const CategoryMeaning& category = categoryOf(e, s.category);
    s.start = *ts;
    s.duration = *dur;
    if (s.duration < 0) {
        s.duration = 0;
        s.flags = model::SliceClamped;
        m_batch.ledger.add("negative-duration", Severity::Repaired,
                           "negative durations were set to 0", place(e));
    }
    s.name = m_batch.intern(e.name);
    s.role = category.role;
    s.args = keepArgs(e);
    if (category.role == SliceRole::GpuOp) {
        gpuOp(e, s, category);
    } else if (s.role == SliceRole::Api) {
        apiCall(e, s);
    } else if (!addUncategorised(e, key(e, TrackKind::Thread), m_batch, s)) {
        s.track = m_batch.track(key(e, trackKindOf(s.role)));
    }
    m_batch.slices.push_back(s);
}

void EventSink::gpuOp(const RawEvent& e, SliceRecord& s, const CategoryMeaning& category)
{
    GpuFacts facts;
    std::int64_t device = model::kNull64;
    if (!readGpuArgs(e.args, m_batch, facts, device)) {
        // "kernel" is also what an operating system's trace calls a category.
        s.role = SliceRole::Plain;
        s.track = m_batch.track(key(e, TrackKind::Thread));
        m_batch.ledger.add("gpu-category-without-gpu-arguments", Severity::Info,
                           "events of a GPU category that name no device, stream or correlation "
                           "are shown as plain slices",
                           place(e));
        return;
    }
    facts.kind =
        category.kind == model::GpuOpKind::Kernel ? model::kernelKind(e.name) : category.kind;
    TrackKey k = key(e, TrackKind::Stream);
    k.kind = TrackKind::Stream; // whatever lane it claims
    if (device != model::kNull64) {
        k.pid = device;
        k.pidIsText = false;
    } else if (k.pidIsText) {
        k.pid = 0;
        k.pidIsText = false;
    }
    if (!e.lane.empty()) {
        // says the track by itself
    } else if (facts.stream != model::kNull64) {
        k.tid = facts.stream;
        k.tidIsText = false;
    } else if (!k.tidIsText) {
        facts.stream = k.tid;
    }
    s.track = m_batch.track(k);
    s.facts = static_cast<std::uint32_t>(m_batch.gpu.size());
    m_batch.gpu.push_back(facts);
}

void EventSink::apiCall(const RawEvent& e, SliceRecord& s)
{
    ApiFacts facts;
    readApiArgs(e.args, facts);
    TrackKey k = key(e, TrackKind::Thread);
    k.kind = TrackKind::Thread;
    s.track = m_batch.track(k);
    s.facts = static_cast<std::uint32_t>(m_batch.api.size());
    m_batch.api.push_back(facts);
}

void EventSink::half(const RawEvent& e, HalfRecord::Kind kind)
{
    const auto ts = time(e);
    if (!ts) {
        return;
    }
    HalfRecord h;
    h.kind = kind;
    h.time = *ts;
    h.name = m_batch.intern(e.name);
    categoryOf(e, h.category);
    h.track = m_batch.track(key(e, TrackKind::Thread));
    h.args = keepArgs(e);
    m_batch.halves.push_back(h);
}

void EventSink::flow(const RawEvent& e, FlowRecord::Kind kind)
{
    const auto ts = time(e);
    if (!ts) {
        return;
    }
    if (!e.id.present || e.id.text.empty()) {
        drop(e, "flow-without-id", "flow events without an id were left out");
        return;
    }
    FlowRecord f;
    f.kind = kind;
    f.time = *ts;
    categoryOf(e, f.category);
    f.track = m_batch.track(flowEnd(e, key(e, TrackKind::Thread)));
    f.bindEnclosing = e.bindPoint == "e";
    setId(e.id, f, m_batch);
    m_batch.flows.push_back(f);
}

void EventSink::async(const RawEvent& e, HalfRecord::Kind kind)
{
    const auto ts = time(e);
    if (!ts) {
        return;
    }
    if (e.category.empty() || !e.id.present || e.id.text.empty()) {
        drop(e, "async-without-identity", "async events without a category or an id were left out");
        return;
    }
    HalfRecord h;
    h.kind = kind;
    h.time = *ts;
    h.name = m_batch.intern(e.name);
    categoryOf(e, h.category);
    TrackKey k = key(e, TrackKind::Async);
    if (e.lane.empty()) {
        k.tid = 0; // an async id lives in its process, whatever thread tells of it
        k.tidIsText = false;
        k.name = m_batch.intern(e.category);
    }
    h.track = m_batch.track(k);
    h.args = keepArgs(e);
    setId(e.id, h, m_batch);
    m_batch.halves.push_back(h);
}

void EventSink::instant(const RawEvent& e)
{
    const auto ts = time(e);
    if (!ts) {
        return;
    }
    InstantRecord i;
    i.time = *ts;
    i.name = m_batch.intern(e.name);
    categoryOf(e, i.category);
    i.track = m_batch.track(key(e, TrackKind::Thread));
    i.args = keepArgs(e);
    i.scope = e.scope == "g" ? model::InstantScope::Global
        : e.scope == "p"     ? model::InstantScope::Process
                             : model::InstantScope::Thread;
    m_batch.instants.push_back(i);
}

void EventSink::counter(const RawEvent& e)
{
    const auto ts = time(e);
    if (!ts || e.args.empty()) {
        return;
    }
    ArgsScanner scanner(e.args);
    std::string_view name;
    Scalar value;
    while (scanner.next(name, value)) {
        const auto v = parseReal(value.text);
        if (!v) {
            drop(e, "counter-not-a-number", "counter values that are not numbers were left out");
            continue;
        }
        std::string full(e.name);
        if (e.id.present && !e.id.text.empty()) {
            full += "[" + std::string(e.id.text) + "]";
        }
        if (name != "value") {
            full += " " + jsonText(name);
        }
        TrackKey k = key(e, TrackKind::Counter);
        k.tid = 0;
        k.tidIsText = false;
        k.name = m_batch.intern(full);
        m_batch.counters.push_back({*ts, *v, m_batch.track(k)});
    }
}

} // namespace longpole::import
