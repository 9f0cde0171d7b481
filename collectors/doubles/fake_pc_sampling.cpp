// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/doubles/fake_pc_sampling.h"

#include "collectors/counters/pc_sampling_api.h"
#include "collectors/cupti/launch_calls.h"
#include "collectors/doubles/fake_profiler.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <set>
#include <string>

namespace {

using namespace longpole::counters;
using doubles::breaks;
using doubles::kInvalid;

constexpr int kInvalidOperation = 7;
constexpr int kOutOfMemory = 8;
constexpr const char* kReasons[] = {"smsp__pcsamp_warps_issue_stalled_long_scoreboard",
                                    "smsp__pcsamp_warps_issue_stalled_long_scoreboard_not_issued",
                                    "smsp__pcsamp_warps_issue_stalled_selected",
                                    "smsp__pcsamp_warps_issue_stalled_barrier"};
constexpr std::uint32_t kIndices[] = {3, 9, 4, 17}; // not 0, 1, 2 …

struct Sampled
{
    const std::string* function;
    std::uint64_t offset;
    std::uint32_t counts[4];
};
struct State
{
    bool enabled = false;
    PcData* rest = nullptr; // configured
    std::deque<Sampled> inHardware; // to be had by the fetch after next
    std::deque<Sampled> decoded;
    std::set<std::string> names; // CUPTI's own copies, which records share
    std::uint64_t fetches = 0;
    bool busy = false; // code is loaded or unloaded
};

pthread_mutex_t theMutex = PTHREAD_MUTEX_INITIALIZER;

State& state()
{
    static auto* const s = new State; // never destroyed, as CUPTI's
    return *s;
}

struct Held
{
    Held() { ::pthread_mutex_lock(&theMutex); }
    ~Held() { ::pthread_mutex_unlock(&theMutex); }
};

std::uint64_t told(const char* variable, std::uint64_t otherwise)
{
    const char* const text = std::getenv(variable);
    return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

// Hands out what fits.
void fill(PcData& data, std::deque<Sampled>& from, std::size_t most)
{
    if (data.size != sizeof(PcData)) {
        breaks("data of PC sampling without their size");
    }
    data.count = 0;
    data.samples = 0;
    data.dropped = 0;
    for (; !from.empty() && data.count < std::min(data.room, most); from.pop_front()) {
        PcRecord& r = data.records[data.count++];
        if (r.size != sizeof(PcRecord) || r.reasons == nullptr) {
            breaks("a record of PC sampling without its size or room for its reasons");
        }
        const Sampled& s = from.front();
        r.function = const_cast<char*>(s.function->c_str());
        r.cubin = 4096U + static_cast<unsigned char>((*s.function)[0]);
        r.offset = s.offset;
        r.reasonCount = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            if (s.counts[i] > 0) {
                r.reasons[r.reasonCount++] = {kIndices[i], s.counts[i]};
            }
            data.samples += i != 1 ? s.counts[i] : 0; // 1: a part of 0
        }
    }
    data.remaining = from.size();
}

} // namespace

namespace doubles {

void sampleLaunch(const char* kernel)
{
    const Held held;
    if (!state().enabled || told("DOUBLE_PC_NONE", 0) != 0 || kernel == nullptr) {
        return;
    }
    const std::string* const name = &*state().names.insert(kernel).first;
    state().inHardware.push_back({name, 16, {8, 6, 0, 0}});
    state().inHardware.push_back({name, 32, {0, 0, 2, kernel[0] == 'b' ? 5U : 0U}});
}

void contextEnded()
{
    const Held held;
    if (state().enabled) {
        breaks("a context that ends while it is sampled");
    }
}

} // namespace doubles

DOUBLE_API cuptiPCSamplingEnable(PcContext* p)
{
    BEGIN("cuptiPCSamplingEnable", p)
    const Held held;
    if (doubles::isCallingBack() && told("DOUBLE_PC_LATER", 0) != 0) {
        return kInvalidOperation;
    }
    if (p->context == nullptr || state().enabled) {
        breaks("sampling enabled twice, or of no context");
    }
    state().enabled = true;
    return 0;
}

DOUBLE_API cuptiPCSamplingGetNumStallReasons(PcReasonCount* p)
{
    BEGIN("cuptiPCSamplingGetNumStallReasons", p)
    *p->count = told("DOUBLE_PC_NONE", 0) == 2 ? 0 : 4;
    return 0;
}

DOUBLE_API cuptiPCSamplingGetStallReasons(PcReasonNames* p)
{
    BEGIN("cuptiPCSamplingGetStallReasons", p)
    if (p->count != 4) {
        return kInvalid;
    }
    for (std::size_t i = 0; i < 4; ++i) {
        std::memset(p->names[i], 'x', kReasonNameBytes); // as much as there is to be room for
        std::strcpy(p->names[i], kReasons[i]);
        p->indices[i] = kIndices[i];
    }
    return 0;
}

DOUBLE_API cuptiPCSamplingSetConfigurationAttribute(PcSettings* p)
{
    BEGIN("cuptiPCSamplingSetConfigurationAttribute", p)
    const Held held;
    bool continuous = false;
    std::size_t bytes = 0;
    std::size_t reasons = 0;
    for (std::size_t i = 0; i < p->count; ++i) {
        const PcSetting& s = p->settings[i];
        switch (static_cast<PcAttribute>(s.attribute)) {
        case PcAttribute::Mode:
            continuous = s.number == static_cast<std::uint32_t>(kPcContinuous);
            break;
        case PcAttribute::HardwareBytes:
            bytes = s.bytes;
            break;
        case PcAttribute::Buffer:
            state().rest = static_cast<PcData*>(s.buffer);
            break;
        case PcAttribute::Reasons:
            reasons = s.reasons.count;
            break;
        case PcAttribute::Period:
            if (s.number < kShortestPeriod || s.number > kLongestPeriod) {
                return kInvalid;
            }
            break;
        case PcAttribute::ScratchBytes:
        case PcAttribute::ThreadSleepMs:
            break;
        default:
            return kInvalid;
        }
    }
    if (!state().enabled || !continuous || reasons != 4 || bytes == 0 || bytes > (64U << 20U)
        || state().rest == nullptr) {
        breaks("a configuration of PC sampling that is not what was agreed on");
    }
    return 0;
}

DOUBLE_API cuptiPCSamplingGetConfigurationAttribute(PcSettings* p)
{
    BEGIN("cuptiPCSamplingGetConfigurationAttribute", p)
    p->settings[0].number = 12;
    return p->count == 1 && p->settings[0].attribute == static_cast<int>(PcAttribute::Period)
        ? 0
        : kInvalid;
}

DOUBLE_API cuptiPCSamplingGetData(PcGetData* p)
{
    BEGIN("cuptiPCSamplingGetData", p)
    const Held held;
    State& s = state();
    if (s.busy && !doubles::isCallingBack()) {
        breaks("samples fetched while code is loaded or unloaded");
    }
    if (!s.enabled) {
        return kInvalidOperation;
    }
    if (s.fetches++ < told("DOUBLE_PC_FULL", 0)) {
        return kOutOfMemory;
    }
    auto& data = *static_cast<PcData*>(p->data);
    fill(data, s.decoded, told("DOUBLE_PC_ROOM", ~std::uint64_t{0}));
    if (s.fetches == 1) {
        data.dropped = told("DOUBLE_PC_DROPPED", 0);
        data.samples += data.dropped;
    }
    s.decoded.insert(s.decoded.end(), s.inHardware.begin(), s.inHardware.end());
    s.inHardware.clear();
    return 0;
}

DOUBLE_API cuptiPCSamplingDisable(PcContext* p)
{
    BEGIN("cuptiPCSamplingDisable", p)
    const Held held;
    State& s = state();
    if (!s.enabled || s.busy) {
        breaks("sampling disabled that is not enabled, or while code is loaded");
    }
    s.enabled = false;
    s.decoded.insert(s.decoded.end(), s.inHardware.begin(), s.inHardware.end());
    s.inHardware.clear();
    if (s.rest != nullptr) {
        fill(*s.rest, s.decoded, told("DOUBLE_PC_REST", ~std::uint64_t{0}));
    }
    s.decoded.clear();
    return 0;
}

// A thread that loads or unloads code: the subscriber hears of the begin and the end of the call.
extern "C" __attribute__((visibility("default"))) void doubleModule(const char* call)
{
    const std::uint32_t id = doubles::callNumber(1, call);
    const bool unloads = std::strstr(call, "Unload") != nullptr;
    longpole::cupti::CallData data{};
    data.function = call;
    const auto tell = [&](int site) {
        data.site = site;
        if (doubles::isWatched(1, id)) {
            doubles::callBack(1, id, &data);
        }
    };
    std::uint64_t before = 0;
    {
        const Held held;
        before = state().fetches;
    }
    tell(0);
    {
        const Held held;
        if (state().enabled && unloads && state().fetches == before) {
            breaks("code unloaded before its samples were fetched");
        }
        state().busy = true;
    }
    if (unloads) {
        const longpole::cupti::ResourceData resource{};
        doubles::callBack(3, 7, &resource);
    }
    ::usleep(250'000); // long enough for a client's thread to fetch
    {
        const Held held;
        state().busy = false;
    }
    tell(1);
}
