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

    std::uint32_t version = 0;
    std::string path; // of the library opened
    void* handle = nullptr; // of dlopen

    // Opens a library and looks the functions up. False after a note on what is wrong.
    bool load(const std::string& library, Notes& notes);
    // "CUPTI_ERROR_…", or "an unknown error".
    const char* statusText(int status) const;
    // Null for ids that are not in use.
    const char* callbackName(int domain, std::uint32_t id) const;
};

} // namespace longpole::cupti
