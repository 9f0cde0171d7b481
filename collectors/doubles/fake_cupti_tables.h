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
// From now on functions that know no subscriber break a rule, but for those called while a function
// that does is at work. Only in the double of libcupti.
void beShared();
struct WithSubscriber
{
    WithSubscriber();
    ~WithSubscriber();
};
// Bytes of a record; 0: the kind is unknown.
std::size_t strideOf(std::uint32_t kind);
// Whether a record is one that CUPTI would write: of graphs recorded whole, their nodes aren't.
// Recording a node takes as long as DOUBLE_NODE_MS says.
bool isDelivered(std::uint32_t kind, const void* record, std::size_t bytes, bool graphsWhole);
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
