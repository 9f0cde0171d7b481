// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/cupti/stall_context.h"

#include "collectors/cupti/cupti_api.h"

#include <algorithm>
#include <cstring>

namespace longpole::cupti {

namespace {

namespace c = counters;

constexpr int kMostFetches = 64; // in one go
constexpr std::size_t kMostReasons = 1024;
constexpr std::size_t kChunkBytes = std::size_t{1} << 20U;
// CUPTI's default of 100 ms is meant for a buffer of 512 MB on the GPU.
constexpr std::uint32_t kCuptiThreadMs = 10;

__attribute__((tls_model("initial-exec"))) thread_local bool threadInCupti = false;

template <class F, class P>
int called(F function, P& params)
{
    threadInCupti = true;
    const int status = function(&params);
    threadInCupti = false;
    return status;
}

template <class P>
P of(void* context)
{
    auto p = c::params<P>();
    p.context = context;
    return p;
}

} // namespace

bool StallContext::inCupti() noexcept
{
    return threadInCupti;
}

StallContext::Records::Records(std::size_t count, std::size_t reasonCount)
    : records(count)
    , reasons(count * reasonCount)
{
    for (std::size_t i = 0; i < count; ++i) {
        records[i] = {};
        records[i].size = sizeof(c::PcRecord);
        records[i].reasons = reasons.data() + i * reasonCount;
    }
    data.size = sizeof(data);
    data.room = count;
    data.records = records.data();
}

StallContext::StallContext(void* handle, const counters::PcSamplingApi& cupti, FirstError& said,
                           Counts& counts, ChunkQueue& queue)
    : m_handle(handle)
    , m_cupti(cupti)
    , m_said(said)
    , m_counts(counts)
    , m_queue(queue)
{ }

StallContext::SetUp StallContext::setUp(std::uint32_t device, std::uint32_t period, bool again)
{
    m_device = device;
    m_period = period;
    auto which = of<c::PcContext>(m_handle);
    const int status = called(m_cupti.enable, which);
    if (status == StatusInvalidOperation && !again) {
        return SetUp::Later;
    }
    if (!m_said.check(status, "cuptiPCSamplingEnable")) {
        return SetUp::Failed;
    }
    if (!nameReasons() || !configure()) {
        disable();
        return SetUp::Failed;
    }
    m_sampling = true;
    notePeriod();
    return SetUp::Done;
}

bool StallContext::nameReasons()
{
    std::size_t count = 0;
    auto number = of<c::PcReasonCount>(m_handle);
    number.count = &count;
    if (!m_said.check(called(m_cupti.reasonCount, number), "cuptiPCSamplingGetNumStallReasons")) {
        return false;
    }
    if (count == 0 || count > kMostReasons) {
        m_said.once("CUPTI names " + std::to_string(count)
                    + " reasons of stalls for this GPU; nothing was sampled (is another profiler "
                      "attached?)");
        return false;
    }
    std::vector<char> room(count * c::kReasonNameBytes);
    std::vector<char*> names(count);
    std::vector<std::uint32_t> indices(count);
    for (std::size_t i = 0; i < count; ++i) {
        names[i] = room.data() + i * c::kReasonNameBytes;
    }
    auto ask = of<c::PcReasonNames>(m_handle);
    ask.count = count;
    ask.indices = indices.data();
    ask.names = names.data();
    if (!m_said.check(called(m_cupti.reasonNames, ask), "cuptiPCSamplingGetStallReasons")) {
        return false;
    }
    for (std::size_t i = 0; i < count; ++i) {
        m_placeOf[indices[i]] = static_cast<std::uint32_t>(i);
        m_reasons.push_back(
            {std::string(names[i], ::strnlen(names[i], c::kReasonNameBytes)), "samples"});
    }
    m_fetched = std::make_unique<Records>(kFetchRecords, count);
    m_rest = std::make_unique<Records>(kRestRecords, count);
    return true;
}

bool StallContext::configure()
{
    std::vector<std::uint32_t> all;
    for (const auto& [index, place] : m_placeOf) {
        all.push_back(index);
    }
    std::vector<c::PcSetting> settings;
    const auto add = [&](c::PcAttribute attribute) -> c::PcSetting& {
        settings.push_back({});
        settings.back().attribute = static_cast<int>(attribute);
        return settings.back();
    };
    c::PcSetting& reasons = add(c::PcAttribute::Reasons);
    reasons.reasons.count = all.size();
    reasons.reasons.indices = all.data();
    add(c::PcAttribute::Mode).number = c::kPcContinuous;
    add(c::PcAttribute::ScratchBytes).bytes = kScratchBytes;
    add(c::PcAttribute::HardwareBytes).bytes = kHardwareBytes;
    add(c::PcAttribute::ThreadSleepMs).number = kCuptiThreadMs;
    add(c::PcAttribute::Buffer).buffer = &m_rest->data;
    if (m_period != 0) {
        add(c::PcAttribute::Period).number = m_period;
    }
    auto p = of<c::PcSettings>(m_handle);
    p.count = settings.size();
    p.settings = settings.data();
    return m_said.check(called(m_cupti.configure, p), "cuptiPCSamplingSetConfigurationAttribute");
}

void StallContext::notePeriod()
{
    c::PcSetting period{};
    period.attribute = static_cast<int>(c::PcAttribute::Period);
    auto p = of<c::PcSettings>(m_handle);
    p.count = 1;
    p.settings = &period;
    if (m_cupti.configuration != nullptr && called(m_cupti.configuration, p) == StatusOk) {
        m_said.notes().post("info stall_period_cycles.%u=%llu", m_device,
                            1ULL << (period.number & 63U));
    }
}

void StallContext::fetch()
{
    for (int i = 0; i < kMostFetches; ++i) {
        Records& r = *m_fetched;
        r.data.count = 0;
        r.data.remaining = 0;
        auto p = of<c::PcGetData>(m_handle);
        p.data = &r.data;
        const int status = called(m_cupti.getData, p);
        if (status == StatusOutOfMemory) {
            m_counts.stallBufferFull.fetch_add(1, std::memory_order_relaxed);
            return;
        }
        if (!m_said.check(status, "cuptiPCSamplingGetData")) {
            return;
        }
        take(r);
        if (r.data.remaining == 0) {
            return;
        }
    }
}

void StallContext::take(const Records& r)
{
    m_counts.stallSamples.fetch_add(r.data.samples, std::memory_order_relaxed);
    m_counts.stallSamplesDropped.fetch_add(r.data.dropped, std::memory_order_relaxed);
    m_counts.stallSamplesOther.fetch_add(r.data.otherSamples, std::memory_order_relaxed);
    m_counts.stallBufferFull.fetch_add(r.data.bufferFull != 0 ? 1 : 0, std::memory_order_relaxed);
    for (std::size_t i = 0; i < std::min(r.data.count, r.records.size()); ++i) {
        const c::PcRecord& record = r.records[i];
        auto& totals = m_totals[Function(
            record.cubin, record.function != nullptr ? record.function : "(unnamed function)")];
        totals.resize(m_reasons.size());
        for (std::size_t k = 0; k < std::min(record.reasonCount, m_reasons.size()); ++k) {
            const auto place = m_placeOf.find(record.reasons[k].reason);
            if (place != m_placeOf.end()) {
                totals[place->second] += record.reasons[k].samples;
                m_any = m_any || record.reasons[k].samples > 0;
            }
        }
    }
}

void StallContext::write()
{
    ChunkQueue::Chunk chunk;
    const auto push = [&] {
        if (chunk.count > 0) {
            m_queue.push(std::exchange(chunk, {}));
        }
    };
    for (const auto& [function, totals] : m_totals) {
        wire::FunctionStalls stalls;
        stalls.cubin = function.first;
        stalls.function = function.second;
        for (std::size_t i = 0; i < totals.size(); ++i) {
            if (totals[i] > 0) {
                stalls.samples.emplace_back(static_cast<std::uint32_t>(i), totals[i]);
            }
        }
        if (chunk.count == 0) {
            chunk.type = wire::ChunkType::StallSamples;
            wire::packCounterNames(chunk.bytes, m_reasons);
            wire::packSampledDevice(chunk.bytes, m_device);
        }
        wire::packFunctionStalls(chunk.bytes, stalls);
        ++chunk.count;
        if (chunk.bytes.size() > kChunkBytes) {
            push();
        }
    }
    push();
    m_totals.clear();
}

void StallContext::end()
{
    if (m_sampling) {
        m_sampling = false;
        fetch();
        if (disable()) {
            take(*m_rest);
            m_counts.stallRecordsLost.fetch_add(m_rest->data.remaining, std::memory_order_relaxed);
        }
    }
    write();
}

// Where that fails, CUPTI may still fill in what it was configured with: that stays for ever.
bool StallContext::disable()
{
    auto which = of<c::PcContext>(m_handle);
    const bool done = m_said.check(called(m_cupti.disable, which), "cuptiPCSamplingDisable");
    if (!done) {
        static_cast<void>(m_rest.release());
    }
    return done;
}

} // namespace longpole::cupti
