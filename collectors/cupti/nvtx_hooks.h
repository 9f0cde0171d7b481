// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Takes NVTX's calls, by our own declaration of what its header offers to tools.
#pragma once

#include "collectors/wire/nvtx_events.h"

#include <cstddef>
#include <cstdint>

namespace longpole::cupti {

struct CallbackTables
{
    std::size_t structSize;
    int (*getModuleFunctionTable)(int module, void (***(*table))(), unsigned* size);
};
using GetExportTable = const void* (*)(std::uint32_t table);

// Replaces NVTX's functions by ours; false if this NVTX doesn't offer them. It may be called once
// for every library of the program that has NVTX compiled in.
bool hookNvtx(GetExportTable getTable);

// For the extensions of NVTX. An event without a time gets that of now; on any thread, without
// taking memory or locks.
void putNvtx(wire::NvtxEvent& event) noexcept;
// The nesting depth of push ranges, as NVTX wants it returned.
int nvtxPushed() noexcept;
int nvtxPopped() noexcept;
// Numbers of ranges, domains, strings and schemas: never 0, never twice.
std::uint64_t nextNvtxId() noexcept;
std::uint32_t nvtxDomainNumber(const void* handle) noexcept;

} // namespace longpole::cupti
