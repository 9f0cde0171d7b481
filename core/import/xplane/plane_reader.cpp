// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/xplane/plane_reader.h"

#include <limits>

namespace longpole::import {

namespace {

// Numbers of XPlane's and XLine's fields.
enum PlaneField : std::uint32_t
{
    PlaneId = 1,
    PlaneName = 2,
    PlaneLine = 3,
    PlaneEventMetadata = 4,
    PlaneStatMetadata = 5,
    PlaneStat = 6
};
enum LineField : std::uint32_t
{
    LineId = 1,
    LineName = 2,
    LineTimestamp = 3,
    LineDisplayName = 11
};

template <class Message>
bool parse(const std::string& bytes, Message& message)
{
    return bytes.size() <= static_cast<std::size_t>(std::numeric_limits<int>::max())
        && message.ParseFromString(bytes);
}

// False if the bytes are not what the field should hold.
bool takeField(std::uint32_t number, std::string& bytes, Plane& plane)
{
    switch (number) {
    case PlaneName:
        plane.name = bytes;
        return true;
    case PlaneLine:
        plane.lines.push_back(std::move(bytes));
        return true;
    case PlaneEventMetadata: {
        xplane::EventMetadataEntry entry;
        const bool good = parse(bytes, entry);
        plane.eventNames[entry.key()] = std::move(*entry.mutable_value());
        return good;
    }
    case PlaneStatMetadata: {
        xplane::StatMetadataEntry entry;
        const bool good = parse(bytes, entry);
        plane.statNames[entry.key()] = entry.value().name();
        return good;
    }
    case PlaneStat: {
        xplane::Stat stat;
        const bool good = parse(bytes, stat);
        plane.stats.push_back(std::move(stat));
        return good;
    }
    default:
        return true;
    }
}

} // namespace

Plane readPlane(ProtoStream& stream, std::uint64_t endOffset, model::Ledger& ledger)
{
    Plane plane;
    std::string bytes;
    while (const auto field = stream.next(endOffset)) {
        if (field->wire != WireType::Length) {
            plane.id =
                field->number == PlaneId ? static_cast<std::int64_t>(field->value) : plane.id;
            continue;
        }
        const bool whole = stream.read(field->value, bytes);
        if (!whole && field->number != PlaneLine) {
            break; // the file ends here; of a line, the events before are good
        }
        if (!takeField(field->number, bytes, plane)) {
            ledger.add("damaged-message", model::Severity::DataLoss,
                       "messages that could not be read whole; what was readable of them is used",
                       "plane " + plane.name + " (byte " + std::to_string(field->offset) + ")");
        }
    }
    return plane;
}

LineHead readLineHead(std::string_view line)
{
    LineHead head;
    std::string displayName;
    ProtoSpan fields(line);
    while (const auto field = fields.next()) {
        switch (field->number) {
        case LineId:
            head.id = static_cast<std::int64_t>(field->value);
            break;
        case LineName:
            head.name = fields.payload();
            break;
        case LineTimestamp:
            head.timestampNs = static_cast<std::int64_t>(field->value);
            break;
        case LineDisplayName:
            displayName = fields.payload();
            break;
        default:
            break;
        }
    }
    if (!displayName.empty()) {
        head.name = displayName;
    }
    return head;
}

} // namespace longpole::import
