// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Which API calls are worth a record, by name, as their numbers differ from version to version.
#pragma once

#include <string_view>

namespace longpole::cupti {

// Runtime calls that come often and tell nothing: "cudaGetLastError_v3020".
bool isNoise(std::string_view runtimeCall);
// Driver calls that launch, copy, fill, wait or allocate: libraries such as Triton and cuBLASLt
// make them without the runtime.
bool isDriverWork(std::string_view driverCall);

} // namespace longpole::cupti
