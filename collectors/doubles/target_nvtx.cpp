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
Function theCore[16] = {};
Function theCore2[16] = {};
Function* theCoreTable[16];
Function* theCore2Table[16];

struct Tables
{
    std::size_t structSize;
    int (*get)(int module, Function*** table, unsigned* size);
};

int getTable(int module, Function*** table, unsigned* size)
{
    *size = 16;
    *table = module == 1 ? theCoreTable : module == 5 ? theCore2Table : nullptr;
    return *table != nullptr ? 1 : 0;
}

const void* exportTable(std::uint32_t id)
{
    static const Tables tables{sizeof(Tables), &getTable};
    return id == 1 ? &tables : nullptr;
}

void load()
{
    for (std::size_t i = 0; i < std::size(theCore); ++i) {
        theCoreTable[i] = &theCore[i];
        theCore2Table[i] = &theCore2[i];
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
    call<int (*)(const char*)>(theCore[9], text);
}

void nvtxPushWide(const wchar_t* text)
{
    once();
    call<int (*)(const wchar_t*)>(theCore[10], text);
}

void nvtxPop()
{
    once();
    call<int (*)()>(theCore[11]);
}

void nvtxDomainRange(const char* domain, const char* text)
{
    once();
    void* const d = call<void* (*)(const char*)>(theCore2[12], domain);
    Attributes a;
    a.message = call<void* (*)(void*, const char*)>(theCore2[10], d, text);
    a.category = 3;
    call<int (*)(void*, const Attributes*)>(theCore2[4], d, &a);
    const std::uint64_t id =
        call<std::uint64_t (*)(const char*)>(theCore[5], "started here, ended there");
    if (theCore[2] != nullptr) {
        reinterpret_cast<void (*)(const char*)>(theCore[2])("a mark");
    }
    call<int (*)(void*)>(theCore2[5], d);
    if (theCore[7] != nullptr) {
        reinterpret_cast<void (*)(std::uint64_t)>(theCore[7])(id);
    }
}

void* nvtxDomain(const char* name)
{
    once();
    return call<void* (*)(const char*)>(theCore2[12], name);
}

void nvtxDomainPush(void* domain, const char* text, const void* payloads, int count)
{
    Attributes a;
    a.messageType = 1;
    a.message = text;
    a.payloadType = 0;
    if (payloads != nullptr) {
        a.payloadType = static_cast<std::int32_t>(0xDFBD0009U);
        a.reserved = count;
        a.payload = reinterpret_cast<std::uintptr_t>(payloads);
    }
    call<int (*)(void*, const Attributes*)>(theCore2[4], domain, &a);
}

void nvtxDomainPop(void* domain)
{
    call<int (*)(void*)>(theCore2[5], domain);
}

} // namespace target
