// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// NVTX: the functions that a program's NVTX calls reach instead of nothing.
#include "collectors/cupti/nvtx_hooks.h"

#include "collectors/cupti/collector.h"
#include "collectors/cupti/nvtx_payloads.h"

#include <atomic>
#include <cwchar>
#include <iterator>
#include <string_view>

namespace longpole::cupti {

namespace {

using wire::NvtxEvent;
using wire::NvtxOp;

// NVTX's event attributes, version 2, by our own declaration.
struct Attributes
{
    std::uint16_t version;
    std::uint16_t size;
    std::uint32_t category;
    std::int32_t colorType; // 1: ARGB
    std::uint32_t color;
    std::int32_t payloadType;
    std::int32_t payloadCount; // of the payload extension's
    std::uint64_t payload;
    std::int32_t messageType; // 1: char, 2: wchar_t, 3: registered
    const void* message;
};
static_assert(sizeof(Attributes) == 48);

constinit std::atomic<std::uint64_t> nextId{1}; // of ranges, domains and registered strings

std::uint32_t numberOf(const void* handle)
{
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(handle));
}

void* handleOf(std::uint64_t number)
{
    // A handle is opaque to the program; ours is a number.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return reinterpret_cast<void*>(static_cast<std::uintptr_t>(number));
}

// A wide text as UTF-8, cut to the room.
std::size_t narrowed(const wchar_t* text, char* room, std::size_t size)
{
    std::size_t n = 0;
    for (; *text != 0 && n + 4 <= size; ++text) {
        const auto c = static_cast<char32_t>(*text); // UTF-32 on Linux
        if (c < 0x80) {
            room[n++] = static_cast<char>(c);
        } else if (c < 0x800) {
            room[n++] = static_cast<char>(0xc0U | c >> 6U);
            room[n++] = static_cast<char>(0x80U | (c & 0x3fU));
        } else if (c < 0x10000) {
            room[n++] = static_cast<char>(0xe0U | c >> 12U);
            room[n++] = static_cast<char>(0x80U | (c >> 6U & 0x3fU));
            room[n++] = static_cast<char>(0x80U | (c & 0x3fU));
        } else {
            room[n++] = static_cast<char>(0xf0U | (c >> 18U & 0x07U));
            room[n++] = static_cast<char>(0x80U | (c >> 12U & 0x3fU));
            room[n++] = static_cast<char>(0x80U | (c >> 6U & 0x3fU));
            room[n++] = static_cast<char>(0x80U | (c & 0x3fU));
        }
    }
    return n;
}

void put(NvtxEvent& e)
{
    Collector* const c = currentCollector();
    if (c == nullptr || !c->isOn()) {
        return;
    }
    if (e.time == 0) {
        e.time = monotonicNs();
    }
    if (c->rings().put(e)) {
        c->worker().wake();
    }
}

void put(NvtxOp op, const char* text, std::uint64_t id = 0, std::uint32_t domain = 0)
{
    NvtxEvent e;
    e.op = op;
    e.id = id;
    e.domain = domain;
    e.text = text != nullptr ? std::string_view(text) : std::string_view();
    put(e);
}

void put(NvtxOp op, const wchar_t* text, std::uint64_t id = 0, std::uint32_t domain = 0)
{
    char room[2048];
    const std::size_t n = text != nullptr ? narrowed(text, room, sizeof(room)) : 0;
    NvtxEvent e;
    e.op = op;
    e.id = id;
    e.domain = domain;
    e.text = {room, n};
    put(e);
}

void put(NvtxOp op, void* domain, const Attributes* a, std::uint64_t id = 0)
{
    NvtxEvent e;
    e.op = op;
    e.id = id;
    e.domain = numberOf(domain);
    char room[2048];
    if (a != nullptr && a->size >= sizeof(Attributes)) {
        e.category = a->category;
        e.color = a->colorType == 1 ? a->color : 0;
        if (a->payloadType == kPayloadOfExtension && a->payloadCount > 0) {
            e.time = monotonicNs();
            putPayloads(e, static_cast<const PayloadData*>(handleOf(a->payload)),
                        static_cast<std::size_t>(a->payloadCount));
        } else if (a->payloadType > 0 && a->payloadType < 256) {
            e.payloadType = static_cast<std::uint8_t>(a->payloadType);
            e.payload = a->payload;
        }
        if (a->messageType == 3) {
            e.textId = numberOf(a->message);
        } else if (a->messageType == 1 && a->message != nullptr) {
            e.text = static_cast<const char*>(a->message);
        } else if (a->messageType == 2 && a->message != nullptr) {
            e.text = {room, narrowed(static_cast<const wchar_t*>(a->message), room, sizeof(room))};
        }
    }
    put(e);
}

int pushed()
{
    Collector* const c = currentCollector();
    return c != nullptr && c->isOn() ? c->rings().push() : 0;
}
int popped()
{
    Collector* const c = currentCollector();
    return c != nullptr && c->isOn() ? c->rings().pop() : 0;
}

// The default domain.
void markEx(const Attributes* a)
{
    put(NvtxOp::Mark, nullptr, a);
}
template <class Char>
void mark(const Char* text)
{
    put(NvtxOp::Mark, text);
}
std::uint64_t startEx(const Attributes* a)
{
    const std::uint64_t id = nextId.fetch_add(1);
    put(NvtxOp::Start, nullptr, a, id);
    return id;
}
template <class Char>
std::uint64_t start(const Char* text)
{
    const std::uint64_t id = nextId.fetch_add(1);
    put(NvtxOp::Start, text, id);
    return id;
}
void end(std::uint64_t id)
{
    put(NvtxOp::End, "", id);
}
int pushEx(const Attributes* a)
{
    put(NvtxOp::Push, nullptr, a);
    return pushed();
}
template <class Char>
int push(const Char* text)
{
    put(NvtxOp::Push, text);
    return pushed();
}
int pop()
{
    put(NvtxOp::Pop, "");
    return popped();
}
template <class Char>
void nameCategory(std::uint32_t category, const Char* text)
{
    put(NvtxOp::NameCategory, text, category);
}
template <class Char>
void nameThread(std::uint32_t thread, const Char* text)
{
    put(NvtxOp::NameThread, text, thread);
}

// Named domains.
void domainMarkEx(void* domain, const Attributes* a)
{
    put(NvtxOp::Mark, domain, a);
}
std::uint64_t domainStartEx(void* domain, const Attributes* a)
{
    const std::uint64_t id = nextId.fetch_add(1);
    put(NvtxOp::Start, domain, a, id);
    return id;
}
void domainEnd(void* domain, std::uint64_t id)
{
    put(NvtxOp::End, "", id, numberOf(domain));
}
int domainPushEx(void* domain, const Attributes* a)
{
    put(NvtxOp::Push, domain, a);
    return pushed();
}
int domainPop(void* domain)
{
    put(NvtxOp::Pop, "", 0, numberOf(domain));
    return popped();
}
template <class Char>
void domainNameCategory(void* domain, std::uint32_t category, const Char* text)
{
    put(NvtxOp::NameCategory, text, category, numberOf(domain));
}
template <class Char>
void* domainRegister(void* domain, const Char* text)
{
    const std::uint64_t id = nextId.fetch_add(1);
    put(NvtxOp::RegisterString, text, id, numberOf(domain));
    return handleOf(id);
}
template <class Char>
void* domainCreate(const Char* text)
{
    const std::uint64_t id = nextId.fetch_add(1);
    put(NvtxOp::NameDomain, text, id);
    return handleOf(id);
}

using Function = void (*)();
template <class F>
Function as(F function)
{
    return reinterpret_cast<Function>(function);
}

// What NVTX's modules want where; null: not replaced.
void replace(Function** table, unsigned size, const Function* with, unsigned count)
{
    for (unsigned i = 1; i < size && i < count; ++i) {
        if (table[i] != nullptr && with[i] != nullptr) {
            *table[i] = with[i];
        }
    }
}

} // namespace

void putNvtx(NvtxEvent& event) noexcept
{
    put(event);
}

int nvtxPushed() noexcept
{
    return pushed();
}

int nvtxPopped() noexcept
{
    return popped();
}

std::uint64_t nextNvtxId() noexcept
{
    return nextId.fetch_add(1);
}

std::uint32_t nvtxDomainNumber(const void* handle) noexcept
{
    return numberOf(handle);
}

bool hookNvtx(GetExportTable getTable)
{
    constexpr std::uint32_t kCallbacks = 1;
    constexpr int kCore = 1;
    constexpr int kCore2 = 5;
    const auto* const tables = static_cast<const CallbackTables*>(getTable(kCallbacks));
    if (tables == nullptr || tables->structSize < sizeof(CallbackTables)) {
        return false;
    }
    const Function core[] = {nullptr,
                             as(markEx),
                             as(mark<char>),
                             as(mark<wchar_t>),
                             as(startEx),
                             as(start<char>),
                             as(start<wchar_t>),
                             as(end),
                             as(pushEx),
                             as(push<char>),
                             as(push<wchar_t>),
                             as(pop),
                             as(nameCategory<char>),
                             as(nameCategory<wchar_t>),
                             as(nameThread<char>),
                             as(nameThread<wchar_t>)};
    const Function core2[] = {nullptr,
                              as(domainMarkEx),
                              as(domainStartEx),
                              as(domainEnd),
                              as(domainPushEx),
                              as(domainPop),
                              nullptr, // resources
                              nullptr,
                              as(domainNameCategory<char>),
                              as(domainNameCategory<wchar_t>),
                              as(domainRegister<char>),
                              as(domainRegister<wchar_t>),
                              as(domainCreate<char>),
                              as(domainCreate<wchar_t>),
                              nullptr, // its domain's number is not used again
                              nullptr};
    Function** table = nullptr;
    unsigned size = 0;
    if (tables->getModuleFunctionTable(kCore, &table, &size) == 0 || table == nullptr) {
        return false;
    }
    replace(table, size, core, std::size(core));
    if (tables->getModuleFunctionTable(kCore2, &table, &size) != 0 && table != nullptr) {
        replace(table, size, core2, std::size(core2));
    }
    return true;
}

} // namespace longpole::cupti
