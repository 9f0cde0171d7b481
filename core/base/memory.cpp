// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "core/base/memory.h"

#include <cstdlib> // defines __GLIBC__

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace longpole {

void releaseFreedMemory()
{
#if defined(__GLIBC__)
    ::malloc_trim(0);
#endif
}

} // namespace longpole
