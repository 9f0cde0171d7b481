// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Calls of NVIDIA's own NCCL, where it is installed. Without a communicator all of them fail, but
// not before they have told tools what they were asked for; so no GPU is needed.
// Exits with 77 where there is no NCCL that tells its communicators.
#include <dlfcn.h>

#include <cstddef>

int main()
{
    constexpr int kNone = 77;
    constexpr int kTells = 22800; // 2.28
    constexpr int kFloat = 7;
    void* const nccl = ::dlopen("libnccl.so.2", RTLD_NOW);
    if (nccl == nullptr) {
        return kNone;
    }
    const auto function = [&](const char* name) { return ::dlsym(nccl, name); };
    int version = 0;
    auto* const getVersion = reinterpret_cast<int (*)(int*)>(function("ncclGetVersion"));
    auto* const begin = reinterpret_cast<int (*)()>(function("ncclGroupStart"));
    auto* const end = reinterpret_cast<int (*)()>(function("ncclGroupEnd"));
    auto* const allReduce =
        reinterpret_cast<int (*)(const void*, void*, std::size_t, int, int, void*, void*)>(
            function("ncclAllReduce"));
    auto* const broadcast =
        reinterpret_cast<int (*)(const void*, void*, std::size_t, int, int, void*, void*)>(
            function("ncclBroadcast"));
    if (getVersion == nullptr || getVersion(&version) != 0 || version < kTells || begin == nullptr
        || end == nullptr || allReduce == nullptr || broadcast == nullptr) {
        return kNone;
    }
    // It initialises NCCL, which describes its reductions then.
    struct Id
    {
        char bytes[128];
    } id = {};
    if (auto* const unique = reinterpret_cast<int (*)(Id*)>(function("ncclGetUniqueId"))) {
        unique(&id);
    }
    begin();
    const bool failed = allReduce(nullptr, nullptr, 1000, kFloat, 2, nullptr, nullptr) != 0
        && broadcast(nullptr, nullptr, 10, kFloat, 3, nullptr, nullptr) != 0;
    end();
    return failed ? 0 : 1;
}
