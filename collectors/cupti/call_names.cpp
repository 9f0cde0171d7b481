// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/cupti/call_names.h"

#include <algorithm>
#include <iterator>

namespace longpole::cupti {

namespace {

// "cudaGetDevice_v3020" → "cudaGetDevice"
std::string_view withoutVersion(std::string_view name)
{
    const std::size_t at = name.find("_v");
    return at == std::string_view::npos || at == 0 ? name : name.substr(0, at);
}

} // namespace

bool isNoise(std::string_view runtimeCall)
{
    constexpr std::string_view kNoise[] = {"cudaGetDevice", "cudaGetLastError",
                                           "cudaPeekAtLastError", "cudaStreamIsCapturing",
                                           "cudaEventQuery"};
    return std::find(std::begin(kNoise), std::end(kNoise), withoutVersion(runtimeCall))
        != std::end(kNoise);
}

bool isDriverWork(std::string_view driverCall)
{
    constexpr std::string_view kWork[] = {"cuLaunch",
                                          "cuGraphLaunch",
                                          "cuMemcpy",
                                          "cuMemset",
                                          "cuStreamSynchronize",
                                          "cuCtxSynchronize",
                                          "cuEventSynchronize",
                                          "cuEventRecord",
                                          "cuStreamWaitEvent",
                                          "cuMemAlloc",
                                          "cuMemFree"};
    return std::any_of(std::begin(kWork), std::end(kWork),
                       [&](std::string_view start) { return driverCall.starts_with(start); });
}

} // namespace longpole::cupti
