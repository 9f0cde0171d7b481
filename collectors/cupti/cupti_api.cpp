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
    find(handle, "cuptiActivityRegisterCallbacks_v2", shared.registerCallbacks);
    find(handle, "cuptiActivityEnable_v2", shared.enable);
    find(handle, "cuptiActivityDisable_v2", shared.disable);
    find(handle, "cuptiActivityGetNextRecord_v2", shared.getNextRecord);
    find(handle, "cuptiActivityGetAttribute_v2", shared.getAttribute);
    find(handle, "cuptiActivitySetAttribute_v2", shared.setAttribute);
    find(handle, "cuptiActivityEnableRuntimeApi_v2", shared.enableRuntimeApi);
    find(handle, "cuptiActivityEnableDriverApi_v2", shared.enableDriverApi);
    find(handle, "cuptiActivityGetNumDroppedRecords_v2", shared.getNumDroppedRecords);
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

int CuptiApi::enable(std::uint32_t kind) const
{
    const int k = static_cast<int>(kind);
    return sharedBy != nullptr ? shared.enable(sharedBy, k, nullptr) : activityEnable(k);
}

int CuptiApi::disable(std::uint32_t kind) const
{
    const int k = static_cast<int>(kind);
    if (sharedBy != nullptr) {
        return shared.disable(sharedBy, k, nullptr);
    }
    return activityDisable != nullptr ? activityDisable(k) : StatusMissing;
}

int CuptiApi::nextRecord(std::uint8_t* buffer, std::size_t valid, void** record) const
{
    return sharedBy != nullptr ? shared.getNextRecord(sharedBy, buffer, valid, record)
                               : activityGetNextRecord(buffer, valid, record);
}

int CuptiApi::setAttribute(int attribute, std::size_t size, void* value) const
{
    if (sharedBy != nullptr) {
        return shared.setAttribute(sharedBy, attribute, &size, value);
    }
    return activitySetAttribute != nullptr ? activitySetAttribute(attribute, &size, value)
                                           : StatusMissing;
}

int CuptiApi::enableRuntimeApi(std::uint32_t id, bool on) const
{
    if (sharedBy != nullptr) {
        return shared.enableRuntimeApi(sharedBy, id, on ? 1 : 0);
    }
    return activityEnableRuntimeApi != nullptr ? activityEnableRuntimeApi(id, on ? 1 : 0)
                                               : StatusMissing;
}

int CuptiApi::enableDriverApi(std::uint32_t id, bool on) const
{
    if (sharedBy != nullptr) {
        return shared.enableDriverApi(sharedBy, id, on ? 1 : 0);
    }
    return activityEnableDriverApi != nullptr ? activityEnableDriverApi(id, on ? 1 : 0)
                                              : StatusMissing;
}

int CuptiApi::droppedRecords(std::size_t* dropped) const
{
    if (sharedBy != nullptr) {
        return shared.getNumDroppedRecords(sharedBy, nullptr, 0, dropped);
    }
    return activityGetNumDroppedRecords != nullptr
        ? activityGetNumDroppedRecords(nullptr, 0, dropped)
        : StatusMissing;
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
