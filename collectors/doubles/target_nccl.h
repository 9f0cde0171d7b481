// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// The calls of NCCL, as far as a tool sees them: NVTX ranges with payloads that NCCL describes.
#pragma once

#include <cstdint>

namespace target {

// A range like that of ncclCommInitRank, which tells the communicator when it ends.
void ncclCommunicator(std::uint64_t id, int ranks, int rank);
// Begins the range of "AllReduce" and the like; what is launched until ncclClose is its work.
// Without a payload for "GroupStart" and "GroupEnd".
void ncclOpen(const char* call, std::uint64_t communicator, std::uint64_t bytes);
void ncclClose();
// Payloads that NVTX permits, or that no sane program has: nested, of unknown types, of unknown
// descriptions, of wrong sizes, of sizes that only the description tells, of no contents.
void oddPayloads();

} // namespace target
