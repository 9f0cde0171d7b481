// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a stretch of the critical path is, and why a GPU was idle. Names are the JSON keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace longpole::critical_path {

enum class Category : std::uint8_t
{
    Cpu, // host code that the trace shows
    HostUntracked, // host time without any event
    Launch, // from a launch call to the start of its operation
    Kernel,
    Memcpy,
    Memset,
    KernelGap, // from one operation of a stream to the next
    EventWait, // from an event to the operation that waited for it
    SyncReturn, // from the awaited work's end to the waiting call's end
    HandOff, // from one host thread to another
    CollectiveSkew, // waiting for the last rank to arrive
    CollectiveTransfer, // from the last arrival to the end
    QueueFull, // a launch call that waited for room in the launch queue
    Unexplained // the residual
};
inline constexpr std::size_t kCategoryCount = 14;

enum class Cause : std::uint8_t
{
    Launch,
    Cpu,
    HostUntracked,
    SyncWait,
    BlockingMemcpy,
    EventWait,
    Memcpy,
    CollectiveSkew,
    CollectiveTransfer,
    KernelGap,
    QueueFull,
    Unexplained
};
inline constexpr std::size_t kCauseCount = 12;

constexpr std::size_t index(Category c)
{
    return static_cast<std::size_t>(c);
}
constexpr std::size_t index(Cause c)
{
    return static_cast<std::size_t>(c);
}

// "cpu", "host_untracked", … as in the command line's JSON.
std::string_view categoryName(Category category);
std::string_view causeName(Cause cause);

} // namespace longpole::critical_path
