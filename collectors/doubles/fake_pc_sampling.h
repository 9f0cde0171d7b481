// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// PC sampling of the double of libcupti. A launch of a kernel gives it, while its context samples:
// at offset 16 long_scoreboard 8, of which not issued 6; at offset 32 selected 2, and barrier 5 if
// its name begins with b. The CRC of its cubin is 4096 and its name's first letter. Samples come
// with the second fetch after the launch, or when sampling is disabled.
//
// Environment (all optional):
//   DOUBLE_PC_DROPPED=N   the first fetch says that N samples more were dropped
//   DOUBLE_PC_FULL=N      the first N fetches say that the GPU's buffer is full
//   DOUBLE_PC_ROOM=N      no fetch hands out more than N records
//   DOUBLE_PC_REST=N      no more than N records fit when sampling is disabled
//   DOUBLE_PC_LATER=1     sampling cannot be enabled in a callback
//   DOUBLE_PC_NONE=1      there are no samples; =2: nor reasons
// Aborts where a client fetches while code is loaded or unloaded, lets code go before it fetched,
// leaves sampling enabled in a context that ends, or configures what is not to be.
#pragma once

namespace doubles {

void sampleLaunch(const char* kernel);
// After the callback of a context that ends.
void contextEnded();

} // namespace doubles
