// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/counters/pc_sampling_api.h"

#include <dlfcn.h>

#include <type_traits>

namespace longpole::counters {

void PcSamplingApi::find(void* library)
{
    const auto look = [&](const char* name, auto& function) {
        function =
            reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
    };
    look("cuptiPCSamplingEnable", enable);
    look("cuptiPCSamplingDisable", disable);
    look("cuptiPCSamplingGetNumStallReasons", reasonCount);
    look("cuptiPCSamplingGetStallReasons", reasonNames);
    look("cuptiPCSamplingSetConfigurationAttribute", configure);
    look("cuptiPCSamplingGetConfigurationAttribute", configuration);
    look("cuptiPCSamplingGetData", getData);
}

bool PcSamplingApi::canSample() const
{
    return enable != nullptr && disable != nullptr && reasonCount != nullptr
        && reasonNames != nullptr && configure != nullptr && getData != nullptr;
}

} // namespace longpole::counters
