// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#pragma once

namespace longpole {

// Gives memory that was freed back to the system, where the allocator keeps it. Takes
// milliseconds: for the end of a phase that used much.
void releaseFreedMemory();

} // namespace longpole
