// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// NVTX's payload extension: structures that events carry, and their descriptions. By our own
// declaration of what its header offers to tools.
#pragma once

#include "collectors/wire/nvtx_events.h"

#include <cstddef>
#include <cstdint>

namespace longpole::cupti {

// How an extension of NVTX offers its functions to a tool.
struct ExtensionSegment
{
    std::size_t id;
    std::size_t slotCount;
    std::intptr_t* slots;
};
struct ExtensionModule
{
    std::uint16_t nvtxVersion;
    std::uint16_t structSize;
    std::uint16_t module;
    std::uint16_t compatibility;
    std::size_t segmentCount;
    ExtensionSegment* segments;
    std::intptr_t (*getExport)(std::uint32_t id);
    const void* info;
};

// What an event's attributes point at.
struct PayloadData
{
    std::uint64_t schema;
    std::size_t size; // all ones: as the schema says
    const void* bytes;
};
inline constexpr std::int32_t kPayloadOfExtension = static_cast<std::int32_t>(0xDFBD0009U);

inline constexpr std::size_t kMostPayloads = 8; // of one event
inline constexpr std::size_t kLongestPayload = 4096; // bytes; longer ones are left out, and counted

// Gives the module our functions; false: it is none that we know.
bool hookNvtxPayloads(const ExtensionModule& module) noexcept;

// Keeps copies of an event's payloads, ahead of the event: its thread, domain and time tell whose
// they are. Nothing is read beyond the sizes that the program tells. Any thread.
void putPayloads(const wire::NvtxEvent& event, const PayloadData* payloads,
                 std::size_t count) noexcept;

} // namespace longpole::cupti
