// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/cupti/collector.h"

#include <pthread.h>
#include <sched.h>

#include <csignal>
#include <cstdlib>

namespace longpole::cupti {

namespace {

void* runWorker(void* c)
{
    static_cast<Collector*>(c)->worker().run();
    return nullptr;
}

void* runFlusher(void* c)
{
    static_cast<Collector*>(c)->activity().runFlusher();
    return nullptr;
}

void* runSampler(void* c)
{
    static_cast<Collector*>(c)->sampler().run();
    return nullptr;
}

void* runStalls(void* c)
{
    static_cast<Collector*>(c)->stalls().run();
    return nullptr;
}

std::atomic<Collector*> theInstance{nullptr};

} // namespace

Collector& collector()
{
    Collector* instance = theInstance.load(std::memory_order_acquire);
    if (instance == nullptr) {
        auto* const mine = new Collector;
        if (theInstance.compare_exchange_strong(instance, mine, std::memory_order_acq_rel)) {
            return *mine;
        }
        delete mine; // another thread was quicker; nobody has seen this one
    }
    return *instance;
}

Collector* currentCollector() noexcept
{
    return theInstance.load(std::memory_order_acquire);
}

Collector::Collector()
    : m_settings(settingsFromEnvironment())
    , m_worker(m_settings, m_notes, m_pool, m_rings, m_counts, m_queue)
    , m_activity(m_settings, m_notes, m_pool, m_worker, m_counts)
    , m_kernelCounters(m_settings, m_notes, m_queue)
    , m_sampler(m_settings, m_notes, m_queue)
    , m_stalls(m_settings, m_notes, m_counts, m_queue)
    , m_owner(::getpid())
{ }

// With all signals blocked: they are the program's.
bool Collector::startThread(void* (*body)(void*)) noexcept
{
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread{};
    const int rc = ::pthread_create(&thread, nullptr, body, this);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (rc != 0) {
        return false;
    }
    ::pthread_detach(thread);
    return true;
}

bool Collector::start() noexcept
{
    int expected = 0;
    if (m_started.compare_exchange_strong(expected, 1)) {
        bool done = false;
        try {
            done = startOnce();
        } catch (...) {
            done = false;
        }
        m_on.store(done, std::memory_order_release);
        m_started.store(done ? 2 : 3, std::memory_order_release);
        return done;
    }
    while ((expected = m_started.load(std::memory_order_acquire)) == 1) {
        ::sched_yield();
    }
    return expected == 2 && isOn();
}

bool Collector::startOnce()
{
    if (m_settings.spoolFolder.empty() || ::getpid() != m_owner || !m_rings.create()) {
        return false;
    }
    if (::pthread_atfork(nullptr, nullptr, &Collector::inForkedChild) != 0
        || std::atexit(&Collector::atExit) != 0) {
        return false;
    }
    return startThread(&runWorker);
}

bool Collector::startCuda() noexcept
{
    if (!start() || !m_settings.cuda) {
        return false;
    }
    int expected = 0;
    if (!m_cudaStarted.compare_exchange_strong(expected, 1)) {
        return m_activity.isOn();
    }
    if (m_settings.counters.perKernel()) {
        return startKernelCounters();
    }
    if (m_settings.counters.set == counters::CounterSet::Stalls) {
        return startStalls();
    }
    if (!m_pool.create(m_settings.bufferCount, m_settings.bufferBytes)) {
        m_notes.post("there is no memory for %zu buffers of %zu bytes; CUDA work is not recorded",
                     m_settings.bufferCount, m_settings.bufferBytes);
        return false;
    }
    if (!m_activity.start()) {
        return false;
    }
    const bool runs = startThread(&runFlusher);
    m_flusherRuns.store(runs, std::memory_order_release);
    if (!runs) {
        m_notes.post("no thread could be started to flush CUPTI; the recording ends early");
    }
    if (m_settings.counters.set == counters::CounterSet::Timeline) {
        startSampler();
    }
    return true;
}

// Nothing else is recorded then: times of kernels that are measured one by one mean nothing.
bool Collector::startKernelCounters() noexcept
{
    try {
        return m_activity.open()
            && m_kernelCounters.start(m_activity.api(), m_activity.subscriber());
    } catch (...) {
        m_notes.post("the collector ran out of memory; nothing is measured");
        return false;
    }
}

// A run of its own, too: what it costs is not the program's time.
bool Collector::startStalls() noexcept
{
    try {
        const bool runs = m_activity.open()
            && m_stalls.start(m_activity.api(), m_activity.subscriber()) && startThread(&runStalls);
        m_stallsRun.store(runs, std::memory_order_release);
        return runs;
    } catch (...) {
        m_notes.post("the collector ran out of memory; no stalls are sampled");
        return false;
    }
}

void Collector::startSampler() noexcept
{
    try {
        if (m_sampler.start(m_activity.api(), m_activity.subscriber())) {
            m_samplerRuns.store(startThread(&runSampler), std::memory_order_release);
        }
    } catch (...) {
        m_notes.post("the collector ran out of memory; no counters are sampled");
    }
}

bool Collector::callbackOfCounters(int domain, std::uint32_t id, const void* data) noexcept
{
    if (data == nullptr) {
        return false;
    }
    if (domain == DomainDriver) {
        m_kernelCounters.driverCall(id, *static_cast<const CallData*>(data));
        m_stalls.driverCall(id, *static_cast<const CallData*>(data));
        return true;
    }
    if (domain == DomainResource && id == kResourceContextCreated) {
        m_sampler.contextCreated(static_cast<const ResourceData*>(data)->context);
        m_stalls.contextCreated(static_cast<const ResourceData*>(data)->context);
        return true;
    }
    if (domain == DomainResource && id == kResourceContextEnds) {
        m_kernelCounters.contextEnds(static_cast<const ResourceData*>(data)->context);
        m_stalls.contextEnds(static_cast<const ResourceData*>(data)->context);
        return true;
    }
    if (domain == DomainResource && id == kResourceModuleUnload) {
        m_stalls.moduleUnloads();
    }
    return false;
}

void Collector::atExit()
{
    Collector* const c = currentCollector();
    if (c != nullptr && ::getpid() == c->m_owner && c->isOn()) {
        c->finish();
    }
}

void Collector::finish() noexcept
{
    m_on.store(false, std::memory_order_release); // NVTX of threads that still run
    const std::uint64_t begin = monotonicNs();
    bool complete = true;
    if (m_flusherRuns.load(std::memory_order_acquire)) {
        complete = m_activity.finish(kExitMs);
        if (!complete) {
            m_notes.post("CUPTI did not answer for %u s at the program's end; the end of the "
                         "recording is missing",
                         kExitMs / 1000);
        }
    }
    if (m_settings.counters.perKernel()) {
        m_kernelCounters.finish();
    }
    if (m_samplerRuns.load(std::memory_order_acquire) && !m_sampler.finish(1000)) {
        m_notes.post("CUPTI's sampling did not end; the last counters are missing");
    }
    if (m_stallsRun.load(std::memory_order_acquire) && !m_stalls.finish(3000)) {
        m_notes.post("CUPTI's sampling of stalls did not end; the last samples are missing");
    }
    const auto spent = static_cast<std::uint32_t>((monotonicNs() - begin) / 1'000'000);
    // Threads that go on must not keep the writer busy for ever.
    m_activity.turnOff();
    m_worker.finish(complete, spent + 2000 < kExitMs ? kExitMs - spent : 2000);
}

// The child has none of our threads and must not touch the parent's file. CUDA doesn't stand a fork
// once it is initialised; before that, the child may begin anew, with a spool of its own.
void Collector::inForkedChild()
{
    Collector* const c = currentCollector();
    if (c == nullptr || c->m_owner == ::getpid()) {
        return;
    }
    c->m_on.store(false, std::memory_order_release);
    c->m_activity.turnOff();
    c->m_kernelCounters.turnOff();
    c->m_sampler.turnOff();
    c->m_stalls.turnOff();
    NvtxRings::forgetThread();
    if (const int fd = c->m_worker.descriptor(); fd >= 0) {
        ::close(fd);
    }
    if (c->m_cudaStarted.load(std::memory_order_acquire) == 0) {
        theInstance.store(nullptr, std::memory_order_release);
    }
}

} // namespace longpole::cupti
