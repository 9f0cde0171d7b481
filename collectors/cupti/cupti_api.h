// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// The parts of CUPTI's interface we use, by our own declarations: the library is opened at run
// time, in whichever version the traced program needs. Every function may be missing (null) but
// those that load() insists on.
#pragma once

#include "collectors/counters/find_cupti.h"
#include "collectors/cupti/notes.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace longpole::cupti {

enum Status : int
{
    StatusOk = 0,
    StatusInvalidOperation = 7,
    StatusOutOfMemory = 8,
    StatusMaxLimit = 12,
    StatusMissing = 27, // "not supported"
    StatusOtherSubscriber = 39
};

enum Domain : int
{
    DomainDriver = 1,
    DomainRuntime = 2,
    DomainResource = 3
};
inline constexpr std::uint32_t kResourceContextCreated = 1;
inline constexpr std::uint32_t kResourceContextEnds = 2;
inline constexpr std::uint32_t kResourceModuleUnload = 7;
inline constexpr int kAttributeZeroedOut = 5;
inline constexpr std::uint32_t kFlushForced = 1;
inline constexpr int kThreadIdSystem = 1;
// Before CUDA 13.4 update 1 hardware tracing corrupts memory or crashes with graphs.
inline constexpr std::uint32_t kHwTraceSound = 130401;
inline constexpr std::uint32_t kShareable = 130300; // CUPTI can have several subscribers
inline constexpr int kAttributeLatency = 15; // these three of a shared CUPTI only
inline constexpr int kAttributeGraphsWhole = 20; // one for all subscribers
inline constexpr int kAttributeThreadId = 21;
inline constexpr std::uint32_t kNullBufferAllowed = 27; // from this version on (CUDA 12.9)

using RequestBuffer = void (*)(std::uint8_t** buffer, std::size_t* size, std::size_t* maxRecords);
using BufferDone = void (*)(void* context, std::uint32_t stream, std::uint8_t* buffer,
                            std::size_t size, std::size_t validSize);
using Callback = void (*)(void* user, int domain, std::uint32_t id, const void* data);

struct SubscriberParams
{
    std::size_t structSize;
    const char* subscriberName;
    char* oldSubscriberName;
    std::size_t oldSubscriberSize;
    std::uint8_t allowMultipleSubscribers; // from kShareable on
    std::uint8_t padding[7];
};
inline constexpr std::size_t kParamsAlone = offsetof(SubscriberParams, allowMultipleSubscribers);

// For one of several subscribers. Once one has come as such, the functions without a subscriber
// must not be called any more, but for the flush of all buffers.
struct SharedCupti
{
    using RequestBuffer = void (*)(std::uint8_t** buffer, std::size_t* size,
                                   std::size_t* maxRecords, void* info);
    using BufferDone = void (*)(std::uint8_t* buffer, std::size_t size, std::size_t validSize,
                                void* info);
    int (*registerCallbacks)(void* subscriber, RequestBuffer, BufferDone) = nullptr;
    int (*enable)(void* subscriber, int kind, void* config) = nullptr;
    int (*disable)(void* subscriber, int kind, void* config) = nullptr;
    int (*getNextRecord)(void* subscriber, std::uint8_t* buffer, std::size_t valid,
                         void** record) = nullptr;
    int (*getAttribute)(void* subscriber, int attribute, std::size_t* size, void* value) = nullptr;
    int (*setAttribute)(void* subscriber, int attribute, std::size_t* size, void* value) = nullptr;
    int (*enableRuntimeApi)(void* subscriber, std::uint32_t id, std::uint8_t enable) = nullptr;
    int (*enableDriverApi)(void* subscriber, std::uint32_t id, std::uint8_t enable) = nullptr;
    int (*getNumDroppedRecords)(void* subscriber, void* context, std::uint32_t stream,
                                std::size_t* dropped) = nullptr;

    bool isComplete() const
    {
        return registerCallbacks != nullptr && enable != nullptr && disable != nullptr
            && getNextRecord != nullptr && getAttribute != nullptr && setAttribute != nullptr
            && enableRuntimeApi != nullptr && enableDriverApi != nullptr
            && getNumDroppedRecords != nullptr;
    }
};

struct CuptiApi
{
    // Needed.
    int (*getVersion)(std::uint32_t*) = nullptr;
    int (*activityRegisterCallbacks)(RequestBuffer, BufferDone) = nullptr;
    int (*activityEnable)(int kind) = nullptr;
    int (*activityFlushAll)(std::uint32_t flag) = nullptr;
    int (*activityGetNextRecord)(std::uint8_t* buffer, std::size_t valid, void** record) = nullptr;
    // Welcome.
    int (*subscribe)(void** subscriber, Callback, void* user) = nullptr;
    int (*subscribeV2)(void** subscriber, Callback, void* user, SubscriberParams*) = nullptr;
    int (*enableCallback)(std::uint32_t enable, void* subscriber, int domain,
                          std::uint32_t id) = nullptr;
    int (*activityDisable)(int kind) = nullptr;
    int (*setThreadIdType)(int) = nullptr;
    int (*activitySetAttribute)(int attribute, std::size_t* size, void* value) = nullptr;
    int (*activityEnableRuntimeApi)(std::uint32_t id, std::uint8_t enable) = nullptr;
    int (*activityEnableDriverApi)(std::uint32_t id, std::uint8_t enable) = nullptr;
    int (*activityEnableAllSyncRecords)(std::uint8_t enable) = nullptr;
    int (*activityEnableLatencyTimestamps)(std::uint8_t enable) = nullptr;
    int (*activityEnableHwTrace)(std::uint8_t enable) = nullptr;
    int (*activityGetNumDroppedRecords)(void* context, std::uint32_t stream,
                                        std::size_t* dropped) = nullptr;
    int (*getCallbackName)(int domain, std::uint32_t id, const char** name) = nullptr;
    int (*getTimestamp)(std::uint64_t*) = nullptr;
    int (*getDeviceId)(void* context, std::uint32_t* device) = nullptr;
    int (*getStreamIdEx)(void* context, void* stream, std::uint8_t perThread,
                         std::uint32_t* id) = nullptr;
    int (*getResultString)(int status, const char** text) = nullptr;

    SharedCupti shared;
    void* sharedBy = nullptr; // our subscriber, where CUPTI is shared

    std::uint32_t version = 0;
    std::string path; // of the library opened
    void* handle = nullptr; // of dlopen

    // Opens a library and looks the functions up. False after a note on what is wrong.
    bool load(const std::string& library, Notes& notes);
    // Of our subscriber, or of the one there is. Not there at all: an error.
    int enable(std::uint32_t kind) const;
    int disable(std::uint32_t kind) const;
    int nextRecord(std::uint8_t* buffer, std::size_t valid, void** record) const;
    int setAttribute(int attribute, std::size_t size, void* value) const;
    int enableRuntimeApi(std::uint32_t id, bool on) const;
    int enableDriverApi(std::uint32_t id, bool on) const;
    int droppedRecords(std::size_t* dropped) const;
    // "CUPTI_ERROR_…", or "an unknown error".
    const char* statusText(int status) const;
    // Null for ids that are not in use.
    const char* callbackName(int domain, std::uint32_t id) const;
};

} // namespace longpole::cupti
