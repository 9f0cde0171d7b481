// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Synchronisation records: what a call waited for.
#include "core/import/nsys_sqlite/batch_writer.h"

#include <array>

namespace longpole::import {

namespace {

using model::kNull64;
using model::TrackKind;

enum Column : std::uint8_t
{
    Start,
    End,
    Device,
    Context,
    Stream,
    Correlation,
    Process,
    SyncType,
    EventId,
    EventSyncId
};
constexpr ColumnWish kSyncColumns[] = {
    {"start"},         {"end"},       {"deviceId"}, {"contextId"}, {"streamId"},
    {"correlationId"}, {"globalPid"}, {"syncType"}, {"eventId"},   {"eventSyncId"}};

// syncType is not to be trusted (exporters wrote other numbers than they document), so the API
// call's name decides where there is one.
std::string_view syncName(const EventUse* use, std::int64_t type)
{
    using model::ApiKind;
    switch (use != nullptr ? use->kind : ApiKind::Other) {
    case ApiKind::StreamSync:
        return "Stream Sync";
    case ApiKind::DeviceSync:
        return "Context Sync";
    case ApiKind::EventSync:
    case ApiKind::EventQuery:
        return "Event Sync";
    case ApiKind::StreamWaitEvent:
        return "Stream Wait Event";
    default:
        break;
    }
    constexpr std::array<std::string_view, 5> kTypes{"Sync", "Event Sync", "Stream Wait Event",
                                                     "Stream Sync", "Context Sync"};
    return type >= 0 && type < 5 ? kTypes[static_cast<std::size_t>(type)] : "Sync";
}

void syncs(const RowBlock& block, BatchWriter& out)
{
    for (std::size_t row = 0; row < block.rowCount(); ++row) {
        SliceRecord s;
        if (!out.times(block, row, s, "synchronisation records")) {
            continue;
        }
        const std::int64_t process = block.integer(row, Process);
        const std::int64_t device =
            out.facts().deviceOf(pidOf(process), block.integer(row, Device));
        const std::int64_t stream = idOrNull(block.integer(row, Stream));
        const EventUse* use =
            out.facts().eventUse(scopeOf(process), block.integer(row, Correlation, 0));
        s.name = out.batch().intern(syncName(use, block.integer(row, SyncType)));
        s.role = SliceRole::Sync;
        s.category = out.batch().category("cuda_sync");
        s.track = out.stream(TrackKind::Sync, device, stream, pidOf(process));
        JsonWriter& json = out.args();
        json.key("device").integer(device);
        out.member("context", block, row, Context);
        if (stream != kNull64) {
            json.key("stream").integer(stream);
        }
        out.member("correlation", block, row, Correlation);
        if (const std::int64_t event = idOrNull(block.integer(row, EventId)); event != kNull64) {
            json.key("event").integer(event);
        }
        if (idOrNull(block.integer(row, EventSyncId, 0)) != kNull64) {
            out.nonZero("event sync id", block, row, EventSyncId);
        }
        out.member("sync type", block, row, SyncType);
        s.args = out.keepArgs();
        out.batch().slices.push_back(s);
    }
}

} // namespace

std::span<const NsysTable> syncTables()
{
    static constexpr NsysTable kTables[] = {
        {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", kSyncColumns, syncs}};
    return kTables;
}

} // namespace longpole::import
