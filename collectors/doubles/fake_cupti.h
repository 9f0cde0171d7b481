// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// What the double of libcupti offers to the program under test, and how a test scripts it.
//
// Environment (all optional; of PC sampling: see fake_pc_sampling.h):
//   DOUBLE_VERSION=N        what cuptiGetVersion says (130001)
//   DOUBLE_FAIL=F=N,…       function F fails with status N; F may be "cuptiActivityEnable(38)"
//   DOUBLE_STRIDE=K=B,…     records of kind K are B bytes long (0: the kind is unknown)
//   DOUBLE_DROPPED=N        what cuptiActivityGetNumDroppedRecords says, once
//   DOUBLE_HOLD=1           keeps full buffers to itself until a flush
//   DOUBLE_HANG=1           the last flush never returns
//   DOUBLE_NO_METRIC=TEXT   the chip lacks counters whose names hold that
//   DOUBLE_NODE_MS=N        every kernel of a graph holds the thread that delivers it for N ms
//   DOUBLE_SHARES=1         a profiler that shares CUPTI is there; DOUBLE_FAIL=share=N: sharing
//   fails DOUBLE_OTHER=NAME       the tool that is subscribed already (with cuptiSubscribe_v2=39)
// The double kills the process with abort() where a client breaks CUPTI's rules: a null buffer
// before version 27, a flush before the first request or from a callback, a timestamp callback on
// versions that lose times by it, a second one, use after cuptiFinalize, functions that know no
// subscriber after one that does, from version 130300 on.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {
// Delivers a record as CUPTI would, if its kind is switched on. Thread-safe.
void doubleEmit(const void* record, std::size_t bytes);
// Calls the subscriber back: a module is unloaded.
void doubleUnloadModule();
// Calls the subscriber back: a context was made, or ends.
void doubleContext(int ends);
// Loads or unloads code by that call of the driver, which takes a quarter of a second.
void doubleModule(const char* call);
// Calls the subscriber back at the beginning (site 0) or end of a launching call of the driver;
// shape: grid and block.
void doubleLaunch(const char* call, const char* kernel, const std::uint32_t (*shape)[3],
                  std::uint64_t stream, int site);
// Calls the subscriber back at the beginning and end of that runtime call, if it asked for it.
void doubleCall(const char* runtimeCall);
// Number of records delivered so far, and a checksum of their bytes that doesn't depend on order.
std::uint64_t doubleDelivered();
// Above 0 while a thread is in a callback of the client.
int doubleInCallback();
}
