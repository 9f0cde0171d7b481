// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the packets of a Perfetto trace one after the other and hands them to who knows them.
#pragma once

#include "core/import/perfetto/clocks.h"
#include "core/import/perfetto/gpu_events.h"
#include "core/import/perfetto/packet_names.h"
#include "core/import/perfetto/track_events.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace longpole::import {

class PacketReader
{
public:
    explicit PacketReader(TraceBuilder& builder);
    // One packet's message; offset is its place in the file, for the ledger.
    void add(std::string_view packet, std::uint64_t offset);
    std::uint64_t packets() const { return m_packets; }
    // Gives the builder everything.
    void finish();

private:
    // What a look over the packet's fields tells.
    struct Head
    {
        std::uint32_t sequence = 0;
        std::uint32_t clock = 0;
        std::uint64_t timestamp = 0;
        bool hasTimestamp = false;
        bool cleared = false;
        bool needsState = false;
        bool dropped = false;
        bool first = false;
        bool shown = false; // holds something to read
        const PacketKind* other = nullptr; // a kind that is only counted
        std::string_view inflate;
        std::string_view unzstd;
        std::uint32_t unknown = 0; // a field that is none of Perfetto's
    };

    void addNested(std::string_view packet, std::uint64_t offset, int depth);
    bool readHead(std::string_view packet, Head& head);
    void noteLoss(const Head& head, Sequence& sequence);
    void unpack(const Head& head, std::uint64_t offset, int depth);
    void count(const Head& head);
    void take(Sequence& sequence, std::int64_t timeNs, bool hasTime);
    void takeEvents(Sequence& sequence, std::int64_t timeNs, bool hasTime);
    void takeNames(Sequence& sequence);
    void takeStats(const perfetto::TraceStats& stats);
    void takeGpus(const perfetto::GpuInfo& gpus);

    TraceBuilder& m_builder;
    model::Ledger& m_ledger;
    TrackDirectory m_directory;
    HeldRecords m_records;
    TrackEvents m_trackEvents{m_directory, m_records, m_ledger};
    GpuEvents m_gpuEvents{m_directory, m_records, m_ledger};
    Clocks m_clocks;
    std::unordered_map<std::uint32_t, Sequence> m_sequences;
    perfetto::Packet m_packet;
    std::unordered_map<const PacketKind*, std::uint64_t> m_counted;
    std::uint64_t m_packets = 0;
    std::uint64_t m_lossBefore = 0; // packets the service says it lost; the last report counts
    std::string m_service;
};

} // namespace longpole::import
