// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/perfetto.h"

#include "core/import/perfetto/packet_reader.h"
#include "core/import/perfetto/perfetto_sniff.h"
#include "core/import/proto_input.h"

#include <algorithm>

namespace longpole::import {

namespace {

using model::Severity;

constexpr std::uint32_t kPacket = 1; // Trace's only field
constexpr std::uint64_t kLargestPacket = std::uint64_t{512} << 20U;
constexpr std::uint64_t kReportEvery = 4096; // packets

void report(const io::ByteSource& source, const TraceBuilder& builder, std::uint64_t packets,
            const JobContext& job)
{
    const std::uint64_t bytes = source.consumed();
    const auto total = source.total();
    const int permille = total && *total > 0
        ? static_cast<int>(std::min<std::uint64_t>(1000, bytes * 1000 / *total))
        : -1;
    job.report({"reading", permille, bytes, builder.eventCount() + packets});
}

void noteEnd(const ProtoStream& stream, const io::ByteSource& source, model::Ledger& ledger)
{
    const std::string where = "byte " + std::to_string(stream.offset());
    if (stream.end() == ProtoEnd::Truncated) {
        ledger.add("file-ends-early", Severity::DataLoss,
                   "the file ends in the middle of a message; what came before was read", where);
    } else if (stream.end() == ProtoEnd::Malformed) {
        ledger.add("unreadable-rest", Severity::DataLoss,
                   "what follows a damaged place could not be read", where);
    }
    if (const auto damage = source.damage()) {
        ledger.add("damaged-container", Severity::DataLoss, damage->message, damage->where);
    }
}

Result<void> read(io::ByteSource& source, TraceBuilder& builder, const JobContext& job)
{
    ProtoStream stream(source);
    PacketReader reader(builder);
    std::string packet;
    while (const auto field = stream.next()) {
        if (job.cancelled()) {
            return fail(Errc::Cancelled, "cancelled", source.name());
        }
        if (field->wire != WireType::Length) {
            continue;
        }
        if (field->number != kPacket || field->value > kLargestPacket) {
            builder.ledger().add("not-a-packet", Severity::DataLoss,
                                 "pieces that are no packets, or far too large, were left out",
                                 "byte " + std::to_string(field->offset));
            stream.skip(field->value);
            continue;
        }
        if (stream.read(field->value, packet)) {
            reader.add(packet, field->offset);
        }
        if (reader.packets() % kReportEvery == 0) {
            report(source, builder, reader.packets(), job);
        }
    }
    if (stream.end() == ProtoEnd::Unreadable) {
        return fail(stream.error());
    }
    if (reader.packets() == 0) {
        return fail(Errc::Format, "holds no packet of a Perfetto trace; record it again",
                    source.name());
    }
    noteEnd(stream, source, builder.ledger());
    reader.finish();
    return {};
}

} // namespace

const Importer kPerfetto{"perfetto", "Perfetto trace (.pftrace, .perfetto-trace)", sniffPerfetto,
                         read};

} // namespace longpole::import
