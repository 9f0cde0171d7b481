// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/cupti/nvtx_payloads.h"

#include "collectors/cupti/collector.h"
#include "collectors/cupti/nvtx_hooks.h"
#include "collectors/wire/nvtx_schema.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <limits>
#include <string_view>

namespace longpole::cupti {

namespace {

using wire::NvtxEvent;
using wire::NvtxOp;

struct SchemaEntry
{
    std::uint64_t flags;
    std::uint64_t type;
    const char* name;
    const char* description;
    std::uint64_t length;
    std::uint64_t offset;
    const void* semantics;
    const void* reserved;
};
static_assert(sizeof(SchemaEntry) == 64);

// Without the last field, `extension`, which early versions lack.
struct SchemaAttributes
{
    std::uint64_t fields; // which are valid
    const char* name;
    std::uint64_t type;
    std::uint64_t flags;
    const SchemaEntry* entries;
    std::size_t entryCount;
    std::size_t size;
    std::size_t packAlign;
    std::uint64_t id;
};
enum SchemaField : unsigned
{
    SchemaType = 2,
    SchemaFlags = 3,
    SchemaEntries = 4,
    SchemaEntryCount = 5,
    SchemaSize = 6,
    SchemaPackAlign = 7,
    SchemaId = 8
};

struct EnumEntry
{
    const char* name;
    std::uint64_t value;
    std::int8_t isFlag;
};

struct EnumAttributes
{
    std::uint64_t fields;
    const char* name;
    const EnumEntry* entries;
    std::size_t entryCount;
    std::size_t size;
    std::uint64_t id;
};
enum EnumField : unsigned
{
    EnumEntries = 2,
    EnumEntryCount = 3,
    EnumSize = 4,
    EnumId = 5
};

constexpr std::uint64_t kFirstOwnId = std::uint64_t{1} << 32U;
constexpr std::size_t kToldBySchema = std::numeric_limits<std::size_t>::max();

// Sizes of payloads whose events leave them to the schema. Written once each, never freed.
struct KnownSize
{
    std::uint64_t id;
    std::uint32_t domain;
    std::uint32_t size;
    std::atomic<bool> ready;
};
constexpr std::size_t kMostSizes = 1024;
constinit KnownSize theSizes[kMostSizes] = {};
constinit std::atomic<std::size_t> theSizesUsed{0};

void rememberSize(std::uint32_t domain, std::uint64_t id, std::size_t size)
{
    if (size == 0 || size > kLongestPayload
        || theSizesUsed.load(std::memory_order_relaxed) >= kMostSizes) {
        return;
    }
    if (const std::size_t at = theSizesUsed.fetch_add(1, std::memory_order_relaxed);
        at < kMostSizes) {
        theSizes[at].id = id;
        theSizes[at].domain = domain;
        theSizes[at].size = static_cast<std::uint32_t>(size);
        theSizes[at].ready.store(true, std::memory_order_release);
    }
}

std::size_t rememberedSize(std::uint32_t domain, std::uint64_t id)
{
    const std::size_t used =
        std::min(theSizesUsed.load(std::memory_order_relaxed), std::size_t{kMostSizes});
    for (std::size_t i = 0; i < used; ++i) {
        const KnownSize& s = theSizes[i];
        if (s.ready.load(std::memory_order_acquire) && s.id == id && s.domain == domain) {
            return s.size;
        }
    }
    return 0;
}

bool has(std::uint64_t fields, unsigned field)
{
    return (fields >> field & 1U) != 0;
}

std::uint64_t ownIdUnless(bool told, std::uint64_t id)
{
    return told && id != 0 ? id : kFirstOwnId + nextNvtxId();
}

std::uint64_t registerSchema(void* domain, const SchemaAttributes* a)
{
    if (a == nullptr || currentCollector() == nullptr) {
        return 0;
    }
    const auto told = [&](SchemaField field, std::uint64_t value) {
        return has(a->fields, field) ? value : 0;
    };
    NvtxEvent e;
    e.op = NvtxOp::RegisterSchema;
    e.domain = nvtxDomainNumber(domain);
    e.id = ownIdUnless(has(a->fields, SchemaId), a->id);
    const std::uint64_t size = told(SchemaSize, a->size);
    rememberSize(e.domain, e.id, static_cast<std::size_t>(size));
    wire::NvtxSchemaPacker text;
    text.begin({told(SchemaType, a->type), told(SchemaFlags, a->flags), size,
                told(SchemaPackAlign, a->packAlign)});
    if (has(a->fields, SchemaEntries) && a->entries != nullptr) {
        for (std::size_t i = 0; i < told(SchemaEntryCount, a->entryCount); ++i) {
            const SchemaEntry& s = a->entries[i];
            if (!text.add({s.flags, s.type, s.length, s.offset}, s.name)) {
                break;
            }
        }
    }
    e.text = text.text();
    putNvtx(e);
    return e.id;
}

std::uint64_t registerEnum(void* domain, const EnumAttributes* a)
{
    if (a == nullptr || currentCollector() == nullptr) {
        return 0;
    }
    NvtxEvent e;
    e.op = NvtxOp::RegisterEnum;
    e.domain = nvtxDomainNumber(domain);
    e.id = ownIdUnless(has(a->fields, EnumId), a->id);
    const std::uint64_t size = has(a->fields, EnumSize) ? a->size : 4;
    wire::NvtxSchemaPacker text;
    text.begin({size});
    if (has(a->fields, EnumEntries) && has(a->fields, EnumEntryCount) && a->entries != nullptr) {
        for (std::size_t i = 0; i < a->entryCount; ++i) {
            if (!text.add({a->entries[i].value}, a->entries[i].name)) {
                break;
            }
        }
    }
    e.text = text.text();
    putNvtx(e);
    return e.id;
}

void put(NvtxOp op, void* domain, const PayloadData* payloads, std::size_t count,
         std::uint64_t id = 0)
{
    NvtxEvent e;
    e.op = op;
    e.id = id;
    e.domain = nvtxDomainNumber(domain);
    e.time = monotonicNs();
    putPayloads(e, payloads, count);
    putNvtx(e);
}

void mark(void* domain, const PayloadData* payloads, std::size_t count)
{
    put(NvtxOp::Mark, domain, payloads, count);
}
int push(void* domain, const PayloadData* payloads, std::size_t count)
{
    put(NvtxOp::Push, domain, payloads, count);
    return nvtxPushed();
}
int pop(void* domain, const PayloadData* payloads, std::size_t count)
{
    put(NvtxOp::Pop, domain, payloads, count);
    return nvtxPopped();
}
std::uint64_t start(void* domain, const PayloadData* payloads, std::size_t count)
{
    const std::uint64_t id = nextNvtxId();
    put(NvtxOp::Start, domain, payloads, count, id);
    return id;
}
void end(void* domain, std::uint64_t id, const PayloadData* payloads, std::size_t count)
{
    put(NvtxOp::End, domain, payloads, count, id);
}

} // namespace

void putPayloads(const NvtxEvent& event, const PayloadData* payloads, std::size_t count) noexcept
{
    Collector* const c = currentCollector();
    if (payloads == nullptr || c == nullptr || !c->isOn()) {
        return;
    }
    if (count > kMostPayloads) {
        c->payloadsLeftOut(count - kMostPayloads);
        count = kMostPayloads;
    }
    for (std::size_t i = 0; i < count; ++i) {
        NvtxEvent e;
        e.op = NvtxOp::Payload;
        e.time = event.time;
        e.domain = event.domain;
        e.id = payloads[i].schema;
        const std::size_t size =
            payloads[i].size == kToldBySchema ? rememberedSize(e.domain, e.id) : payloads[i].size;
        if (payloads[i].bytes == nullptr || size == 0 || size > kLongestPayload) {
            c->payloadsLeftOut(1);
            continue;
        }
        e.text = {static_cast<const char*>(payloads[i].bytes), size};
        putNvtx(e);
    }
}

bool hookNvtxPayloads(const ExtensionModule& module) noexcept
{
    constexpr std::uint16_t kPayloadModule = 2;
    constexpr std::uint16_t kMajor = 1;
    if (module.structSize < sizeof(ExtensionModule) || module.module != kPayloadModule
        || module.compatibility >> 8U != kMajor || module.segmentCount < 1
        || module.segments == nullptr || module.segments[0].slots == nullptr) {
        return false;
    }
    const ExtensionSegment& segment = module.segments[0];
    const std::intptr_t ours[] = {
        reinterpret_cast<std::intptr_t>(&registerSchema),
        reinterpret_cast<std::intptr_t>(&registerEnum),
        reinterpret_cast<std::intptr_t>(&mark),
        reinterpret_cast<std::intptr_t>(&push),
        reinterpret_cast<std::intptr_t>(&pop),
        reinterpret_cast<std::intptr_t>(&start),
        reinterpret_cast<std::intptr_t>(&end),
    };
    for (std::size_t i = 0; i < std::size(ours) && i < segment.slotCount; ++i) {
        segment.slots[i] = ours[i];
    }
    return true;
}

} // namespace longpole::cupti
