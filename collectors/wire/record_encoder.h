// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// RecordEncoder: packs activity records into chunks of a SpoolFile without losing a byte. Used by
// one thread; the pointers to names in the records are read in this call and not kept.
#pragma once

#include "collectors/wire/record_layout.h"
#include "collectors/wire/spool_file.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace longpole::wire {

struct EncoderTotals
{
    std::uint64_t records = 0; // taken in
    std::uint64_t lost = 0; // taken in, but the file takes no more
    std::uint64_t badTimes = 0; // start 0, or end before start; kept as they are
    std::uint64_t unknownKinds = 0; // records of kinds without a layout; kept as they are
    std::uint64_t templates = 0;
    std::uint64_t inlined = 0; // records whose template found no room in the dictionary
    std::array<std::uint64_t, 9>
        overheadNs{}; // by kind of overhead (0: driver compiler or unknown)
};

class RecordEncoder
{
public:
    static constexpr std::size_t kDictionaryBytes = 64U << 20U;

    explicit RecordEncoder(SpoolFile& file, std::size_t dictionaryBytes = kDictionaryBytes);
    ~RecordEncoder();
    RecordEncoder(const RecordEncoder&) = delete;
    RecordEncoder& operator=(const RecordEncoder&) = delete;

    // record has `stride` bytes (8 … 64 KiB).
    void add(std::uint16_t kind, const std::byte* record, std::uint32_t stride);
    // Writes what was added as chunks. Call after every buffer.
    void flush();
    // Names may have moved: a module was unloaded, and its addresses will be used again.
    void forgetPointers();
    const EncoderTotals& totals() const { return m_totals; }

    // First records with a new value of these, for who keeps names: (kind, cbid) and thread ids.
    struct NewApi
    {
        std::uint16_t kind;
        std::uint32_t cbid;
        std::uint32_t thread;
    };
    std::vector<NewApi> takeNewApis();

private:
    struct KindState;

    KindState& stateOf(std::uint16_t kind, std::uint32_t stride);
    std::uint32_t templateOf(KindState& state);
    std::uint32_t define(KindState& state);
    void defineText(KindState& state, const PackedField& field);
    std::uint32_t stringId(const char* text);
    void count(const KindState& state, const std::byte* record);
    void flushKind(KindState& state);
    void flushStrings();

    SpoolFile& m_file;
    EncoderTotals m_totals;
    std::array<KindState*, kMaxKind> m_states{}; // of the size seen last
    std::vector<std::unique_ptr<KindState>> m_allStates;
    std::unordered_map<std::string, std::uint32_t> m_strings;
    std::vector<std::string> m_newStrings;
    std::uint32_t m_firstNewString = 1;
    std::size_t m_dictionaryRoom;
    std::vector<NewApi> m_newApis;
};

} // namespace longpole::wire
