// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// What CUPTI's callback tells of the driver's launching calls, by our own declarations.
#pragma once

#include <cstdint>
#include <string_view>

namespace longpole::cupti {

struct CallData // CUpti_CallbackData
{
    std::int32_t site; // 0: the call begins, 1: it ends
    const char* function;
    const void* params;
    void* returned;
    const char* symbol; // the kernel's mangled name
    void* context;
    std::uint32_t contextUid;
    std::uint64_t* correlationData;
    std::uint32_t correlationId;
};
struct ResourceData // CUpti_ResourceData
{
    void* context;
    void* resource;
    void* descriptor;
};
struct LaunchParams // of cuLaunchKernel and cuLaunchCooperativeKernel
{
    void* function;
    std::uint32_t grid[3];
    std::uint32_t block[3];
    std::uint32_t shared;
    void* stream;
};
struct LaunchConfig // CUlaunchConfig
{
    std::uint32_t grid[3];
    std::uint32_t block[3];
    std::uint32_t shared;
    void* stream;
};
struct LaunchExParams // of cuLaunchKernelEx
{
    const LaunchConfig* config;
    void* function;
};

enum class LaunchCall : std::uint8_t
{
    None,
    Plain,
    Ex,
    Graph
};

// name: as cuptiGetCallbackName tells it. perThread: stream 0 is the thread's own.
inline LaunchCall launchCall(std::string_view name, bool& perThread)
{
    constexpr std::string_view kPerThread = "_ptsz";
    perThread = name.size() > kPerThread.size()
        && name.substr(name.size() - kPerThread.size()) == kPerThread;
    if (perThread) {
        name.remove_suffix(kPerThread.size());
    }
    return name == "cuLaunchKernel" || name == "cuLaunchCooperativeKernel" ? LaunchCall::Plain
        : name == "cuLaunchKernelEx"                                       ? LaunchCall::Ex
        : name == "cuGraphLaunch"                                          ? LaunchCall::Graph
                                                                           : LaunchCall::None;
}

} // namespace longpole::cupti
