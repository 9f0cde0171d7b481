// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/track_events.h"

#include "core/base/time.h"
#include "core/import/perfetto/annotations.h"

#include <algorithm>

namespace longpole::import {

namespace {

using model::Severity;

// Values of TrackEvent.type.
enum EventType
{
    TypeBegin = 1,
    TypeEnd = 2,
    TypeInstant = 3,
    TypeCounter = 4
};

std::int64_t microseconds(std::int64_t us)
{
    std::int64_t ns = 0;
    return __builtin_mul_overflow(us, std::int64_t{1000}, &ns)
        ? (us < 0 ? std::numeric_limits<std::int64_t>::min()
                  : std::numeric_limits<std::int64_t>::max())
        : ns;
}

} // namespace

std::string TrackEvents::name(const Context& c)
{
    const perfetto::TrackEvent& e = c.event;
    const std::uint64_t iid = e.has_name_iid() ? e.name_iid() : e.legacy_event().name_iid();
    if (iid == 0) {
        return e.name();
    }
    if (const std::string* const text = find(c.sequence.names, iid)) {
        return *text;
    }
    m_ledger.add("missing-interned-text", Severity::DataLoss,
                 "texts that are referred to by a number the file doesn't explain");
    return "event " + std::to_string(iid);
}

template <class Record>
void TrackEvents::fill(const Context& c, EventBatch& batch, Record& record, const std::string& args)
{
    record.name = batch.intern(name(c));
    record.track = c.track;
    record.args = args.empty() ? model::kNull32 : batch.keepArgs(args);
    std::string categories;
    const auto append = [&](const std::string& category) {
        categories += (categories.empty() ? "" : ",") + category;
    };
    for (const std::string& category : c.event.categories()) {
        append(category);
    }
    for (const std::uint64_t iid : c.event.category_iids()) {
        if (const std::string* const text = find(c.sequence.categories, iid)) {
            append(*text);
        }
    }
    record.category = batch.category(categories);
}

std::uint32_t TrackEvents::trackOf(const perfetto::TrackEvent& e, const Sequence& s)
{
    if (e.has_legacy_event() && e.legacy_event().has_tid_override()) {
        const perfetto::LegacyEvent& legacy = e.legacy_event();
        return m_directory.ofThread(legacy.pid_override(), legacy.tid_override());
    }
    if (e.has_track_uuid()) {
        return m_directory.ofUuid(e.track_uuid());
    }
    const perfetto::TrackEventDefaults& defaults = s.defaults.track_event_defaults();
    if (defaults.has_track_uuid()) {
        return m_directory.ofUuid(defaults.track_uuid());
    }
    return s.thread ? m_directory.ofThread(s.thread->first, s.thread->second)
                    : m_directory.ofUuid(0);
}

void TrackEvents::add(const perfetto::TrackEvent& event, std::int64_t timeNs, Sequence& sequence)
{
    if (event.has_timestamp_absolute_us()) {
        timeNs = microseconds(event.timestamp_absolute_us());
    } else if (event.has_timestamp_delta_us()) {
        sequence.referenceUs = saturatingAdd(sequence.referenceUs, event.timestamp_delta_us());
        timeNs = microseconds(sequence.referenceUs);
    }
    if (!event.unknown_fields().empty()) {
        m_ledger.add("typed-arguments", Severity::Info,
                     "events have arguments of special types, which are not shown");
    }
    Context c{event, timeNs, sequence};
    if (event.type() == TypeCounter) {
        counter(c);
        extraCounters(c);
        return;
    }
    c.track = trackOf(event, sequence);
    switch (event.type()) {
    case TypeBegin:
        begin(c);
        break;
    case TypeEnd:
        end(c);
        break;
    case TypeInstant:
        instant(c);
        break;
    default:
        legacy(c);
        break;
    }
    flows(c);
    extraCounters(c);
}

void TrackEvents::begin(const Context& c)
{
    EventBatch& batch = m_records.batch();
    std::string args = annotationsJson(c.event, c.sequence, m_ledger);
    HalfRecord half;
    half.kind = HalfRecord::Kind::Begin;
    half.time = c.timeNs;
    fill(c, batch, half, args);
    m_open[c.track].push_back({m_records.add(half), std::move(args)});
}

void TrackEvents::end(const Context& c)
{
    EventBatch& batch = m_records.batch();
    HalfRecord half;
    half.kind = HalfRecord::Kind::End;
    half.time = c.timeNs;
    half.track = c.track;
    half.name = batch.intern({}); // closes the innermost, whatever it is called
    const std::string args = annotationsJson(c.event, c.sequence, m_ledger);
    std::vector<OpenSlice>& open = m_open[c.track];
    if (!args.empty()) {
        // The slice has one object: of both ends' arguments.
        const std::string before = open.empty() ? std::string() : open.back().args;
        if (!before.empty()) {
            m_records.at(open.back().begin).args = model::kNull32;
        }
        half.args = batch.keepArgs(mergedObjects(before, args));
    }
    if (!open.empty()) {
        open.pop_back();
    }
    m_records.add(half);
}

void TrackEvents::instant(const Context& c)
{
    EventBatch& batch = m_records.batch();
    InstantRecord i;
    i.time = c.timeNs;
    fill(c, batch, i, annotationsJson(c.event, c.sequence, m_ledger));
    batch.instants.push_back(i);
}

void TrackEvents::complete(const Context& c)
{
    EventBatch& batch = m_records.batch();
    SliceRecord s;
    s.start = c.timeNs;
    s.duration = microseconds(std::max<std::int64_t>(0, c.event.legacy_event().duration_us()));
    fill(c, batch, s, annotationsJson(c.event, c.sequence, m_ledger));
    batch.slices.push_back(s);
}

void TrackEvents::async(const Context& c, HalfRecord::Kind kind)
{
    const perfetto::LegacyEvent& legacy = c.event.legacy_event();
    EventBatch& batch = m_records.batch();
    HalfRecord half;
    half.kind = kind;
    half.time = c.timeNs;
    half.id = static_cast<std::int64_t>(legacy.has_unscoped_id()    ? legacy.unscoped_id()
                                            : legacy.has_local_id() ? legacy.local_id()
                                                                    : legacy.global_id());
    fill(c, batch, half, annotationsJson(c.event, c.sequence, m_ledger));
    const std::int64_t pid = legacy.has_pid_override() ? legacy.pid_override()
        : c.sequence.thread                            ? c.sequence.thread->first
                                                       : 0;
    half.track = m_directory.ofAsync(pid, "async");
    m_records.add(half);
}

// Events carried over from the Chrome JSON format, by its phases.
void TrackEvents::legacy(Context& c)
{
    switch (c.event.legacy_event().phase()) {
    case 'B':
        return begin(c);
    case 'E':
        return end(c);
    case 'X':
        return complete(c);
    case 'i':
    case 'I':
    case 'R':
        return instant(c);
    case 'b':
    case 'S':
        return async(c, HalfRecord::Kind::AsyncBegin);
    case 'e':
    case 'F':
        return async(c, HalfRecord::Kind::AsyncEnd);
    default:
        m_ledger.add("unknown-event-type", Severity::DataLoss,
                     "track events of a type that Longpole does not show were left out",
                     "type " + std::to_string(c.event.type()) + ", phase "
                         + std::to_string(c.event.legacy_event().phase()));
    }
}

void TrackEvents::counter(const Context& c)
{
    const perfetto::TrackEventDefaults& defaults = c.sequence.defaults.track_event_defaults();
    const std::uint64_t uuid =
        c.event.has_track_uuid() ? c.event.track_uuid() : defaults.track_uuid();
    if (c.event.has_double_counter_value()) {
        sample(c, uuid, std::nullopt, c.event.double_counter_value());
    } else {
        sample(c, uuid, c.event.counter_value(), 0);
    }
}

void TrackEvents::extraCounters(const Context& c)
{
    const auto each = [&](const auto& values, const auto& own, const auto& defaults, auto put) {
        const auto& uuids = own.empty() ? defaults : own;
        for (int i = 0; i < values.size(); ++i) {
            if (i < uuids.size()) {
                put(uuids[i], values[i]);
            } else {
                m_ledger.add("counter-without-track", Severity::DataLoss,
                             "counter values that name no track were left out");
            }
        }
    };
    const perfetto::TrackEventDefaults& d = c.sequence.defaults.track_event_defaults();
    each(c.event.extra_counter_values(), c.event.extra_counter_track_uuids(),
         d.extra_counter_track_uuids(),
         [&](std::uint64_t uuid, std::int64_t value) { sample(c, uuid, value, 0); });
    each(c.event.extra_double_counter_values(), c.event.extra_double_counter_track_uuids(),
         d.extra_double_counter_track_uuids(),
         [&](std::uint64_t uuid, double value) { sample(c, uuid, std::nullopt, value); });
}

void TrackEvents::sample(const Context& c, std::uint64_t uuid, std::optional<std::int64_t> whole,
                         double real)
{
    const perfetto::TrackDescriptor* const d = m_directory.descriptor(uuid);
    const bool incremental = d != nullptr && d->counter().is_incremental();
    if (incremental && whole) {
        std::int64_t& total = c.sequence.counterTotals[uuid];
        total = saturatingAdd(total, *whole);
        whole = total;
    } else if (incremental) {
        real = c.sequence.realTotals[uuid] += real;
    }
    const std::int64_t factor =
        d != nullptr && d->counter().unit_multiplier() != 0 ? d->counter().unit_multiplier() : 1;
    CounterRecord record;
    record.time = c.timeNs;
    record.value = (whole ? static_cast<double>(*whole) : real) * static_cast<double>(factor);
    record.track = m_directory.ofUuid(uuid);
    m_records.batch().counters.push_back(record);
}

void TrackEvents::flows(const Context& c)
{
    const auto add = [&](const auto& ids, bool terminates) {
        for (const std::uint64_t id : ids) {
            m_records.addFlow(id, c.timeNs, c.track, terminates);
        }
    };
    add(c.event.flow_ids(), false);
    add(c.event.flow_ids_old(), false);
    add(c.event.terminating_flow_ids(), true);
    add(c.event.terminating_flow_ids_old(), true);
}

} // namespace longpole::import
