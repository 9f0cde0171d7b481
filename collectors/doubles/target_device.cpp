// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/doubles/target_device.h"

#include "collectors/doubles/fake_cupti_tables.h"
#include "collectors/doubles/record_bytes.h"

#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace target {

namespace {

std::atomic<std::uint32_t> theCorrelation{0};
std::atomic<void (*)(const void*, std::size_t)> theEmit{nullptr};
using Launch = void (*)(const char*, const char*, const std::uint32_t (*)[3], std::uint64_t, int);
std::atomic<Launch> theLaunch{nullptr};
void* theCupti = nullptr;

// Only what is loaded already.
void* symbol(const char* name)
{
    return theCupti != nullptr ? ::dlsym(theCupti, name) : nullptr;
}

} // namespace

void initialise()
{
    void* const cuda = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (cuda == nullptr) {
        return;
    }
    if (auto* const init = reinterpret_cast<int (*)(unsigned)>(::dlsym(cuda, "cuInit"))) {
        init(0);
    }
    if (const char* const path = std::getenv("LONGPOLE_CUPTI")) {
        theCupti = ::dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    }
#ifdef DOUBLE_GUARD
    watchCallbacks(reinterpret_cast<int (*)()>(symbol("doubleInCallback")));
#endif
    theLaunch.store(reinterpret_cast<Launch>(symbol("doubleLaunch")));
    if (auto* const context = reinterpret_cast<void (*)(int)>(symbol("doubleContext"))) {
        context(0);
    }
    theEmit.store(reinterpret_cast<void (*)(const void*, std::size_t)>(symbol("doubleEmit")));
}

void emit(const void* record, std::size_t bytes)
{
    if (auto* const f = theEmit.load()) {
        f(record, bytes);
    }
}

std::uint32_t nextCorrelation()
{
    return theCorrelation.fetch_add(1) + 1;
}

std::uint32_t threadId()
{
    return static_cast<std::uint32_t>(::syscall(SYS_gettid));
}

void launch(const char* kernel)
{
    launchBy("cuLaunchKernel", kernel);
}

void launchBy(const char* driverCall, const char* kernel)
{
    constexpr std::uint32_t kShape[2][3] = {{8, 8, 8}, {4, 4, 4}};
    constexpr std::uint64_t kStream = 7;
    if (auto* const f = theLaunch.load()) {
        f(driverCall, kernel, kShape, kStream, 0);
        f(driverCall, kernel, kShape, kStream, 1);
    }
    const std::uint32_t correlation = nextCorrelation();
    const std::uint64_t begin = doubles::now();
    RecordBytes call(wire::KindRuntime, 40);
    call.set(wire::api::kCbid, doubles::callNumber(2, "cudaLaunchKernel"))
        .set(wire::api::kStart, begin)
        .set(wire::api::kEnd, begin + 3000)
        .set(wire::api::kProcess, static_cast<std::uint64_t>(::getpid()))
        .set(wire::api::kThread, threadId())
        .set(wire::api::kCorrelation, correlation);
    RecordBytes work(wire::KindKernel, 216);
    work.set(wire::kernel::kStart, begin + 5000)
        .set(wire::kernel::kEnd, begin + 9000)
        .set(wire::kernel::kContext, 1)
        .set(wire::kernel::kStream, kStream)
        .set(wire::kernel::kCorrelation, correlation)
        .set(wire::kernel::kGridId, correlation)
        .set(wire::kernel::kName, reinterpret_cast<std::uintptr_t>(kernel));
    for (int i = 0; i < 3; ++i) {
        work.set(wire::kernel::kGrid[i], kShape[0][i]).set(wire::kernel::kBlock[i], kShape[1][i]);
    }
    emit(call.data(), call.size());
    emit(work.data(), work.size());
}

void pace(long count, long microseconds)
{
    std::uint64_t next = doubles::now();
    for (long i = 0; i < count; ++i) {
        launch("paced");
        next += static_cast<std::uint64_t>(microseconds) * 1000;
        while (doubles::now() < next) {
            ::usleep(100);
        }
    }
}

void unloadModule()
{
    if (auto* const f = reinterpret_cast<void (*)()>(symbol("doubleUnloadModule"))) {
        f();
    }
}

void moduleCall(const char* driverCall)
{
    if (auto* const f = reinterpret_cast<void (*)(const char*)>(symbol("doubleModule"))) {
        f(driverCall);
    }
}

void endContext()
{
    if (auto* const f = reinterpret_cast<void (*)(int)>(symbol("doubleContext"))) {
        f(1);
    }
}

void call(const char* runtimeCall)
{
    if (auto* const f = reinterpret_cast<void (*)(const char*)>(symbol("doubleCall"))) {
        f(runtimeCall);
    }
}

void sleepUnwatched(long ms)
{
    if (theEmit.load() == nullptr) {
        ::usleep(static_cast<useconds_t>(ms * 1000));
    }
}

void writeDelivered(const std::string& file)
{
    std::uint64_t count = 0;
    if (auto* const f = reinterpret_cast<std::uint64_t (*)()>(symbol("doubleDelivered"))) {
        count = f();
    }
    if (std::FILE* const out = std::fopen(file.c_str(), "w")) {
        std::fprintf(out, "%llu\n", static_cast<unsigned long long>(count));
        std::fclose(out);
    }
}

} // namespace target
