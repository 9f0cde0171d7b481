// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// SpoolReader: takes a spool piece by piece and hands out what it holds. Nothing in a file is
// trusted: damaged chunks are skipped and counted. Used by one thread.
#pragma once

#include "collectors/wire/chunk.h"
#include "collectors/wire/counter_chunks.h"
#include "collectors/wire/cupti_records.h"
#include "collectors/wire/nvtx_events.h"
#include "collectors/wire/record_layout.h"

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace longpole::wire {

struct ClockRow
{
    std::int64_t monotonic = 0;
    std::int64_t realtime = 0;
    std::int64_t cupti = 0; // 0: not known then
    std::int64_t width = 0; // of the reading
};

// What a reader hands out, in the order of the file. Views are valid during the call.
class SpoolVisitor
{
public:
    virtual ~SpoolVisitor() = default;
    virtual void info(std::string_view name, const std::string& value) = 0;
    virtual void note(std::string_view text) = 0;
    // Pointers to texts hold string ids: SpoolReader::string.
    virtual void record(const RecordView& record) = 0;
    virtual void nvtx(std::uint32_t thread, const NvtxEvent& event) = 0;
    virtual void clock(const ClockRow& row) = 0;
    virtual void stat(std::string_view name, std::uint64_t value) = 0;
    // values has one number per name. Few visitors care for counters.
    virtual void kernelCounters(std::span<const CounterName>, const KernelCounters&) { }
    virtual void deviceSample(std::span<const CounterName>, const DeviceSample&) { }
    // Every reason in it has a name.
    virtual void functionStalls(std::span<const CounterName>, const FunctionStalls&) { }
    virtual void end() = 0;
};

struct SpoolDamage
{
    std::uint64_t skippedBytes = 0; // that are in no whole chunk
    std::uint64_t missingChunks = 0; // by their sequence numbers
    std::uint64_t unreadableRecords = 0; // their templates were lost, or they make no sense
    std::uint64_t unknownChunks = 0; // types of a later version
    std::uint64_t tailBytes = 0; // after the last whole chunk: cut off while it was written
};

class SpoolReader
{
public:
    explicit SpoolReader(SpoolVisitor& visitor)
        : m_visitor(visitor)
    { }
    // Only records of these kinds, no counters and, unless asked for, no NVTX events are handed
    // out; all else is. For a quick pass.
    void decodeOnly(std::vector<std::uint16_t> kinds, bool nvtx = false)
    {
        m_onlyKinds = std::move(kinds);
        m_all = false;
        m_nvtx = nvtx;
    }
    // The next bytes of the file, of any number.
    void feed(std::span<const std::byte> bytes);
    // Call once, at the end of the file.
    void finish();
    const SpoolDamage& damage() const { return m_damage; }
    std::uint64_t chunks() const { return m_chunks; }
    // Empty for unknown ids.
    std::string_view string(std::uint64_t id) const;

private:
    struct Packing
    {
        RecordLayout layout;
        bool known = false;
        std::deque<Bytes> templates; // runs of records; byId points into them
        std::vector<std::span<const std::byte>> byId;
    };

    std::size_t consume(std::span<const std::byte> bytes);
    void chunk(const ChunkHeader& header, std::span<const std::byte> payload);
    void lines(std::span<const std::byte> payload, bool numbers);
    void layout(const ChunkHeader& header, std::span<const std::byte> payload);
    void strings(const ChunkHeader& header, std::span<const std::byte> payload);
    void templates(const ChunkHeader& header, std::span<const std::byte> payload);
    void records(const ChunkHeader& header, std::span<const std::byte> payload);
    void nvtx(std::span<const std::byte> payload, std::uint32_t count);
    void clocks(std::span<const std::byte> payload);
    void counters(const ChunkHeader& header, std::span<const std::byte> payload);
    // The rest of a chunk of counters: `next` unpacks one item, `tell` hands it out.
    template <class Next, class Tell>
    void items(Unpacker& in, std::uint32_t count, Next next, Tell tell);
    Packing* packingOf(const ChunkHeader& header, bool create);

    SpoolVisitor& m_visitor;
    SpoolDamage m_damage;
    std::uint64_t m_chunks = 0;
    std::uint32_t m_nextSequence = 0;
    Bytes m_rest; // not yet consumed
    std::map<std::pair<std::uint16_t, std::uint32_t>, Packing> m_packings; // (kind, stride)
    std::unordered_map<std::uint64_t, std::string> m_strings;
    std::size_t m_holes = 0; // ids that no chunk gave, so far
    Bytes m_record;
    bool m_all = true;
    bool m_nvtx = true;
    std::vector<std::uint16_t> m_onlyKinds;
};

} // namespace longpole::wire
