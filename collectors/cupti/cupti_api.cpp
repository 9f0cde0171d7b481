// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/cupti/cupti_api.h"

#include <dlfcn.h>

namespace longpole::cupti {

namespace {

template <class F>
void find(void* library, const char* name, F& function)
{
    function = reinterpret_cast<F>(::dlsym(library, name));
}

} // namespace

bool CuptiApi::load(const std::string& library, Notes& notes)
{
    // Never closed: CUPTI doesn't stand it.
    handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        const char* const why = ::dlerror();
        notes.post("libcupti could not be loaded: %s", why != nullptr ? why : library.c_str());
        return false;
    }
    find(handle, "cuptiGetVersion", getVersion);
    find(handle, "cuptiActivityRegisterCallbacks", activityRegisterCallbacks);
    find(handle, "cuptiActivityEnable", activityEnable);
    find(handle, "cuptiActivityFlushAll", activityFlushAll);
    find(handle, "cuptiActivityGetNextRecord", activityGetNextRecord);
    find(handle, "cuptiSubscribe", subscribe);
    find(handle, "cuptiSubscribe_v2", subscribeV2);
    find(handle, "cuptiEnableCallback", enableCallback);
    find(handle, "cuptiActivityDisable", activityDisable);
    find(handle, "cuptiSetThreadIdType", setThreadIdType);
    find(handle, "cuptiActivitySetAttribute", activitySetAttribute);
    find(handle, "cuptiActivityEnableRuntimeApi", activityEnableRuntimeApi);
    find(handle, "cuptiActivityEnableDriverApi", activityEnableDriverApi);
    find(handle, "cuptiActivityEnableAllSyncRecords", activityEnableAllSyncRecords);
    find(handle, "cuptiActivityEnableLatencyTimestamps", activityEnableLatencyTimestamps);
    find(handle, "cuptiActivityEnableHWTrace", activityEnableHwTrace);
    find(handle, "cuptiActivityGetNumDroppedRecords", activityGetNumDroppedRecords);
    find(handle, "cuptiGetCallbackName", getCallbackName);
    find(handle, "cuptiGetTimestamp", getTimestamp);
    find(handle, "cuptiGetDeviceId", getDeviceId);
    find(handle, "cuptiGetStreamIdEx", getStreamIdEx);
    find(handle, "cuptiGetResultString", getResultString);
    path = library;
    if (Dl_info where{};
        ::dladdr(reinterpret_cast<void*>(getVersion), &where) != 0 && where.dli_fname != nullptr) {
        path = where.dli_fname;
    }
    if (getVersion == nullptr || activityRegisterCallbacks == nullptr || activityEnable == nullptr
        || activityFlushAll == nullptr || activityGetNextRecord == nullptr) {
        notes.post("%s is no libcupti that can record: functions are missing", path.c_str());
        return false;
    }
    if (const int status = getVersion(&version); status != StatusOk) {
        notes.post("cuptiGetVersion of %s failed with %d %s", path.c_str(), status,
                   statusText(status));
        return false;
    }
    return true;
}

const char* CuptiApi::statusText(int status) const
{
    const char* text = nullptr;
    if (getResultString != nullptr && getResultString(status, &text) == StatusOk
        && text != nullptr) {
        return text;
    }
    return "an unknown error";
}

const char* CuptiApi::callbackName(int domain, std::uint32_t id) const
{
    const char* name = nullptr;
    if (getCallbackName == nullptr || getCallbackName(domain, id, &name) != StatusOk) {
        return nullptr;
    }
    return name;
}

} // namespace longpole::cupti
