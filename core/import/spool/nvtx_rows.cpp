// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// NVTX ranges and marks. Their times are CLOCK_MONOTONIC already.
#include "core/import/spool/spool_rows.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <utility>

namespace longpole::import {

namespace {

using wire::NvtxOp;

constexpr std::size_t kDeepest = 10'000; // ranges open on one thread

// With what the end of a range tells.
void extend(std::vector<PayloadField>& fields, const std::vector<PayloadField>& more)
{
    fields.insert(fields.end(), more.begin(), more.end());
}

} // namespace

// Events of the payload extension have their text in the payload.
std::string SpoolRows::nvtxText(const wire::NvtxEvent& e,
                                const std::vector<PayloadField>& fields) const
{
    std::string text = m_facts.nvtxNames.textOf(e);
    if (text.empty()) {
        for (const PayloadField& f : fields) {
            if (f.isMessage) {
                return f.text;
            }
        }
    }
    return text;
}

std::string SpoolRows::nvtxCategory(std::uint32_t domain) const
{
    if (domain == 0 || domain == wire::kPythonDomain) {
        return domain == 0 ? "nvtx" : "python_function";
    }
    const std::string name = m_facts.nvtxNames.domain(domain);
    return "nvtx:" + (name.empty() ? std::to_string(domain) : name);
}

void SpoolRows::payload(std::uint32_t thread, const wire::NvtxEvent& e)
{
    Payload& p = m_payloads[thread];
    if (p.time != e.time || p.domain != e.domain) {
        p.fields.clear();
    }
    p.time = e.time;
    p.domain = e.domain;
    if (const char* missing = m_facts.nvtxNames.decode(e.domain, e.id, e.text, p.fields)) {
        m_batch.ledger.add("nvtx-payload-incomplete", model::Severity::Info,
                           "payloads of NVTX events are shown in part only", missing);
    }
}

// Of this event: its payload stands before it, with its time.
std::vector<PayloadField> SpoolRows::takePayload(std::uint32_t thread, const wire::NvtxEvent& e)
{
    const auto it = m_payloads.find(thread);
    if (it == m_payloads.end()) {
        return {};
    }
    const Payload p = std::move(it->second);
    m_payloads.erase(it);
    return p.time == e.time && p.domain == e.domain ? p.fields : std::vector<PayloadField>();
}

void SpoolRows::nvtx(std::uint32_t thread, const wire::NvtxEvent& e)
{
    constexpr std::uint64_t kFar = std::uint64_t{1} << 62U;
    if (e.time > kFar) {
        m_batch.ledger.add("row-without-time", model::Severity::DataLoss,
                           "records without a usable time were left out", "NVTX");
        return;
    }
    if (e.op == NvtxOp::Payload) {
        payload(thread, e);
        return;
    }
    if (e.domain == wire::kPythonDomain) {
        python(thread, e);
        return;
    }
    std::vector<PayloadField> fields = takePayload(thread, e);
    const auto time = static_cast<std::int64_t>(e.time);
    auto& stack = m_stacks[{thread, e.domain}];
    switch (e.op) {
    case NvtxOp::Push:
        if (stack.size() < kDeepest) {
            std::string text = nvtxText(e, fields);
            stack.push_back({e, std::move(text), thread, std::move(fields)});
        }
        break;
    case NvtxOp::Pop:
        if (!stack.empty()) {
            extend(stack.back().fields, fields);
            range(stack.back(), time, false, false);
            stack.pop_back();
        } else {
            m_batch.ledger.add("end-without-begin", model::Severity::Info,
                               "NVTX ranges end that began before the recording");
        }
        break;
    case NvtxOp::Start: {
        std::string text = nvtxText(e, fields);
        m_started[e.id] = {e, std::move(text), thread, std::move(fields)};
        break;
    }
    case NvtxOp::End:
        if (const auto it = m_started.find(e.id); it != m_started.end()) {
            extend(it->second.fields, fields);
            range(it->second, time, true, false);
            m_started.erase(it);
        }
        break;
    case NvtxOp::Mark: {
        InstantRecord i;
        i.time = time;
        i.args = nvtxArgs(e, thread, false, fields);
        i.name = m_batch.intern(nvtxText(e, fields));
        i.category = m_batch.category(nvtxCategory(e.domain));
        i.track = hostThread(thread);
        m_batch.instants.push_back(i);
        added();
        break;
    }
    case NvtxOp::NameCategory:
        m_categories[{e.domain, static_cast<std::uint32_t>(e.id)}] = e.text;
        break;
    case NvtxOp::NameThread: {
        NamingRecord n;
        n.kind = NamingRecord::Kind::ThreadName;
        n.thread.pid = m_facts.pid;
        n.thread.tid = static_cast<std::int64_t>(e.id);
        n.text = m_batch.intern(e.text);
        m_batch.namings.push_back(n);
        break;
    }
    case NvtxOp::NameDomain:
    case NvtxOp::RegisterString:
    case NvtxOp::RegisterSchema:
    case NvtxOp::RegisterEnum:
        break; // known since the first pass
    default:
        m_batch.ledger.add("nvtx-of-unknown-type", model::Severity::Info,
                           "NVTX events that are no range, mark or name were left out");
    }
}

std::uint32_t SpoolRows::nvtxArgs(const wire::NvtxEvent& e, std::uint32_t thread, bool async,
                                  const std::vector<PayloadField>& fields)
{
    m_json.beginObject();
    if (async) {
        m_json.key("thread").integer(thread);
    }
    if (e.category != 0) {
        const auto it = m_categories.find({e.domain, e.category});
        it == m_categories.end() ? m_json.key("category").integer(e.category)
                                 : m_json.key("category").text(it->second);
    }
    if (e.color != 0) {
        char text[8];
        std::snprintf(text, sizeof(text), "#%06x", e.color & 0xffffffU);
        m_json.key("color").text(text);
    }
    // As NVTX counts: u64, i64, double, u32, i32, float.
    switch (e.payloadType) {
    case 1:
        m_json.key("payload").natural(e.payload);
        break;
    case 2:
        m_json.key("payload").integer(static_cast<std::int64_t>(e.payload));
        break;
    case 3:
        m_json.key("payload (real)").real(std::bit_cast<double>(e.payload));
        break;
    case 4:
        m_json.key("payload").integer(static_cast<std::uint32_t>(e.payload));
        break;
    case 5:
        m_json.key("payload").integer(static_cast<std::int32_t>(e.payload));
        break;
    case 6:
        m_json.key("payload (real)")
            .real(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(e.payload))));
        break;
    default:
        break;
    }
    writeFields(fields, m_json);
    return keepArgs();
}

void SpoolRows::range(const Range& open, std::int64_t end, bool async, bool cut)
{
    SliceRecord s;
    s.start = static_cast<std::int64_t>(open.event.time);
    s.duration = std::max<std::int64_t>(end - s.start, 0);
    s.args = nvtxArgs(open.event, open.thread, async, open.fields);
    s.name = m_batch.intern(open.text);
    s.role = open.event.domain == wire::kPythonDomain ? SliceRole::Python : SliceRole::Annotation;
    s.flags = cut ? model::SliceOpenEnded : 0;
    const std::string category = nvtxCategory(open.event.domain);
    s.category = m_batch.category(category);
    if (async) {
        TrackKey key;
        key.kind = model::TrackKind::Async;
        key.pid = m_facts.pid;
        key.name = m_batch.intern("ranges · " + category);
        s.facts = m_asyncGroups++;
        s.track = m_batch.track(key);
    } else {
        s.track = hostThread(open.thread);
    }
    m_batch.slices.push_back(s);
    seen(s.start + s.duration);
    if (cut) {
        m_batch.ledger.add("begin-without-end", model::Severity::Repaired,
                           "an event begins and never ends; it was drawn to the end of the trace",
                           open.text.substr(0, 80));
    }
    added();
}

// To the end of what was recorded.
void SpoolRows::finishRanges()
{
    const std::int64_t last = m_last;
    for (const auto& [key, stack] : m_stacks) {
        for (const Range& open : stack) {
            range(open, std::max(last, static_cast<std::int64_t>(open.event.time)), false, true);
        }
    }
    for (const auto& [id, open] : m_started) {
        range(open, std::max(last, static_cast<std::int64_t>(open.event.time)), true, true);
    }
}

} // namespace longpole::import
