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
constexpr std::size_t kMaxCalls = 64;

struct Buffer
{
    std::uint8_t* bytes = nullptr;
    std::size_t size = 0;
    std::size_t used = 0;
};

// Plain data only: nothing here is destroyed at exit, as little as in the collector.
pthread_mutex_t theMutex = PTHREAD_MUTEX_INITIALIZER;
Request theRequest = nullptr;
Done theDone = nullptr;
Callback theCallback = nullptr;
void* theUser = nullptr;
Buffer theCurrent;
Buffer theFull[kHeldBuffers];
std::size_t theFullCount = 0;
std::atomic<bool> theEnabled[kMaxKinds];
std::atomic<bool> theWatched[2][kMaxCalls]; // driver, runtime calls
std::atomic<std::uint64_t> theDelivered{0};
std::atomic<std::uint64_t> theRequests{0};
std::atomic<bool> theFinalized{false};
std::atomic<bool> theDroppedTold{false};
std::atomic<int> theTimestampCallbacks{0};
// Not allocated on first use, which would look like the client allocating.
__attribute__((tls_model("initial-exec"))) thread_local int threadInCallback = 0;
// In one that may take its time.
__attribute__((tls_model("initial-exec"))) thread_local int threadCallingBack = 0;

[[noreturn]] void broken(const char* rule)
{
    std::fprintf(stderr, "double of libcupti: rule broken: %s\n", rule);
    std::abort();
}

struct Held
{
    Held() { ::pthread_mutex_lock(&theMutex); }
    ~Held() { ::pthread_mutex_unlock(&theMutex); }
};

void deliver(const Buffer& b)
{
    ++threadInCallback;
    theDone(nullptr, 0, b.bytes, b.size, b.used);
    --threadInCallback;
}

// Asks the client for a buffer; false if there is none to be had.
bool requestBuffer(Buffer& out)
{
    std::size_t most = 0;
    theRequests.fetch_add(1);
    ++threadInCallback;
    theRequest(&out.bytes, &out.size, &most);
    --threadInCallback;
    out.used = 0;
    if (out.bytes == nullptr && doubles::version() < 27) {
        broken("a null buffer before version 27");
    }
    return out.bytes != nullptr;
}

} // namespace

namespace doubles {

// Not counted as a callback that must be quick: it comes where kernels are measured one by one.
void callBack(int domain, std::uint32_t id, const void* data)
{
    if (theCallback != nullptr) {
        ++threadCallingBack;
        theCallback(theUser, domain, id, data);
        --threadCallingBack;
    }
}

bool isCallingBack()
{
    return threadCallingBack > 0;
}

bool isWatched(int domain, std::uint32_t id)
{
    return theWatched[domain - 1][id % kMaxCalls].load();
}

} // namespace doubles

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
    theCallback = callback;
    theUser = user;
    *subscriber = &theUser;
    return 0;
}

#ifndef DOUBLE_OLD
DOUBLE_API cuptiActivityEnableRuntimeApi(std::uint32_t, std::uint8_t)
{
    MAY_FAIL("cuptiActivityEnableRuntimeApi")
    return 0;
}

DOUBLE_API cuptiActivityEnableDriverApi(std::uint32_t, std::uint8_t)
{
    MAY_FAIL("cuptiActivityEnableDriverApi")
    theEnabled[4].store(true);
    return 0;
}
#endif

DOUBLE_API cuptiEnableCallback(std::uint32_t enable, void*, int domain, std::uint32_t id)
{
    MAY_FAIL("cuptiEnableCallback")
    if (domain == 1 || domain == 2) {
        theWatched[domain - 1][id % kMaxCalls].store(enable != 0);
    }
    return 0;
}

DOUBLE_API cuptiActivityRegisterCallbacks(Request request, Done done)
{
    MAY_FAIL("cuptiActivityRegisterCallbacks")
    theRequest = request;
    theDone = done;
    return 0;
}

DOUBLE_API cuptiActivityRegisterTimestampCallback(void*)
{
    if (doubles::version() >= 24 && doubles::version() < 130100) {
        broken("a timestamp callback on a version that loses times by it");
    }
    if (theTimestampCallbacks.fetch_add(1) != 0) {
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
    theEnabled[static_cast<std::size_t>(kind) % kMaxKinds].store(true);
    return 0;
}

DOUBLE_API cuptiActivityDisable(int kind)
{
    MAY_FAIL("cuptiActivityDisable")
    theEnabled[static_cast<std::size_t>(kind) % kMaxKinds].store(false);
    return 0;
}

DOUBLE_API cuptiSetThreadIdType(int)
{
    MAY_FAIL("cuptiSetThreadIdType") return 0;
}
DOUBLE_API cuptiActivitySetAttribute(int, std::size_t*, void*)
{
    MAY_FAIL("cuptiActivitySetAttribute")
    return 0;
}
DOUBLE_API cuptiActivityEnableAllSyncRecords(std::uint8_t)
{
    MAY_FAIL("cuptiActivityEnableAllSyncRecords")
    return 0;
}
DOUBLE_API cuptiActivityEnableLatencyTimestamps(std::uint8_t)
{
    MAY_FAIL("cuptiActivityEnableLatencyTimestamps")
    return 0;
}

DOUBLE_API cuptiActivityGetNumDroppedRecords(void*, std::uint32_t, std::size_t* dropped)
{
    MAY_FAIL("cuptiActivityGetNumDroppedRecords")
    const char* const told = std::getenv("DOUBLE_DROPPED");
    *dropped = told != nullptr && !theDroppedTold.exchange(true)
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
    MAY_FAIL("cuptiActivityGetNextRecord")
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
    if (theRequests.load() == 0) {
        broken("a flush before the first request");
    }
    if (threadInCallback > 0) {
        broken("a flush from a callback");
    }
    if (theFinalized.load()) {
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
            while (theFullCount > 0 && count < 63) {
                mine[count++] = theFull[--theFullCount];
            }
            if (theCurrent.used > 0 && round == 0) {
                mine[count++] = theCurrent;
                theCurrent = {};
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
    if (theRequest == nullptr || !theEnabled[kind % kMaxKinds].load()
        || !doubles::isDelivered(kind, record, bytes, theEnabled[51].load())) {
        return;
    }
    Buffer full;
    {
        const Held held;
        if (theCurrent.bytes != nullptr && theCurrent.size - theCurrent.used < stride) {
            full = theCurrent;
            theCurrent = {};
        }
        if (theCurrent.bytes == nullptr && !requestBuffer(theCurrent)) {
            theCurrent = {};
        } else {
            std::memset(theCurrent.bytes + theCurrent.used, 0, stride);
            std::memcpy(theCurrent.bytes + theCurrent.used, record,
                        bytes < stride ? bytes : stride);
            // Bytes that this program doesn't know of: as a later version would have them.
            for (std::size_t i = bytes; i < stride; ++i) {
                theCurrent.bytes[theCurrent.used + i] = static_cast<std::uint8_t>(i * 7);
            }
            theCurrent.used += stride;
            theDelivered.fetch_add(1);
        }
        if (full.bytes != nullptr && std::getenv("DOUBLE_HOLD") != nullptr
            && theFullCount < kHeldBuffers) {
            theFull[theFullCount++] = full;
            full = {};
        }
    }
    if (full.bytes != nullptr) {
        deliver(full);
    }
}

extern "C" __attribute__((visibility("default"))) void doubleUnloadModule()
{
    if (theCallback != nullptr) {
        ++threadInCallback;
        theCallback(theUser, 3, 7, nullptr);
        --threadInCallback;
    }
}

extern "C" __attribute__((visibility("default"))) void doubleCall(const char* runtimeCall)
{
    const std::uint32_t id = doubles::callNumber(2, runtimeCall);
    for (std::int32_t site = 0; theCallback != nullptr && doubles::isWatched(2, id) && site < 2;
         ++site) {
        ++threadInCallback;
        theCallback(theUser, 2, id, &site);
        --threadInCallback;
    }
}

extern "C" __attribute__((visibility("default"))) std::uint64_t doubleDelivered()
{
    return theDelivered.load();
}

extern "C" __attribute__((visibility("default"))) int doubleInCallback()
{
    return threadInCallback;
}
