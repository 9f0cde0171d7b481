// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// The double of libcupti for several subscribers, as from version 130300 on: functions that know
// their subscriber. They do what those without one do; calling the latter then breaks a rule.
#include "collectors/doubles/fake_cupti_tables.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

#define DOUBLE_API extern "C" __attribute__((visibility("default"))) int

using Callback = void (*)(void*, int, std::uint32_t, const void*);
using Request = void (*)(std::uint8_t**, std::size_t*, std::size_t*);
using Done = void (*)(void*, std::uint32_t, std::uint8_t*, std::size_t, std::size_t);

DOUBLE_API cuptiSubscribe(void** subscriber, Callback callback, void* user);
DOUBLE_API cuptiActivityRegisterCallbacks(Request request, Done done);
DOUBLE_API cuptiActivityEnable(int kind);
DOUBLE_API cuptiActivityDisable(int kind);
DOUBLE_API cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t valid, void** record);
DOUBLE_API cuptiActivityGetNumDroppedRecords(void*, std::uint32_t, std::size_t* dropped);
DOUBLE_API cuptiActivityEnableRuntimeApi(std::uint32_t, std::uint8_t);
DOUBLE_API cuptiActivityEnableDriverApi(std::uint32_t, std::uint8_t);

namespace {

constexpr std::uint32_t kShareable = 130300;
constexpr int kOtherSubscriber = 39;
constexpr int kInvalid = 1;
constexpr int kGraphsWhole = 20;

struct SubscriberParams
{
    std::size_t structSize;
    const char* name;
    char* oldName;
    std::size_t oldSize;
    std::uint8_t allowMultiple;
    std::uint8_t padding[7];
};
constexpr std::size_t kOldSize = 32;

struct Info
{
    std::size_t structSize;
};
using RequestV2 = void (*)(std::uint8_t**, std::size_t*, std::size_t*, Info*);
using DoneV2 = void (*)(std::uint8_t*, std::size_t, std::size_t, Info*);

RequestV2 theRequest = nullptr;
DoneV2 theDone = nullptr;
void* theSubscriber = nullptr;
std::atomic<std::uint8_t> theGraphsWhole{0};

void request(std::uint8_t** buffer, std::size_t* size, std::size_t* most)
{
    Info info{sizeof(Info)};
    theRequest(buffer, size, most, &info);
}

void done(void*, std::uint32_t, std::uint8_t* buffer, std::size_t size, std::size_t valid)
{
    Info info{sizeof(Info)};
    theDone(buffer, size, valid, &info);
}

} // namespace

DOUBLE_API cuptiSubscribe_v2(void** subscriber, Callback callback, void* user, SubscriberParams* p)
{
    const bool shareable = doubles::version() >= kShareable;
    if (p != nullptr && p->structSize != kOldSize
        && !(shareable && p->structSize == sizeof(SubscriberParams))) {
        return kInvalid;
    }
    const bool shares = p != nullptr && p->structSize > kOldSize && p->allowMultiple != 0;
    int failure = doubles::failureOf("cuptiSubscribe_v2");
    if (failure == 0 && shares) {
        failure = doubles::failureOf("share");
    } else if (std::getenv("DOUBLE_SHARES") != nullptr) {
        failure = kOtherSubscriber; // one that shares is there already
    }
    const char* const other = std::getenv("DOUBLE_OTHER");
    if (failure == kOtherSubscriber && other != nullptr && p != nullptr && p->oldName != nullptr) {
        std::snprintf(p->oldName, p->oldSize, "%s", other);
    }
    if (failure != 0) {
        return failure;
    }
    if (shareable) {
        doubles::beShared();
    }
    const doubles::WithSubscriber allowed;
    const int status = cuptiSubscribe(subscriber, callback, user);
    theSubscriber = *subscriber;
    return status;
}

// Every one of them with the subscriber it was given.
#define AS_SUBSCRIBER(subscriber)                                                                  \
    if ((subscriber) == nullptr || (subscriber) != theSubscriber) {                                \
        return kInvalid;                                                                           \
    }                                                                                              \
    const doubles::WithSubscriber allowed;

DOUBLE_API cuptiActivityRegisterCallbacks_v2(void* subscriber, RequestV2 onRequest, DoneV2 onDone)
{
    AS_SUBSCRIBER(subscriber)
    theRequest = onRequest;
    theDone = onDone;
    return cuptiActivityRegisterCallbacks(&request, &done);
}

DOUBLE_API cuptiActivityEnable_v2(void* subscriber, int kind, void*)
{
    AS_SUBSCRIBER(subscriber)
    return cuptiActivityEnable(kind);
}

DOUBLE_API cuptiActivityDisable_v2(void* subscriber, int kind, void*)
{
    AS_SUBSCRIBER(subscriber)
    return cuptiActivityDisable(kind);
}

DOUBLE_API cuptiActivityGetNextRecord_v2(void* subscriber, std::uint8_t* buffer, std::size_t valid,
                                         void** record)
{
    AS_SUBSCRIBER(subscriber)
    return cuptiActivityGetNextRecord(buffer, valid, record);
}

DOUBLE_API cuptiActivityGetNumDroppedRecords_v2(void* subscriber, void* context,
                                                std::uint32_t stream, std::size_t* dropped)
{
    AS_SUBSCRIBER(subscriber)
    return cuptiActivityGetNumDroppedRecords(context, stream, dropped);
}

DOUBLE_API cuptiActivityEnableRuntimeApi_v2(void* subscriber, std::uint32_t id, std::uint8_t on)
{
    AS_SUBSCRIBER(subscriber)
    return cuptiActivityEnableRuntimeApi(id, on);
}

DOUBLE_API cuptiActivityEnableDriverApi_v2(void* subscriber, std::uint32_t id, std::uint8_t on)
{
    AS_SUBSCRIBER(subscriber)
    return cuptiActivityEnableDriverApi(id, on);
}

DOUBLE_API cuptiActivityGetAttribute_v2(void* subscriber, int attribute, std::size_t* size,
                                        void* value)
{
    AS_SUBSCRIBER(subscriber)
    if (attribute != kGraphsWhole || *size != 1) {
        return kInvalid;
    }
    *static_cast<std::uint8_t*>(value) = theGraphsWhole.load();
    return 0;
}

DOUBLE_API cuptiActivitySetAttribute_v2(void* subscriber, int attribute, std::size_t*, void* value)
{
    AS_SUBSCRIBER(subscriber)
    char name[64];
    std::snprintf(name, sizeof(name), "cuptiActivitySetAttribute_v2(%d)", attribute);
    const int failure = doubles::failureOf(name);
    if (failure == 0 && attribute == kGraphsWhole) {
        theGraphsWhole.store(*static_cast<std::uint8_t*>(value));
    }
    return failure;
}
