// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/spool/nvtx_names.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <set>

namespace longpole::import {

namespace {

// NVTX's numbers.
constexpr std::uint64_t kPointer = 1U << 1U;
constexpr std::uint64_t kOffsets = 3U << 2U; // from the base, from here
constexpr std::uint64_t kArrays = 7U << 4U;
constexpr std::uint64_t kFixedArray = 1U << 4U;
constexpr std::uint64_t kEventMessage = 1U << 10U;
constexpr std::uint64_t kStaticSchema = 1;
constexpr std::uint64_t kChar = 1;
constexpr std::uint64_t kChar8 = 25;
constexpr std::uint64_t kUnsigned64 = 18;
constexpr std::uint64_t kText = 75;
constexpr std::uint64_t kTextUtf8 = 76;
constexpr std::uint64_t kRegisteredText = 80;

enum class Reads : std::uint8_t
{
    Nothing, // its size is known, its value isn't understood
    Natural,
    Integer,
    Real
};

struct BasicType
{
    std::uint8_t size = 0; // bytes, and alignment; 0: nothing is known of it
    Reads reads = Reads::Nothing;
};

// By number, of LP64 systems as Linux on x86-64 and Arm.
constexpr std::array<BasicType, 46> kTypes = [] {
    std::array<BasicType, 46> t{};
    using enum Reads;
    t[1] = {1, Integer}; // char
    t[2] = {1, Natural};
    t[3] = {2, Integer}; // short
    t[4] = {2, Natural};
    t[5] = {4, Integer}; // int
    t[6] = {4, Natural};
    t[7] = t[9] = {8, Integer}; // long, long long
    t[8] = t[10] = {8, Natural};
    t[11] = {1, Integer}; // of explicit sizes
    t[12] = {1, Natural};
    t[13] = {2, Integer};
    t[14] = {2, Natural};
    t[15] = {4, Integer};
    t[16] = {4, Natural};
    t[17] = {8, Integer};
    t[18] = {8, Natural};
    t[19] = t[43] = {4, Real};
    t[20] = t[44] = {8, Real};
    t[21] = t[45] = {16, Nothing}; // long double, of 128 bits
    t[22] = t[23] = {8, Natural}; // a size, an address
    t[24] = {4, Natural}; // characters
    t[25] = {1, Natural};
    t[26] = {2, Natural};
    t[27] = {4, Natural};
    t[32] = {1, Natural}; // a byte
    t[33] = t[34] = {16, Nothing}; // integers of 128 bits
    t[42] = {2, Nothing}; // half
    return t;
}();

constexpr int kMostSteps = 2'000; // fields looked at, of one payload
constexpr std::size_t kHugest = 1U << 20U; // no payload is that large

std::size_t alignedUp(std::size_t at, std::size_t alignment)
{
    return alignment < 2 ? at : (at + alignment - 1) / alignment * alignment;
}

BasicType basic(std::uint64_t type)
{
    if (type == kRegisteredText) {
        return {8, Reads::Nothing};
    }
    return type < kTypes.size() ? kTypes[static_cast<std::size_t>(type)] : BasicType{};
}

std::uint64_t loaded(std::string_view bytes, std::size_t at, std::size_t width)
{
    return wire::loadNumber(reinterpret_cast<const std::byte*>(bytes.data() + at),
                            static_cast<unsigned>(width));
}

PayloadField::Kind value(PayloadField& f, BasicType type, std::uint64_t bits)
{
    f.bits = bits;
    if (type.reads == Reads::Real) {
        f.real = type.size == 4
            ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
            : std::bit_cast<double>(bits);
        return PayloadField::Kind::Real;
    }
    if (type.reads == Reads::Integer) {
        const unsigned unused = 64U - 8U * type.size;
        f.bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused);
        return PayloadField::Kind::Integer;
    }
    return PayloadField::Kind::Natural;
}

} // namespace

struct NvtxNames::Reading
{
    std::uint32_t domain;
    std::string_view bytes;
    std::vector<PayloadField>& fields;
    const char* missing = nullptr;
    int steps = 0;

    bool lacks(const char* why)
    {
        missing = missing == nullptr ? why : missing;
        return true;
    }
    // Structures of structures may have more fields than anybody waits for.
    bool mayGoOn() { return ++steps <= kMostSteps; }
    bool isFull() const { return fields.size() >= kMostFields; }
    PayloadField& added(const std::string& name)
    {
        fields.emplace_back();
        fields.back().name = name;
        return fields.back();
    }
};

std::string communicatorText(std::uint64_t id)
{
    char text[20];
    std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(id));
    return text;
}

void writeFields(const std::vector<PayloadField>& fields, io::JsonWriter& json)
{
    std::set<std::string> used;
    for (const PayloadField& f : fields) {
        std::string name = f.name;
        for (int n = 2; !used.insert(name).second; ++n) {
            name = f.name + " (" + std::to_string(n) + ")";
        }
        json.key(name);
        switch (f.kind) {
        case PayloadField::Kind::Natural:
            f.asHex ? json.text(communicatorText(f.bits)) : json.natural(f.bits);
            break;
        case PayloadField::Kind::Integer:
            json.integer(static_cast<std::int64_t>(f.bits));
            break;
        case PayloadField::Kind::Real:
            json.real(f.real);
            break;
        case PayloadField::Kind::Text:
            json.text(f.text);
            break;
        }
    }
}

void NvtxNames::add(const wire::NvtxEvent& e)
{
    const Key key{e.domain, e.id};
    if (e.op == wire::NvtxOp::NameDomain) {
        m_domains[static_cast<std::uint32_t>(e.id)] = e.text;
    } else if (e.op == wire::NvtxOp::RegisterString) {
        m_texts[static_cast<std::uint32_t>(e.id)] = e.text;
    } else if (e.op == wire::NvtxOp::RegisterSchema && m_schemas.size() < kMostSchemas) {
        m_schemas[key] = wire::unpackNvtxSchema(e.text);
    } else if (e.op == wire::NvtxOp::RegisterEnum && m_enums.size() < kMostSchemas) {
        m_enums[key] = wire::unpackNvtxEnum(e.text);
    }
}

std::string NvtxNames::domain(std::uint32_t domain) const
{
    const auto it = m_domains.find(domain);
    return it == m_domains.end() ? std::string() : it->second;
}

std::string NvtxNames::text(std::uint32_t id) const
{
    const auto it = m_texts.find(id);
    return it == m_texts.end() ? "string " + std::to_string(id) : it->second;
}

std::string NvtxNames::textOf(const wire::NvtxEvent& e) const
{
    return e.textId != 0 ? text(e.textId) : std::string(e.text);
}

const wire::NvtxSchema* NvtxNames::schemaOf(std::uint32_t domain, std::uint64_t id) const
{
    const auto it = m_schemas.find({domain, id});
    return it == m_schemas.end() ? nullptr : &it->second;
}

const wire::NvtxEnum* NvtxNames::enumOf(std::uint32_t domain, std::uint64_t id) const
{
    const auto it = m_enums.find({domain, id});
    return it == m_enums.end() ? nullptr : &it->second;
}

NvtxNames::Extent NvtxNames::extent(Reading& r, std::uint64_t type, int depth) const
{
    if (const std::size_t size = basic(type).size; size != 0) {
        return {size, size};
    }
    if (const wire::NvtxEnum* e = enumOf(r.domain, type)) {
        const bool sensible = e->size == 1 || e->size == 2 || e->size == 4 || e->size == 8;
        const std::size_t size = sensible ? static_cast<std::size_t>(e->size) : 0;
        return {size, size};
    }
    const wire::NvtxSchema* s = schemaOf(r.domain, type);
    return s == nullptr || depth > kDeepest ? Extent() : extent(r, *s, depth);
}

NvtxNames::Extent NvtxNames::extent(Reading& r, const wire::NvtxEntry& e, std::size_t packAlign,
                                    int depth) const
{
    const bool isText = e.type >= kText && e.type <= 78;
    if ((e.flags & (kPointer | kOffsets)) != 0 || (isText && e.length == 0)) {
        const std::size_t size = 8;
        return {size, packAlign == 0 ? size : std::min(size, packAlign)};
    }
    auto [size, alignment] = isText ? Extent(e.type == 77       ? 2
                                                 : e.type == 78 ? 4
                                                                : 1,
                                             e.type == 77       ? 2
                                                 : e.type == 78 ? 4
                                                                : 1)
                                    : extent(r, e.type, depth);
    const std::uint64_t arrays = e.flags & kArrays;
    if (arrays != 0 && arrays != kFixedArray) {
        size = 0; // told by the data itself
    }
    if ((arrays == kFixedArray || isText) && size != 0) {
        size = e.length == 0 || e.length > kHugest / size
            ? 0
            : size * static_cast<std::size_t>(e.length);
    }
    return {size, packAlign == 0 ? alignment : std::min(alignment, packAlign)};
}

NvtxNames::Extent NvtxNames::extent(Reading& r, const wire::NvtxSchema& schema, int depth) const
{
    if (schema.type != kStaticSchema) {
        return {};
    }
    std::size_t at = 0;
    std::size_t widest = 1;
    for (const wire::NvtxEntry& e : schema.entries) {
        const auto [size, alignment] =
            extent(r, e, static_cast<std::size_t>(schema.packAlign), depth + 1);
        if (size == 0 || e.offset > kHugest || at > kHugest || !r.mayGoOn()) {
            return {};
        }
        at = (e.offset != 0 ? static_cast<std::size_t>(e.offset) : alignedUp(at, alignment)) + size;
        widest = std::max(widest, alignment);
    }
    const std::size_t told = schema.size <= kHugest ? static_cast<std::size_t>(schema.size) : 0;
    return {told != 0 ? told : alignedUp(at, widest), widest};
}

// The bytes of one entry are all there.
bool NvtxNames::entry(Reading& r, const wire::NvtxEntry& e, std::size_t at, const std::string& name,
                      int depth) const
{
    if ((e.flags & (kPointer | kOffsets)) != 0) {
        return r.lacks("what a payload points at was not kept");
    }
    if (e.type >= kText && e.type <= 78) {
        if (e.length == 0 || e.type > kTextUtf8) {
            return r.lacks(e.length == 0 ? "what a payload points at was not kept"
                                         : "texts of wide characters are not read");
        }
        const std::string_view text = r.bytes.substr(at, static_cast<std::size_t>(e.length));
        PayloadField& f = r.added(name);
        f.kind = PayloadField::Kind::Text;
        f.text = text.substr(0, text.find('\0'));
        f.isMessage = (e.flags & kEventMessage) != 0;
        return true;
    }
    const bool array = (e.flags & kArrays) == kFixedArray;
    if (array && (e.type == kChar || e.type == kChar8)) {
        const std::string_view text = r.bytes.substr(at, static_cast<std::size_t>(e.length));
        PayloadField& f = r.added(name);
        f.kind = PayloadField::Kind::Text;
        f.text = text.substr(0, text.find('\0'));
        return true;
    }
    const std::size_t size = extent(r, e.type, depth).first;
    const std::size_t count = array ? static_cast<std::size_t>(e.length) : 1;
    for (std::size_t i = 0; i < count; ++i, at += size) {
        if (i == kMostElements || r.isFull()) {
            return r.lacks("long arrays are cut");
        }
        const std::string element = array ? name + "[" + std::to_string(i) + "]" : name;
        const BasicType type = basic(e.type);
        if (e.type == kRegisteredText) {
            PayloadField& f = r.added(element);
            f.kind = PayloadField::Kind::Text;
            f.text = text(static_cast<std::uint32_t>(loaded(r.bytes, at, 8)));
            f.isMessage = (e.flags & kEventMessage) != 0;
        } else if (type.size != 0 && type.reads == Reads::Nothing) {
            return r.lacks("values of more than 64 bits and of half precision are not read");
        } else if (type.size != 0) {
            PayloadField& f = r.added(element);
            f.kind = value(f, type, loaded(r.bytes, at, size));
            f.asHex = e.type == kUnsigned64 && element.find("communicator ID") != std::string::npos;
        } else if (const wire::NvtxEnum* names = enumOf(r.domain, e.type)) {
            const std::uint64_t bits = loaded(r.bytes, at, size);
            const auto it = std::find_if(names->entries.begin(), names->entries.end(),
                                         [&](const auto& n) { return n.first == bits; });
            PayloadField& f = r.added(element);
            f.bits = bits;
            if (it != names->entries.end()) {
                f.kind = PayloadField::Kind::Text;
                f.text = it->second;
            }
        } else if (const wire::NvtxSchema* nested = schemaOf(r.domain, e.type)) {
            if (!structure(r, *nested, at, element + ".", depth + 1)) {
                return false;
            }
        }
    }
    return true;
}

// False: what follows in the enclosing structure can't be placed.
bool NvtxNames::structure(Reading& r, const wire::NvtxSchema& schema, std::size_t from,
                          const std::string& prefix, int depth) const
{
    if (schema.type != kStaticSchema || depth > kDeepest) {
        return !r.lacks("only plain structures are read, nested up to four deep");
    }
    std::size_t at = 0; // from the beginning of the structure
    bool placed = true; // at is known
    for (std::size_t i = 0; i < schema.entries.size(); ++i) {
        const wire::NvtxEntry& e = schema.entries[i];
        if (r.isFull() || !r.mayGoOn()) {
            return !r.lacks("a payload has more fields than are read");
        }
        const auto [size, alignment] =
            extent(r, e, static_cast<std::size_t>(schema.packAlign), depth);
        if (e.offset != 0) {
            at = static_cast<std::size_t>(std::min<std::uint64_t>(e.offset, kHugest));
        } else if (!placed) {
            continue;
        } else {
            at = alignedUp(at, alignment);
        }
        placed = size != 0;
        if (size == 0) {
            r.lacks("a payload has fields of a type that nobody described");
            continue;
        }
        if (from + at + size > r.bytes.size()) {
            r.lacks("a payload is shorter than its description");
            at += size;
            continue;
        }
        const std::string name = e.name.empty() ? "field " + std::to_string(i + 1) : e.name;
        placed = entry(r, e, from + at, prefix + name, depth);
        at += size;
    }
    return true;
}

const char* NvtxNames::decode(std::uint32_t domain, std::uint64_t schema, std::string_view bytes,
                              std::vector<PayloadField>& fields) const
{
    const wire::NvtxSchema* s = schemaOf(domain, schema);
    if (s == nullptr) {
        return "the payload's description is not in the recording";
    }
    Reading r{domain, bytes, fields, nullptr, 0};
    structure(r, *s, 0, "", 0);
    return r.missing;
}

} // namespace longpole::import
