// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// StallContext: CUPTI's PC sampling of one context, in continuous mode: kernels run as ever.
// Samples are added up by function, cubin and reason. Used by one thread at a time.
//
// Memory: kFetchRecords + kRestRecords records, each 64 bytes and 8 per reason; what was added up
// since it was written; on the GPU kHardwareBytes.
#pragma once

#include "collectors/counters/pc_sampling_api.h"
#include "collectors/cupti/chunk_queue.h"
#include "collectors/cupti/counter_errors.h"
#include "collectors/cupti/notes.h"
#include "collectors/cupti/spool_worker.h"
#include "collectors/wire/counter_chunks.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace longpole::cupti {

class StallContext
{
public:
    static constexpr std::size_t kFetchRecords = 4096;
    static constexpr std::size_t kRestRecords = 16'384; // what is left when sampling ends
    static constexpr std::size_t kHardwareBytes = std::size_t{64} << 20U;
    static constexpr std::size_t kScratchBytes = std::size_t{16} << 20U;
    enum class SetUp : std::uint8_t
    {
        Done,
        Later, // CUPTI refuses it here, in a callback
        Failed // and said
    };

    StallContext(void* handle, const counters::PcSamplingApi& cupti, FirstError& said,
                 Counts& counts, ChunkQueue& queue);
    StallContext(const StallContext&) = delete;
    StallContext& operator=(const StallContext&) = delete;

    // period: a sample every 2^period cycles; 0: as CUPTI chooses. again: not for the first time.
    SetUp setUp(std::uint32_t device, std::uint32_t period, bool again);
    // Adds up what CUPTI has by now.
    void fetch();
    // Hands on what was added up since the last time.
    void write();
    // Fetches all that is left, disables the sampling and writes.
    void end();

    void* handle() const { return m_handle; }
    bool isSampling() const { return m_sampling; }
    bool anySample() const { return m_any; }
    // What CUPTI does while we call it comes back as callbacks on the same thread: this is one.
    static bool inCupti() noexcept;

private:
    // Room for what CUPTI fills in.
    struct Records
    {
        Records(std::size_t records, std::size_t reasons);

        counters::PcData data{};
        std::vector<counters::PcRecord> records;
        std::vector<counters::PcReason> reasons;
    };
    using Function = std::pair<std::uint64_t, std::string>; // cubin, name

    bool nameReasons();
    bool configure();
    void notePeriod();
    bool disable();
    void take(const Records& r);

    void* m_handle;
    const counters::PcSamplingApi& m_cupti;
    FirstError& m_said;
    Counts& m_counts;
    ChunkQueue& m_queue;
    std::uint32_t m_device = 0;
    std::uint32_t m_period = 0;
    bool m_sampling = false;
    bool m_any = false;
    std::vector<wire::CounterName> m_reasons;
    std::map<std::uint32_t, std::uint32_t> m_placeOf; // CUPTI's index of a reason → ours
    std::unique_ptr<Records> m_fetched;
    std::unique_ptr<Records> m_rest;
    std::map<Function, std::vector<std::uint64_t>> m_totals; // samples per reason
};

} // namespace longpole::cupti
