// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/perfetto_sniff.h"

#include "core/import/perfetto/packet_names.h"
#include "core/import/proto_input.h"

namespace longpole::import {

namespace {

constexpr std::uint32_t kPackedPackets = 50;
constexpr std::uint32_t kMarker = 36;
constexpr std::uint32_t kZstdPackets = 133;

bool isMessage(std::string_view bytes)
{
    ProtoSpan fields(bytes);
    while (fields.next()) { }
    return fields.end() != ProtoEnd::Malformed;
}

// The kind of data in a packet; "" if it has none, nothing if this is no packet.
std::optional<std::string_view> dataOf(std::string_view packet)
{
    std::string_view name;
    ProtoSpan fields(packet);
    while (const auto f = fields.next()) {
        const PacketKind* const kind = packetKind(f->number);
        if (kind == nullptr) {
            continue; // of a newer version, perhaps
        }
        const bool opaque =
            f->number == kPackedPackets || f->number == kMarker || f->number == kZstdPackets;
        if (f->wire != (kind->isMessage ? WireType::Length : WireType::Varint)
            || (kind->isMessage && !opaque && !isMessage(fields.payload()))) {
            return std::nullopt;
        }
        if (kind->use != PacketUse::Envelope) {
            name = kind->name;
        }
    }
    return fields.end() != ProtoEnd::Malformed ? std::optional(name) : std::nullopt;
}

} // namespace

Sniff sniffPerfetto(std::string_view head)
{
    ProtoSpan fields(head);
    std::string_view first;
    int packets = 0;
    while (const auto f = fields.next()) {
        if (f->number != 1 || f->wire != WireType::Length) {
            return {};
        }
        const auto data = dataOf(fields.payload());
        if (!data) {
            return {};
        }
        packets += data->empty() ? 0 : 1;
        first = first.empty() ? *data : first;
    }
    if (packets == 0 || fields.end() == ProtoEnd::Malformed) {
        return {};
    }
    return {packets > 1 ? 80 : 60,
            "protobuf packets of a Perfetto trace, the first of kind " + std::string(first)};
}

} // namespace longpole::import
