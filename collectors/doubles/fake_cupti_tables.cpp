// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/doubles/fake_cupti_tables.h"

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iterator>

namespace doubles {

namespace {

std::atomic<bool> isShared{false};
__attribute__((tls_model("initial-exec"))) thread_local int withSubscriber = 0;

struct Size
{
    std::uint32_t kind;
    std::size_t bytes;
};

// As CUPTI 13.0 has them.
constexpr Size kSizes[] = {{1, 96},   {2, 88},   {4, 40},  {5, 40},  {8, 184}, {9, 32},
                           {10, 216}, {17, 56},  {20, 40}, {22, 96}, {36, 56}, {37, 24},
                           {38, 56},  {49, 128}, {50, 80}, {51, 56}, {52, 72}};

constexpr const char* kRuntime[] = {nullptr,
                                    "cudaLaunchKernel_v7000",
                                    "cudaMemcpyAsync_v3020",
                                    "cudaMemcpy_v3020",
                                    "cudaEventRecord_v3020",
                                    "cudaStreamWaitEvent_v3020",
                                    "cudaEventSynchronize_v3020",
                                    "cudaStreamSynchronize_v3020",
                                    "cudaDeviceSynchronize_v3020",
                                    "cudaGraphLaunch_v10000",
                                    "cudaMemsetAsync_v3020",
                                    "cudaMalloc_v3020",
                                    "cudaGetLastError_v3020",
                                    "cudaProfilerStart_v4000",
                                    "cudaProfilerStop_v4000"};
constexpr const char* kDriver[] = {nullptr,         "cuLaunchKernel",   "cuGraphLaunch",
                                   "cuInit",        "cuLaunchKernelEx", "cuModuleLoadData",
                                   "cuModuleUnload"};

// The value of NAME in "NAME=VALUE,…" of an environment variable; null if it isn't there.
const char* valueIn(const char* variable, const char* name)
{
    const char* at = std::getenv(variable);
    const std::size_t length = std::strlen(name);
    while (at != nullptr && *at != 0) {
        if (std::strncmp(at, name, length) == 0 && at[length] == '=') {
            return at + length + 1;
        }
        at = std::strchr(at, ',');
        at = at != nullptr ? at + 1 : nullptr;
    }
    return nullptr;
}

} // namespace

std::uint32_t version()
{
    const char* const told = std::getenv("DOUBLE_VERSION");
    return told != nullptr ? static_cast<std::uint32_t>(std::strtoul(told, nullptr, 10)) : 130001;
}

void beShared()
{
    isShared.store(true);
}

WithSubscriber::WithSubscriber()
{
    ++withSubscriber;
}

WithSubscriber::~WithSubscriber()
{
    --withSubscriber;
}

int failureOf(const char* function)
{
    constexpr int kOtherSubscriber = 39;
    if (withSubscriber == 0 && std::getenv("DOUBLE_SHARES") != nullptr
        && std::strcmp(function, "cuptiSubscribe") == 0) {
        return kOtherSubscriber;
    }
    const bool isActivity = std::strncmp(function, "cuptiActivity", 13) == 0
        && std::strcmp(function, "cuptiActivityFlushAll") != 0
        && std::strstr(function, "_v2") == nullptr;
    if (isShared.load() && withSubscriber == 0
        && (isActivity || std::strcmp(function, "cuptiSetThreadIdType") == 0)) {
        std::fprintf(stderr, "double of libcupti: rule broken: %s, shared\n", function);
        std::abort();
    }
    const char* const told = valueIn("DOUBLE_FAIL", function);
    return told != nullptr ? std::atoi(told) : 0;
}

std::size_t strideOf(std::uint32_t kind)
{
    char name[16] = {};
    std::size_t n = sizeof(name) - 1;
    for (std::uint32_t k = kind; k != 0 && n > 0; k /= 10) {
        name[--n] = static_cast<char>('0' + k % 10);
    }
    if (const char* const told = valueIn("DOUBLE_STRIDE", name + n); told != nullptr) {
        return static_cast<std::size_t>(std::strtoul(told, nullptr, 10));
    }
    for (const Size& s : kSizes) {
        if (s.kind == kind) {
            return s.bytes;
        }
    }
    return 0;
}

const char* callName(int domain, std::uint32_t id)
{
    if (domain == 2 && id > 0 && id < std::size(kRuntime)) {
        return kRuntime[id];
    }
    return domain == 1 && id > 0 && id < std::size(kDriver) ? kDriver[id] : nullptr;
}

std::uint32_t callNumber(int domain, const char* name)
{
    const std::size_t length = std::strlen(name);
    for (std::uint32_t id = 1; callName(domain, id) != nullptr; ++id) {
        const char* const full = callName(domain, id);
        if (std::strncmp(full, name, length) == 0 && (full[length] == 0 || full[length] == '_')) {
            return id;
        }
    }
    return 0;
}

std::uint64_t now()
{
    timespec t{};
    ::clock_gettime(CLOCK_REALTIME, &t);
    return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000U
        + static_cast<std::uint64_t>(t.tv_nsec);
}

bool isDelivered(std::uint32_t kind, const void* record, std::size_t bytes, bool graphsWhole)
{
    constexpr std::uint32_t kKernel = 10;
    constexpr std::size_t kGraphAt = 156; // the graph's number, of a kernel
    std::uint32_t graph = 0;
    if (kind == kKernel && bytes >= kGraphAt + sizeof(graph)) {
        std::memcpy(&graph, static_cast<const std::uint8_t*>(record) + kGraphAt, sizeof(graph));
    }
    if (graph == 0 || graphsWhole) {
        return graph == 0;
    }
    if (const char* const ms = std::getenv("DOUBLE_NODE_MS"); ms != nullptr) {
        ::usleep(static_cast<useconds_t>(std::strtoul(ms, nullptr, 10) * 1000));
    }
    return true;
}

} // namespace doubles
