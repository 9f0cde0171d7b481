// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/doubles/target_nccl.h"

#include "collectors/doubles/target_nvtx.h"

#include <dlfcn.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>

namespace target {

#ifdef DOUBLE_GUARD
void watchNvtx(bool in);
#else
static void watchNvtx(bool)
{ }
#endif

namespace {

// The collector may take neither memory nor locks in calls of NVTX.
class Watched
{
public:
    Watched() { watchNvtx(true); }
    ~Watched() { watchNvtx(false); }
    Watched(const Watched&) = delete;
    Watched& operator=(const Watched&) = delete;
};

// As NVTX declares them to programs.
struct Entry
{
    std::uint64_t flags = 0;
    std::uint64_t type = 0;
    const char* name = nullptr;
    const char* description = nullptr;
    std::uint64_t length = 0;
    std::uint64_t offset = 0;
    const void* semantics = nullptr;
    const void* reserved = nullptr;
};
struct Schema
{
    std::uint64_t fields = 0x174; // type, entries, their number, size, id
    const char* name = nullptr;
    std::uint64_t type = 1;
    std::uint64_t flags = 0;
    const Entry* entries = nullptr;
    std::size_t count = 0;
    std::size_t size = 0;
    std::size_t packAlign = 0;
    std::uint64_t id = 0;
    void* extension = nullptr;
};
struct EnumEntry
{
    const char* name;
    std::uint64_t value;
    std::int8_t isFlag;
};
struct Enum
{
    std::uint64_t fields = 0x3c; // entries, their number, size, id
    const char* name = nullptr;
    const EnumEntry* entries = nullptr;
    std::size_t count = 0;
    std::size_t size = 4;
    std::uint64_t id = 0;
    void* extension = nullptr;
};
struct Data
{
    std::uint64_t schema;
    std::size_t size;
    const void* bytes;
};
struct Segment
{
    std::size_t id;
    std::size_t count;
    std::intptr_t* slots;
};
struct Module
{
    std::uint16_t version;
    std::uint16_t size;
    std::uint16_t id;
    std::uint16_t compatibility;
    std::size_t segments;
    Segment* segment;
    void* getExport;
    const void* info;
};

constexpr std::uint64_t kStatic = 1U << 24U;
constexpr std::uint64_t kReduction = kStatic + 24;
constexpr std::uint64_t kInt = 5;
constexpr std::uint64_t kUint64 = 18;
constexpr std::uint64_t kSize = 22;

std::intptr_t theSlots[63] = {};
void* theDomain = nullptr;

template <class R, class... A>
R slot(std::size_t at, A... arguments)
{
    // Unset slots do nothing, as NVTX's own.
    if (theSlots[at] == 0) {
        return R();
    }
    const Watched watched;
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return reinterpret_cast<R (*)(A...)>(theSlots[at])(arguments...);
}

template <std::size_t N>
std::uint64_t describe(std::uint64_t id, const Entry (&entries)[N], std::size_t size)
{
    Schema s;
    s.entries = entries;
    s.count = N;
    s.size = size;
    s.id = id;
    return slot<std::uint64_t>(0, theDomain, static_cast<const Schema*>(&s));
}

struct Collective
{
    std::uint64_t communicator;
    std::size_t bytes;
    int operation;
};
struct Communicator
{
    std::uint64_t id;
    int ranks, rank, device;
};

void load()
{
    theDomain = nvtxDomain("NCCL");
    const char* const path = std::getenv("NVTX_INJECTION64_PATH");
    void* const library = path != nullptr ? ::dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
    void* const init =
        library != nullptr ? ::dlsym(library, "InitializeInjectionNvtxExtension") : nullptr;
    if (init == nullptr) {
        return;
    }
    Segment segment{0, 63, theSlots};
    Module module{3, sizeof(Module), 2, 0x0103, 1, &segment, nullptr, nullptr};
    reinterpret_cast<int (*)(Module*)>(init)(&module);
    static const EnumEntry operations[] = {
        {"Sum", 0, 0}, {"Product", 1, 0}, {"Max", 2, 0}, {"Min", 3, 0}, {"Avg", 4, 0}};
    Enum reduction;
    reduction.entries = operations;
    reduction.count = 5;
    reduction.id = kReduction;
    slot<std::uint64_t>(1, theDomain, static_cast<const Enum*>(&reduction));
    const Entry collective[] = {
        {0, kUint64, "NCCL communicator ID", nullptr, 0, 0, nullptr, nullptr},
        {0, kSize, "Message size [bytes]", nullptr, 0, 8, nullptr, nullptr},
        {0, kReduction, "Reduction operation", nullptr, 0, 16, nullptr, nullptr}};
    describe(kStatic + 5, collective, sizeof(Collective));
    const Entry communicator[] = {
        {0, kUint64, "NCCL communicator ID", nullptr, 0, 0, nullptr, nullptr},
        {0, kInt, "No. of ranks", nullptr, 0, 8, nullptr, nullptr},
        {0, kInt, "Rank", nullptr, 0, 12, nullptr, nullptr},
        {0, kInt, "CUDA device", nullptr, 0, 16, nullptr, nullptr}};
    describe(kStatic + 0, communicator, sizeof(Communicator));
}

void once()
{
    static const bool done = (load(), true);
    (void)done;
}

} // namespace

void ncclCommunicator(std::uint64_t id, int ranks, int rank)
{
    once();
    nvtxDomainPush(theDomain, "ncclCommInitRank", nullptr, 0);
    const Communicator made{id, ranks, rank, 0};
    const Data data{kStatic + 0, sizeof(made), &made};
    slot<int>(4, theDomain, static_cast<const Data*>(&data), std::size_t{1});
}

void ncclOpen(const char* call, std::uint64_t communicator, std::uint64_t bytes)
{
    once();
    const std::string name = std::string("nccl") + call;
    const Collective c{communicator, static_cast<std::size_t>(bytes), 0};
    const Data data{kStatic + 5, sizeof(c), &c};
    const bool payload = std::strncmp(call, "Group", 5) != 0;
    const Watched watched;
    nvtxDomainPush(theDomain, name.c_str(), payload ? &data : nullptr, payload ? 1 : 0);
}

void ncclClose()
{
    nvtxDomainPop(theDomain);
}

void oddPayloads()
{
    once();
    struct Inner
    {
        std::int16_t a;
        float b;
    };
    struct Outer
    {
        char text[8];
        Inner inner[2];
        std::uint64_t strange;
        double after;
    };
    const Entry inner[] = {{0, 13, "a", nullptr, 0, 0, nullptr, nullptr},
                           {0, 19, "b", nullptr, 0, 0, nullptr, nullptr}};
    const std::uint64_t innerId = describe(0, inner, sizeof(Inner));
    const Entry outer[] = {
        {1U << 10U, 75, "text", nullptr, 8, 0, nullptr, nullptr},
        {1U << 4U, innerId, "inner", nullptr, 2, 0, nullptr, nullptr},
        {0, 999, "strange", nullptr, 0, 0, nullptr, nullptr}, // a type that nobody knows
        {0, 20, "after", nullptr, 0, offsetof(Outer, after), nullptr, nullptr}};
    const std::uint64_t outerId = describe(0, outer, sizeof(Outer));
    const Outer o{"message", {{-2, 0.5F}, {3, 1.5F}}, 7, 2.25};
    const auto range = [&](std::uint64_t schema, std::size_t size, const void* bytes,
                           std::size_t count = 1) {
        const Data data[2] = {{schema, size, bytes}, {schema, size, bytes}};
        slot<int>(3, theDomain, static_cast<const Data*>(data), count);
        slot<int>(4, theDomain, static_cast<const Data*>(nullptr), std::size_t{0});
    };
    range(outerId, sizeof(o), &o);
    range(outerId, ~std::size_t{0}, &o); // as the description says
    range(outerId, 24, &o); // shorter than described
    range(outerId, std::size_t{1} << 40U, &o);
    range(outerId, 5000, &o);
    range(outerId, sizeof(o), nullptr);
    range(outerId, 0, &o);
    range(kStatic + 4711, ~std::size_t{0}, &o); // of nobody's size
    range(kStatic + 4711, 16, &o); // that nobody described
    slot<std::uint64_t>(0, theDomain, static_cast<const Schema*>(nullptr));
    slot<std::uint64_t>(1, theDomain, static_cast<const Enum*>(nullptr));
    Schema many; // more entries than have room
    static const Entry same[4096] = {};
    many.entries = same;
    many.count = 4096;
    slot<std::uint64_t>(0, theDomain, static_cast<const Schema*>(&many));
}

} // namespace target
