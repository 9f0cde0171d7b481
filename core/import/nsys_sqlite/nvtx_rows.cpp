// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// NVTX: ranges of a thread, ranges that cross threads, marks, and what names them.
#include "core/import/decimal_time.h"
#include "core/import/nsys_sqlite/batch_writer.h"

#include <simdjson.h>

#include <algorithm>

namespace longpole::import {

namespace {

using model::kNull64;
using model::Severity;

enum Column : std::uint8_t
{
    Start,
    End,
    Type,
    Thread,
    Text,
    TextId,
    Domain,
    RangeId,
    Category,
    Color,
    Uint64,
    Int64,
    Uint32,
    Int32,
    Double,
    Float,
    JsonId,
    Json,
    Binary,
    EndThread
};
constexpr ColumnWish kColumns[] = {{"start"},
                                   {"end"},
                                   {"eventType"},
                                   {"globalTid"},
                                   {"text", CellType::Text},
                                   {"textId"},
                                   {"domainId"},
                                   {"rangeId"},
                                   {"category"},
                                   {"color"},
                                   {"uint64Value"},
                                   {"int64Value"},
                                   {"uint32Value"},
                                   {"int32Value"},
                                   {"doubleValue", CellType::Real},
                                   {"floatValue", CellType::Real},
                                   {"jsonTextId"},
                                   {"jsonText", CellType::Text},
                                   {"binaryData", CellType::Text},
                                   {"endGlobalTid"}};

enum EventType : std::uint8_t
{
    CategoryName = 33,
    Mark = 34,
    ThreadName = 39,
    PushPop = 59,
    StartEnd = 60,
    TextPushPop = 70,
    TextStartEnd = 71,
    DomainCreate = 75,
    DomainDestroy = 76
};

// PyTorch's emit_nvtx gives every range a name of its own: "aten::mm, seq = 12, op_id = 345,
// sizes = [[2, 3]]". The first part is the name; the rest belongs into the args.
std::string_view withoutCounters(std::string_view text)
{
    std::size_t end = text.size();
    for (const std::string_view mark : {", seq = ", ", op_id = "}) {
        end = std::min(end, text.find(mark));
    }
    return end == 0 ? text : text.substr(0, end);
}

void counterMember(std::string_view text, std::string_view name, JsonWriter& json)
{
    const std::string mark = ", " + std::string(name) + " = ";
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos) {
        return;
    }
    std::string_view rest = text.substr(at + mark.size());
    if (const auto n = parseInteger(rest.substr(0, rest.find(',')))) {
        json.key(name).integer(*n);
    }
}

class NvtxRow
{
public:
    NvtxRow(const RowBlock& block, std::size_t row, BatchWriter& out)
        : m_block(block)
        , m_row(row)
        , m_out(out)
        , m_thread(block.integer(row, Thread))
        , m_domain(block.integer(row, Domain, 0))
        , m_text(block.has(row, Text) ? block.text(row, Text)
                                      : out.facts().string(block.integer(row, TextId)))
    { }

    void add()
    {
        switch (m_block.integer(m_row, Type, 0)) {
        case PushPop:
        case TextPushPop:
            range(false);
            break;
        case StartEnd:
        case TextStartEnd:
            range(true);
            break;
        case Mark:
            mark();
            break;
        case DomainCreate:
            m_out.state().domains[{scopeOf(m_thread), m_domain}] = m_text;
            break;
        case CategoryName:
            m_out.state()
                .categories[{scopeOf(m_thread), m_domain, m_block.integer(m_row, Category, 0)}] =
                m_text;
            break;
        case ThreadName:
            threadName();
            break;
        case DomainDestroy:
            break;
        default:
            m_out.batch().ledger.add("nvtx-of-unknown-type", Severity::Info,
                                     "NVTX rows that are no range, mark or name were left out",
                                     m_text.substr(0, 80));
        }
    }

private:
    void range(bool async)
    {
        SliceRecord s;
        const bool open = !m_block.has(m_row, End);
        const std::int64_t start = m_block.integer(m_row, Start);
        if (!open && !m_out.times(m_block, m_row, s, "NVTX ranges")) {
            return;
        }
        if (open && (start < -kFar || start > kFar)) {
            m_out.dropped("NVTX ranges");
            return;
        }
        const std::string_view name = withoutCounters(m_text);
        std::uint32_t group = model::kNull32;
        TrackKey key;
        key.pid = pidOf(m_thread);
        std::string asyncName;
        if (async) {
            key.kind = model::TrackKind::Async;
            asyncName = "ranges · " + category();
            group = m_out.state().asyncGroups++;
        } else {
            key.tid = tidOf(m_thread);
        }
        writeArgs(name, async);
        EventBatch& batch = m_out.batch();
        if (open) {
            m_out.json().endObject();
            m_out.state().openRanges.push_back(
                {start, std::string(name), category(), key, asyncName, group, m_out.json().take()});
            return;
        }
        s.args = m_out.keepArgs();
        s.name = batch.intern(name);
        s.role = name.size() < m_text.size() ? SliceRole::Operator : SliceRole::Annotation;
        s.category = batch.category(category());
        s.facts = group;
        if (async) {
            key.name = batch.intern(asyncName);
            s.track = batch.track(key);
        } else {
            s.track = m_out.hostThread(m_thread);
        }
        batch.slices.push_back(s);
    }

    void mark()
    {
        InstantRecord i;
        i.time = m_block.integer(m_row, Start);
        if (i.time < -kFar || i.time > kFar) {
            m_out.dropped("NVTX marks");
            return;
        }
        EventBatch& batch = m_out.batch();
        writeArgs(m_text, false);
        i.args = m_out.keepArgs();
        i.name = batch.intern(m_text);
        i.category = batch.category(category());
        i.track = m_out.hostThread(m_thread);
        batch.instants.push_back(i);
    }

    void threadName()
    {
        if (m_thread == kNull64 || m_text.empty()) {
            return;
        }
        NamingRecord n;
        n.kind = NamingRecord::Kind::ThreadName;
        n.thread.pid = pidOf(m_thread);
        n.thread.tid = tidOf(m_thread);
        n.text = m_out.batch().intern(m_text);
        m_out.batch().namings.push_back(n);
    }

    std::string category() const
    {
        if (m_domain == 0) {
            return "nvtx";
        }
        const auto& domains = m_out.state().domains;
        const auto it = domains.find({scopeOf(m_thread), m_domain});
        return "nvtx:"
            + (it == domains.end() || it->second.empty() ? std::to_string(m_domain) : it->second);
    }

    // Leaves the object open.
    void writeArgs(std::string_view name, bool async)
    {
        JsonWriter& json = m_out.args();
        if (name.size() < m_text.size()) {
            json.key("text").text(m_text);
            counterMember(m_text, "seq", json);
            counterMember(m_text, "op_id", json);
        }
        if (async) {
            m_out.member("range id", m_block, m_row, RangeId);
            json.key("thread").integer(tidOf(m_thread));
            if (m_block.has(m_row, EndThread) && m_block.integer(m_row, EndThread) != m_thread) {
                json.key("end thread").integer(tidOf(m_block.integer(m_row, EndThread)));
            }
        }
        if (m_block.integer(m_row, Category, 0) != 0) {
            const auto& names = m_out.state().categories;
            const std::int64_t id = m_block.integer(m_row, Category);
            const auto it = names.find({scopeOf(m_thread), m_domain, id});
            it == names.end() ? json.key("category").integer(id)
                              : json.key("category").text(it->second);
        }
        if (const std::int64_t color = m_block.integer(m_row, Color, 0); color != 0) {
            static constexpr char kHex[] = "0123456789abcdef";
            std::string text = "#";
            for (int shift = 20; shift >= 0; shift -= 4) {
                text +=
                    kHex[(static_cast<std::uint64_t>(color) >> static_cast<unsigned>(shift)) & 15U];
            }
            json.key("color").text(text);
        }
        payload(json);
    }

    void payload(JsonWriter& json)
    {
        if (m_block.has(m_row, Uint64)) {
            json.key("payload").natural(static_cast<std::uint64_t>(m_block.integer(m_row, Uint64)));
        } else {
            for (const Column c : {Int64, Uint32, Int32}) {
                if (m_block.has(m_row, c)) {
                    json.key("payload").integer(m_block.integer(m_row, c));
                    break;
                }
            }
        }
        for (const Column c : {Double, Float}) {
            if (m_block.has(m_row, c)) {
                json.key("payload (real)").real(m_block.real(m_row, c));
                break;
            }
        }
        const std::string_view text = m_block.has(m_row, Json)
            ? m_block.text(m_row, Json)
            : m_out.facts().string(m_block.integer(m_row, JsonId));
        if (!text.empty()) {
            thread_local simdjson::dom::parser parser;
            simdjson::dom::element element;
            const bool valid =
                parser.parse(text.data(), text.size()).get(element) == simdjson::SUCCESS;
            json.key("payload (json)");
            valid ? json.raw(simdjson::minify(element)) : json.text(text);
        }
        if (!m_block.text(m_row, Binary).empty()) {
            json.key("binary payload").text(m_block.text(m_row, Binary).substr(0, 4096));
        }
    }

    static constexpr std::int64_t kFar = std::int64_t{1} << 62U;

    const RowBlock& m_block;
    std::size_t m_row;
    BatchWriter& m_out;
    std::int64_t m_thread;
    std::int64_t m_domain;
    std::string_view m_text;
};

void nvtx(const RowBlock& block, BatchWriter& out)
{
    for (std::size_t row = 0; row < block.rowCount(); ++row) {
        NvtxRow(block, row, out).add();
    }
}

} // namespace

std::span<const NsysTable> nvtxTables()
{
    static constexpr NsysTable kTables[] = {{"NVTX_EVENTS", kColumns, nvtx}};
    return kTables;
}

void writeOpenRanges(BatchWriter& out)
{
    EventBatch& batch = out.batch();
    for (const NsysState::OpenRange& open : out.state().openRanges) {
        SliceRecord s;
        s.start = open.start;
        s.duration = std::max(open.start, out.state().lastTime) - open.start;
        s.name = batch.intern(open.name);
        s.category = batch.category(open.category);
        s.role = SliceRole::Annotation;
        s.flags = model::SliceOpenEnded;
        s.facts = open.group;
        s.args = open.args.size() > 2 ? batch.keepArgs(open.args) : model::kNull32;
        TrackKey key = open.track;
        if (!open.asyncName.empty()) {
            key.name = batch.intern(open.asyncName);
        }
        s.track = batch.track(key);
        batch.slices.push_back(s);
        batch.ledger.add("begin-without-end", Severity::Repaired,
                         "an event begins and never ends; it was drawn to the end of the trace",
                         open.name);
    }
}

} // namespace longpole::import
