// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// A libcuda.so.1 that does two things of the real one: cuInit loads the injection library, and
// devices have a UUID (the number of the device).
#include <dlfcn.h>

#include <cstdlib>
#include <cstring>

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

extern "C" int cuDeviceGetUuid_v2(void* uuid, int device)
{
    std::memset(uuid, 0, 16);
    static_cast<unsigned char*>(uuid)[15] = static_cast<unsigned char>(device);
    return 0;
}
