// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// A libcuda.so.1 that does one thing of the real one: cuInit loads the injection library.
#include <dlfcn.h>

#include <cstdlib>

extern "C" int cuInit(unsigned)
{
    static bool done = false;
    const char* const path = std::getenv("CUDA_INJECTION64_PATH");
    if (done || path == nullptr) {
        return 0;
    }
    done = true;
    if (void* const library = ::dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
        if (auto* const initialize =
                reinterpret_cast<int (*)()>(::dlsym(library, "InitializeInjection"))) {
            initialize();
        }
    }
    return 0;
}
