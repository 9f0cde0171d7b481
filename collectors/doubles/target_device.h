// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// The pretended GPU of the program to record: hands records to the double of libcupti, where the
// collector has loaded it; does nothing otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace target {

// cuInit of the libcuda that the loader finds.
void initialise();
// A runtime call and its kernel, with times of now.
void launch(const char* kernel);
// The same by a call of the driver ("cuLaunchKernelEx", "cuGraphLaunch").
void launchBy(const char* driverCall, const char* kernel);
void pace(long count, long microseconds);
void unloadModule();
// Loads or unloads code by that call of the driver.
void moduleCall(const char* driverCall);
void endContext();
// A call that has no record here, only callbacks.
void call(const char* runtimeCall);
// Where nobody records.
void sleepUnwatched(long ms);
void writeDelivered(const std::string& file);

void emit(const void* record, std::size_t bytes);
std::uint32_t nextCorrelation();
std::uint32_t threadId();
// See guard.cpp.
void watchCallbacks(int (*inCallback)());

} // namespace target
