// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/doubles/target_nvtx.h"

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>

namespace target {

namespace {

using Function = void (*)();

// What a program gets where no tool is there.
Function g_core[16] = {};
Function g_core2[16] = {};
Function* g_coreTable[16];
Function* g_core2Table[16];

struct Tables
{
    std::size_t structSize;
    int (*get)(int module, Function*** table, unsigned* size);
};

int getTable(int module, Function*** table, unsigned* size)
{
    *size = 16;
    *table = module == 1 ? g_coreTable : module == 5 ? g_core2Table : nullptr;
    return *table != nullptr ? 1 : 0;
}

const void* exportTable(std::uint32_t id)
{
    static const Tables tables{sizeof(Tables), &getTable};
    return id == 1 ? &tables : nullptr;
}

void load()
{
    for (std::size_t i = 0; i < std::size(g_core); ++i) {
        g_coreTable[i] = &g_core[i];
        g_core2Table[i] = &g_core2[i];
    }
    const char* const path = std::getenv("NVTX_INJECTION64_PATH");
    void* const library = path != nullptr ? ::dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (library == nullptr) {
        return;
    }
    using Init = int (*)(const void* (*)(std::uint32_t));
    if (auto* const init = reinterpret_cast<Init>(::dlsym(library, "InitializeInjectionNvtx2"))) {
        init(&exportTable);
    }
}

void once()
{
    static const bool done = (load(), true);
    (void)done;
}

template <class F, class... A>
auto call(Function f, A... arguments)
{
    using Result = decltype(reinterpret_cast<F>(f)(arguments...));
    if (f != nullptr) {
        return reinterpret_cast<F>(f)(arguments...);
    }
    return Result();
}

struct Attributes
{
    std::uint16_t version = 3;
    std::uint16_t size = 48;
    std::uint32_t category = 0;
    std::int32_t colorType = 1;
    std::uint32_t color = 0xff00ff00;
    std::int32_t payloadType = 1;
    std::int32_t reserved = 0;
    std::uint64_t payload = 42;
    std::int32_t messageType = 3;
    const void* message = nullptr;
};

} // namespace

void nvtxPush(const char* text)
{
    once();
    call<int (*)(const char*)>(g_core[9], text);
}

void nvtxPushWide(const wchar_t* text)
{
    once();
    call<int (*)(const wchar_t*)>(g_core[10], text);
}

void nvtxPop()
{
    once();
    call<int (*)()>(g_core[11]);
}

void nvtxDomainRange(const char* domain, const char* text)
{
    once();
    void* const d = call<void* (*)(const char*)>(g_core2[12], domain);
    Attributes a;
    a.message = call<void* (*)(void*, const char*)>(g_core2[10], d, text);
    a.category = 3;
    call<int (*)(void*, const Attributes*)>(g_core2[4], d, &a);
    const std::uint64_t id =
        call<std::uint64_t (*)(const char*)>(g_core[5], "started here, ended there");
    if (g_core[2] != nullptr) {
        reinterpret_cast<void (*)(const char*)>(g_core[2])("a mark");
    }
    call<int (*)(void*)>(g_core2[5], d);
    if (g_core[7] != nullptr) {
        reinterpret_cast<void (*)(std::uint64_t)>(g_core[7])(id);
    }
}

} // namespace target
