// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What XLA's profiler says of GPU work in texts of its own; its two file formats share them.
#pragma once

#include "core/import/event_batch.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace longpole::import {

// Values of the stats kernel_details, memcpy_details and memset_details, as far as there.
struct XlaDetails
{
    std::optional<std::string_view> kernel;
    std::optional<std::string_view> memcpy;
    std::optional<std::string_view> memset;

    bool any() const { return kernel || memcpy || memset; }
};

// "regs:32 static_shared:0 dynamic_shared:0 grid:1,1,1 block:256,1,1 …" (CUDA),
// "grid:16,1,1 block:512,1,1 private_mem:0 group_mem:0 …" (ROCm),
// "kind_src:… kind_dst:… size:1024 …", "kind:device num_bytes:16 …".
void readXlaDetails(const XlaDetails& details, std::string_view name, GpuFacts& facts);

// cudaMalloc, cuLaunchKernel, hipModuleLaunchKernel; not cudnn…, cublas….
bool isGpuApiName(std::string_view name);

// The number of a step as the argument step_num says it; none where it is no such number.
std::optional<std::uint32_t> stepNumberOf(std::optional<std::int64_t> number);

// The GPU of "/device:GPU:3", as planes and processes of XLA's profiles are called.
std::optional<std::int64_t> xlaGpuNumber(std::string_view name);

} // namespace longpole::import
