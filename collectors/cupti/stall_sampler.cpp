// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/cupti/stall_sampler.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace longpole::cupti {

namespace {

constexpr std::uint32_t kMostCalls = 2000;
constexpr int kMostInVain = 4;
constexpr const char* kSamplesMissing = "samples of stalls are missing";
// Module calls that this thread is in, one inside another, and whether it has the turn for them.
__attribute__((tls_model("initial-exec"))) thread_local int threadModuleCalls = 0;
__attribute__((tls_model("initial-exec"))) thread_local bool threadHasTurn = false;

} // namespace

// While it lives, it is this thread's turn: see the class.
class StallSampler::Turn
{
public:
    explicit Turn(StallSampler& s)
        : m_turn(s.m_turn)
        , m_mine(!threadHasTurn)
        , m_has(threadHasTurn || s.waitsForTurn())
    {
        threadHasTurn = m_has;
    }
    ~Turn()
    {
        if (m_mine && m_has) {
            threadHasTurn = false;
            ::sem_post(&m_turn);
        }
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    // Keeps the turn beyond this object's life.
    void keep() { m_mine = false; }
    explicit operator bool() const { return m_has; }

private:
    sem_t& m_turn;
    bool m_mine;
    bool m_has;
};

// Somebody who never gives the turn back must not hold up the program again and again.
bool StallSampler::waitsForTurn() noexcept
{
    const bool gotIt = waitFor(m_turn, m_inVain.load() < kMostInVain ? kPatienceMs : 10);
    m_inVain.store(gotIt ? 0 : m_inVain.load() + 1);
    return gotIt;
}

StallSampler::StallSampler(const Settings& settings, Notes& notes, Counts& counts,
                           ChunkQueue& queue)
    : m_settings(settings)
    , m_notes(notes)
    , m_counts(counts)
    , m_queue(queue)
    , m_said(notes)
{
    ::sem_init(&m_turn, 0, 1);
}

bool StallSampler::start(const CuptiApi& api, void* subscriber)
{
    m_api = &api;
    m_sampling.find(api.handle);
    if (!m_sampling.canSample() || api.getDeviceId == nullptr || api.enableCallback == nullptr
        || subscriber == nullptr) {
        m_notes.post("%s cannot sample stalls: CUDA 11.3 or later is needed for --counters stalls",
                     api.path.c_str());
        return false;
    }
    m_calls.resize(kMostCalls);
    for (std::uint32_t id = 1; id < kMostCalls; ++id) {
        const char* const told = api.callbackName(DomainDriver, id);
        const std::string_view name = told != nullptr ? told : "";
        const ModuleCall call =
            name.starts_with("cuModuleUnload") || name.starts_with("cuLibraryUnload")
            ? ModuleCall::Unloads
            : name.starts_with("cuModuleLoad") || name.starts_with("cuLibraryLoad")
            ? ModuleCall::Loads
            : ModuleCall::None;
        if (call != ModuleCall::None
            && api.enableCallback(1, subscriber, DomainDriver, id) == StatusOk) {
            m_calls[id] = call;
        }
    }
    m_on.store(true, std::memory_order_release);
    for (const std::uint32_t id : {kResourceContextCreated, kResourceContextEnds}) {
        if (!m_said.check(api.enableCallback(1, subscriber, DomainResource, id),
                          "cuptiEnableCallback")) {
            turnOff();
            return false;
        }
    }
    return true;
}

template <class F>
void StallSampler::inTurn(const char* missing, F act) noexcept
{
    if (StallContext::inCupti() || !m_on.load(std::memory_order_acquire)) {
        return;
    }
    try {
        const Turn turn(*this);
        if (!turn) {
            return late();
        }
        act();
    } catch (...) {
        m_notes.post("the collector ran out of memory; %s", missing);
    }
}

void StallSampler::contextCreated(void* context) noexcept
{
    inTurn("stalls of a context are not sampled", [&] {
        if (m_contexts.size() >= kMostContexts) {
            m_said.once("the program has more than " + std::to_string(kMostContexts)
                        + " contexts at once: stalls of further ones are not sampled");
            return;
        }
        auto mine = std::make_unique<StallContext>(context, m_sampling, m_said, m_counts, m_queue);
        if (setUp(*mine, false)) {
            m_contexts.push_back(std::move(mine));
        }
    });
}

// again: on our own thread, as some versions of CUPTI refuse it in the callback. False: give it up.
bool StallSampler::setUp(StallContext& context, bool again)
{
    std::uint32_t device = 0;
    if (!m_said.check(m_api->getDeviceId(context.handle(), &device), "cuptiGetDeviceId")) {
        return false;
    }
    const auto done = context.setUp(device, m_settings.counters.periodPower, again);
    if (done == StallContext::SetUp::Later) {
        m_loop.wake();
    }
    return done != StallContext::SetUp::Failed;
}

void StallSampler::contextEnds(void* context) noexcept
{
    inTurn(kSamplesMissing, [&] {
        const auto it = std::find_if(m_contexts.begin(), m_contexts.end(),
                                     [&](const auto& one) { return one->handle() == context; });
        if (it != m_contexts.end()) {
            end(**it);
            m_contexts.erase(it); // another context may get the same address
        }
    });
}

void StallSampler::driverCall(std::uint32_t id, const CallData& data) noexcept
{
    if (id >= m_calls.size() || m_calls[id] == ModuleCall::None || StallContext::inCupti()) {
        return;
    }
    if (data.site != 0) {
        if (threadModuleCalls > 0 && --threadModuleCalls == 0 && threadHasTurn) {
            threadHasTurn = false;
            ::sem_post(&m_turn);
        }
        return;
    }
    if (!m_on.load(std::memory_order_acquire)) {
        return;
    }
    if (threadModuleCalls++ == 0) {
        Turn turn(*this);
        turn.keep();
    }
    if (m_calls[id] == ModuleCall::Unloads) {
        moduleUnloads();
    }
}

// Its samples name functions that are gone afterwards.
void StallSampler::moduleUnloads() noexcept
{
    inTurn(kSamplesMissing, [&] {
        for (const auto& context : m_contexts) {
            if (context->isSampling()) {
                context->fetch();
            }
        }
    });
}

// False where it was not our turn.
bool StallSampler::round(bool last, bool writes)
{
    const Turn turn(*this);
    if (!turn) {
        if (last) {
            late();
        }
        return false;
    }
    for (std::size_t i = m_contexts.size(); i > 0; --i) {
        const auto it = m_contexts.begin() + static_cast<std::ptrdiff_t>(i - 1);
        StallContext& context = **it;
        if (last) {
            end(context);
        } else if (!context.isSampling()) {
            if (!setUp(context, true)) {
                m_contexts.erase(it);
            }
        } else {
            context.fetch();
            if (writes) {
                context.write();
            }
        }
    }
    if (last) {
        turnOff();
    }
    return true;
}

void StallSampler::end(StallContext& context)
{
    context.end();
    m_anySample = m_anySample || context.anySample();
}

void StallSampler::run() noexcept
{
    try {
        std::uint64_t nextWrite = 0;
        for (bool last = false; !last;) {
            last = m_loop.lastAfter(kFetchMs);
            const std::uint64_t now = monotonicNs();
            const bool writes = now >= nextWrite;
            if (round(last, writes) && writes) {
                nextWrite = now + kWriteMs * 1'000'000ULL;
            }
        }
        sayWhatWasSampled();
    } catch (...) {
        m_notes.post("the collector ran out of memory and stopped sampling stalls");
    }
    m_loop.ended();
}

void StallSampler::late() noexcept
{
    if (!m_lateSaid.exchange(true)) {
        m_notes.post("samples of stalls could not be fetched in time: some are missing");
    }
}

void StallSampler::sayWhatWasSampled()
{
    if (!m_anySample && !m_said.any()) {
        m_notes.post("no stalls were sampled: no kernel ran long enough, or none at all; sample "
                     "more often: --counters stalls=2^10");
    }
}

} // namespace longpole::cupti
