// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/call_facts.h"

#include "core/model/args.h"

#include <simdjson.h>

#include <algorithm>
#include <string>

namespace longpole::critical_path {

using model::Trace;

struct FactReader::Impl
{
    explicit Impl(const Trace& t)
        : trace(t)
    { }
    const Trace& trace;
    simdjson::dom::parser parser;
    std::uint32_t block = model::kNull32;
    model::ColumnBytes bytes;
};

FactReader::FactReader(const Trace& trace)
    : m_impl(std::make_unique<Impl>(trace))
{ }

FactReader::~FactReader() = default;

namespace {

// Streams and events that are "none" in the producers' words.
std::int64_t known(std::int64_t value)
{
    constexpr std::int64_t kAllOnes = 0xffffffff;
    return value < 0 || value == kAllOnes ? kNoNumber : value;
}

std::int64_t number(const simdjson::dom::object& object, std::string_view name)
{
    std::int64_t value = 0;
    if (object.at_key(name).get(value) == simdjson::SUCCESS) {
        return known(value);
    }
    return kNoNumber;
}

std::int64_t firstKnown(std::int64_t a, std::int64_t b)
{
    return a != kNoNumber ? a : b;
}

} // namespace

CallFacts FactReader::read(std::uint32_t argsNumber)
{
    CallFacts facts;
    const auto& blocks = m_impl->trace.parts().argsBlocks;
    const auto it = std::upper_bound(blocks.begin(), blocks.end(), argsNumber);
    if (argsNumber == model::kNull32 || it == blocks.begin()) {
        return facts;
    }
    const auto block = static_cast<std::uint32_t>(std::prev(it) - blocks.begin());
    if (block != m_impl->block) {
        auto loaded = m_impl->trace.source()->load({model::Table::Args, 0, block});
        if (!loaded) {
            return facts;
        }
        m_impl->bytes = std::move(*loaded);
        m_impl->block = block;
    }
    const std::string_view text =
        model::argsInBlock(m_impl->bytes.bytes, argsNumber - blocks[block]);
    simdjson::dom::object object;
    if (m_impl->parser.parse(text.data(), text.size()).get(object) != simdjson::SUCCESS) {
        return facts;
    }
    facts.stream = number(object, "stream");
    facts.device = number(object, "device");
    facts.correlation = number(object, "correlation");
    facts.event = firstKnown(number(object, "event"), number(object, "wait_on_cuda_event_id"));
    facts.recordStream = number(object, "wait_on_stream");
    facts.recordCorrelation = number(object, "wait_on_cuda_event_record_corr_id");
    facts.recordId = number(object, "event sync id");
    return facts;
}

SyncRecords readSyncRecords(const Trace& trace, FactReader& reader)
{
    SyncRecords out;
    for (const model::Track& track : trace.tracks()) {
        if (track.kind != model::TrackKind::Sync) {
            continue;
        }
        const auto args = trace.column(model::slice::kArgs, track.id);
        for (const std::uint32_t argsNumber : args) {
            const CallFacts facts = reader.read(argsNumber);
            if (facts.correlation == kNoNumber) {
                continue;
            }
            if (facts.recordCorrelation != kNoNumber) {
                CallFacts& record =
                    out.byRecord[SyncRecords::key(track.rank, facts.recordCorrelation)];
                record.stream = firstKnown(facts.recordStream, record.stream);
                record.event = firstKnown(facts.event, record.event);
                record.device = facts.device;
            }
            out.byCall[SyncRecords::key(track.rank, facts.correlation)] = facts;
        }
    }
    return out;
}

} // namespace longpole::critical_path
