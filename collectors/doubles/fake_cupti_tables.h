// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// What the double of libcupti answers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace doubles {

std::uint32_t version();
// The status a test wants from that function; 0: it works.
int failureOf(const char* function);
// Bytes of a record; 0: the kind is unknown.
std::size_t strideOf(std::uint32_t kind);
// Null for numbers not in use. The numbers are the double's own.
const char* callName(int domain, std::uint32_t id);
// The number of a call; 0: no such call.
std::uint32_t callNumber(int domain, const char* name);
// CLOCK_REALTIME, ns: CUPTI's own clock.
std::uint64_t now();
// Calls the subscriber back, if there is one. Only in the double of libcupti.
void callBack(int domain, std::uint32_t id, const void* data);
// This thread is in such a callback.
bool isCallingBack();
// It asked to be called back for that call of the driver (1) or runtime (2).
bool isWatched(int domain, std::uint32_t id);

} // namespace doubles
