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
constexpr std::size_t kMuch = 32 * 1024; // a packet this long is hardly there by chance

bool isMessage(std::string_view bytes)
{
    ProtoSpan fields(bytes);
    while (fields.next()) { }
    return fields.end() != ProtoEnd::Malformed;
}

bool isPacked(std::string_view bytes)
{
    return bytes.starts_with('\x78') || bytes.starts_with("\x1f\x8b")
        || bytes.starts_with("\x28\xb5\x2f\xfd");
}

struct Look
{
    std::string_view data; // its kind; empty if there is none
    bool sure = false; // hardly anything else looks like this
};

// Whether a field is what a packet may have there.
bool fits(const ProtoField& f, const PacketKind& kind, std::string_view payload)
{
    if (f.number == kPackedPackets || f.number == kZstdPackets) {
        return f.wire == WireType::Length && isPacked(payload);
    }
    if (f.wire != (kind.isMessage ? WireType::Length : WireType::Varint)) {
        return false;
    }
    return !kind.isMessage || f.number == kMarker || isMessage(payload);
}

// Nothing if this is no packet.
std::optional<Look> look(std::string_view packet)
{
    Look result;
    bool envelope = false;
    ProtoSpan fields(packet);
    while (const auto f = fields.next()) {
        const PacketKind* const kind = packetKind(f->number);
        if (kind == nullptr) {
            continue; // of a newer version, perhaps
        }
        if (!fits(*f, *kind, fields.payload())) {
            return std::nullopt;
        }
        const bool whole = fields.end() == ProtoEnd::Complete;
        if (kind->use == PacketUse::Envelope) {
            envelope = envelope || (whole && f->value != 0);
        } else if (whole || packet.size() > kMuch) {
            result.data = kind->name;
            result.sure = f->number == kPackedPackets || f->number == kZstdPackets;
        }
    }
    if (fields.end() == ProtoEnd::Malformed) {
        return std::nullopt;
    }
    result.sure = result.sure || (envelope && !result.data.empty());
    return result;
}

} // namespace

Sniff sniffPerfetto(std::string_view head)
{
    ProtoSpan fields(head);
    std::string_view first;
    int packets = 0;
    int sure = 0;
    bool whole = true;
    while (const auto f = fields.next()) {
        const auto seen =
            f->number == 1 && f->wire == WireType::Length ? look(fields.payload()) : std::nullopt;
        if (!seen) {
            whole = false;
            break;
        }
        packets += seen->data.empty() ? 0 : 1;
        sure += seen->sure ? 1 : 0;
        first = first.empty() ? seen->data : first;
    }
    whole = whole && fields.end() != ProtoEnd::Malformed;
    constexpr int kEnough = 3; // packets that no other file would begin with by chance
    if (sure == 0 || (!whole && packets < kEnough)) {
        return {};
    }
    return {!whole            ? 40
                : packets > 1 ? 80
                              : 60,
            "protobuf packets of a Perfetto trace, the first of kind " + std::string(first)
                + (whole ? "" : ", then damage")};
}

} // namespace longpole::import
