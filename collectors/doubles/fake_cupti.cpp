// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/doubles/fake_cupti.h"

#include "collectors/doubles/fake_cupti_tables.h"

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using Request = void (*)(std::uint8_t**, std::size_t*, std::size_t*);
using Done = void (*)(void*, std::uint32_t, std::uint8_t*, std::size_t, std::size_t);
using Callback = void (*)(void*, int, std::uint32_t, const void*);

constexpr int kMaxLimit = 12;
constexpr std::size_t kMaxKinds = 128;
constexpr std::size_t kHeldBuffers = 4096;

struct Buffer
{
    std::uint8_t* bytes = nullptr;
    std::size_t size = 0;
    std::size_t used = 0;
};

// Plain data only: nothing here is destroyed at exit, as little as in the collector.
pthread_mutex_t g_mutex = PTHREAD_MUTEX_INITIALIZER;
Request g_request = nullptr;
Done g_done = nullptr;
Callback g_callback = nullptr;
void* g_user = nullptr;
Buffer g_current;
Buffer g_full[kHeldBuffers];
std::size_t g_fullCount = 0;
std::atomic<bool> g_enabled[kMaxKinds];
std::atomic<std::uint64_t> g_delivered{0};
std::atomic<std::uint64_t> g_requests{0};
std::atomic<bool> g_finalized{false};
std::atomic<bool> g_droppedTold{false};
std::atomic<int> g_timestampCallbacks{0};
// Not allocated on first use, which would look like the client allocating.
__attribute__((tls_model("initial-exec"))) thread_local int t_inCallback = 0;

[[noreturn]] void broken(const char* rule)
{
    std::fprintf(stderr, "double of libcupti: rule broken: %s\n", rule);
    std::abort();
}

struct Held
{
    Held() { ::pthread_mutex_lock(&g_mutex); }
    ~Held() { ::pthread_mutex_unlock(&g_mutex); }
};

void deliver(const Buffer& b)
{
    ++t_inCallback;
    g_done(nullptr, 0, b.bytes, b.size, b.used);
    --t_inCallback;
}

// Asks the client for a buffer; false if there is none to be had.
bool requestBuffer(Buffer& out)
{
    std::size_t most = 0;
    g_requests.fetch_add(1);
    ++t_inCallback;
    g_request(&out.bytes, &out.size, &most);
    --t_inCallback;
    out.used = 0;
    if (out.bytes == nullptr && doubles::version() < 27) {
        broken("a null buffer before version 27");
    }
    return out.bytes != nullptr;
}

} // namespace

#define DOUBLE_API extern "C" __attribute__((visibility("default"))) int
#define MAY_FAIL(name)                                                                             \
    if (const int failure = doubles::failureOf(name); failure != 0) {                              \
        return failure;                                                                            \
    }

DOUBLE_API cuptiGetVersion(std::uint32_t* version)
{
    MAY_FAIL("cuptiGetVersion")
    *version = doubles::version();
    return 0;
}

DOUBLE_API cuptiSubscribe(void** subscriber, Callback callback, void* user)
{
    MAY_FAIL("cuptiSubscribe")
    g_callback = callback;
    g_user = user;
    *subscriber = &g_user;
    return 0;
}

#ifndef DOUBLE_OLD
struct SubscriberParams
{
    std::size_t structSize;
    const char* name;
    char* oldName;
    std::size_t oldSize;
};

DOUBLE_API cuptiSubscribe_v2(void** subscriber, Callback callback, void* user, SubscriberParams* p)
{
    if (p != nullptr && p->structSize != sizeof(SubscriberParams)) {
        return 1;
    }
    const int failure = doubles::failureOf("cuptiSubscribe_v2");
    const char* const other = std::getenv("DOUBLE_OTHER");
    if (failure == 39 && other != nullptr && p != nullptr && p->oldName != nullptr) {
        std::snprintf(p->oldName, p->oldSize, "%s", other);
    }
    return failure != 0 ? failure : cuptiSubscribe(subscriber, callback, user);
}

DOUBLE_API cuptiActivityEnableRuntimeApi(std::uint32_t, std::uint8_t)
{
    MAY_FAIL("cuptiActivityEnableRuntimeApi")
    return 0;
}

DOUBLE_API cuptiActivityEnableDriverApi(std::uint32_t, std::uint8_t)
{
    MAY_FAIL("cuptiActivityEnableDriverApi")
    g_enabled[4].store(true);
    return 0;
}
#endif

DOUBLE_API cuptiEnableCallback(std::uint32_t, void*, int, std::uint32_t)
{
    MAY_FAIL("cuptiEnableCallback")
    return 0;
}

DOUBLE_API cuptiActivityRegisterCallbacks(Request request, Done done)
{
    MAY_FAIL("cuptiActivityRegisterCallbacks")
    g_request = request;
    g_done = done;
    return 0;
}

DOUBLE_API cuptiActivityRegisterTimestampCallback(void*)
{
    if (doubles::version() >= 24 && doubles::version() < 130100) {
        broken("a timestamp callback on a version that loses times by it");
    }
    if (g_timestampCallbacks.fetch_add(1) != 0) {
        broken("a second timestamp callback");
    }
    return 0;
}

DOUBLE_API cuptiActivityEnable(int kind)
{
    char name[64];
    std::snprintf(name, sizeof(name), "cuptiActivityEnable(%d)", kind);
    MAY_FAIL(name)
    MAY_FAIL("cuptiActivityEnable")
    g_enabled[static_cast<std::size_t>(kind) % kMaxKinds].store(true);
    return 0;
}

DOUBLE_API cuptiSetThreadIdType(int)
{
    MAY_FAIL("cuptiSetThreadIdType") return 0;
}
DOUBLE_API cuptiActivitySetAttribute(int, std::size_t*, void*)
{
    return 0;
}
DOUBLE_API cuptiActivityEnableAllSyncRecords(std::uint8_t)
{
    return 0;
}
DOUBLE_API cuptiActivityEnableLatencyTimestamps(std::uint8_t)
{
    return 0;
}

DOUBLE_API cuptiActivityGetNumDroppedRecords(void*, std::uint32_t, std::size_t* dropped)
{
    const char* const told = std::getenv("DOUBLE_DROPPED");
    *dropped = told != nullptr && !g_droppedTold.exchange(true)
        ? static_cast<std::size_t>(std::strtoul(told, nullptr, 10))
        : 0;
    return 0;
}

DOUBLE_API cuptiGetTimestamp(std::uint64_t* time)
{
    MAY_FAIL("cuptiGetTimestamp")
    *time = doubles::now();
    return 0;
}

DOUBLE_API cuptiGetCallbackName(int domain, std::uint32_t id, const char** name)
{
    *name = doubles::callName(domain, id);
    return *name != nullptr ? 0 : 1;
}

DOUBLE_API cuptiGetResultString(int status, const char** text)
{
    *text = status == 39 ? "CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED" : "CUPTI_ERROR";
    return 0;
}

DOUBLE_API cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t valid, void** record)
{
    auto* at = static_cast<std::uint8_t*>(*record);
    if (at == nullptr) {
        at = buffer;
    } else {
        std::uint32_t kind = 0;
        std::memcpy(&kind, at, sizeof(kind));
        const std::size_t stride = doubles::strideOf(kind);
        if (stride == 0) {
            return 21;
        }
        at += stride;
    }
    if (at + 8 > buffer + valid) {
        return kMaxLimit;
    }
    *record = at;
    return 0;
}

DOUBLE_API cuptiActivityFlushAll(std::uint32_t flag)
{
    if (g_requests.load() == 0) {
        broken("a flush before the first request");
    }
    if (t_inCallback > 0) {
        broken("a flush from a callback");
    }
    if (g_finalized.load()) {
        broken("a flush after the end");
    }
    while (flag == 1 && std::getenv("DOUBLE_HANG") != nullptr) {
        ::sleep(3600);
    }
    MAY_FAIL("cuptiActivityFlushAll")
    // What is there now; threads that go on could keep this up for ever.
    Buffer mine[64];
    for (std::size_t round = 0; round <= kHeldBuffers / 63; ++round) {
        std::size_t count = 0;
        {
            const Held held;
            while (g_fullCount > 0 && count < 63) {
                mine[count++] = g_full[--g_fullCount];
            }
            if (g_current.used > 0 && round == 0) {
                mine[count++] = g_current;
                g_current = {};
            }
        }
        for (std::size_t i = 0; i < count; ++i) {
            deliver(mine[i]);
        }
        if (count < 63) {
            return 0;
        }
    }
    return 0;
}

DOUBLE_API cuptiFinalize()
{
    broken("cuptiFinalize in a running program");
}

extern "C" __attribute__((visibility("default"))) void doubleEmit(const void* record,
                                                                  std::size_t bytes)
{
    std::uint32_t kind = 0;
    std::memcpy(&kind, record, sizeof(kind));
    const std::size_t stride = doubles::strideOf(kind) != 0 ? doubles::strideOf(kind) : bytes;
    if (g_request == nullptr || !g_enabled[kind % kMaxKinds].load()) {
        return;
    }
    Buffer full;
    {
        const Held held;
        if (g_current.bytes != nullptr && g_current.size - g_current.used < stride) {
            full = g_current;
            g_current = {};
        }
        if (g_current.bytes == nullptr && !requestBuffer(g_current)) {
            g_current = {};
        } else {
            std::memset(g_current.bytes + g_current.used, 0, stride);
            std::memcpy(g_current.bytes + g_current.used, record, bytes < stride ? bytes : stride);
            // Bytes that this program doesn't know of: as a later version would have them.
            for (std::size_t i = bytes; i < stride; ++i) {
                g_current.bytes[g_current.used + i] = static_cast<std::uint8_t>(i * 7);
            }
            g_current.used += stride;
            g_delivered.fetch_add(1);
        }
        if (full.bytes != nullptr && std::getenv("DOUBLE_HOLD") != nullptr
            && g_fullCount < kHeldBuffers) {
            g_full[g_fullCount++] = full;
            full = {};
        }
    }
    if (full.bytes != nullptr) {
        deliver(full);
    }
}

extern "C" __attribute__((visibility("default"))) void doubleUnloadModule()
{
    if (g_callback != nullptr) {
        ++t_inCallback;
        g_callback(g_user, 3, 7, nullptr);
        --t_inCallback;
    }
}

extern "C" __attribute__((visibility("default"))) std::uint64_t doubleDelivered()
{
    return g_delivered.load();
}

extern "C" __attribute__((visibility("default"))) int doubleInCallback()
{
    return t_inCallback;
}
