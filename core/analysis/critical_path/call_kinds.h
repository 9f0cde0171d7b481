// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a runtime or driver call means for the graph: one table for cuda*, cu*, hip* and ur* names.
#pragma once

#include "core/model/schema.h"

#include <cstdint>
#include <string_view>

namespace longpole::critical_path {

enum class CallKind : std::uint8_t
{
    Other, // host work
    Launch, // kernels
    GraphLaunch,
    Copy,
    Fill,
    EventRecord,
    StreamWait,
    StreamSync,
    DeviceSync,
    EventSync,
    EventQuery,
    ImplicitSync // may wait for the device: frees, unregistering, module loading, allocations
};

enum class QueryAnswer : std::uint8_t
{
    Unknown,
    Ready,
    NotReady
};

struct CallMeaning
{
    CallKind kind = CallKind::Other;
    bool blocking = false; // copies and fills: returns when done
};

CallMeaning callMeaning(model::ApiKind kind, std::string_view name);

// Return code of a query: 0 ready; 600 (CUDA, HIP: not ready) not ready; else unknown.
QueryAnswer queryAnswer(std::int64_t returnCode);

constexpr bool isWait(CallKind kind)
{
    return kind == CallKind::StreamSync || kind == CallKind::DeviceSync
        || kind == CallKind::EventSync;
}

} // namespace longpole::critical_path
