// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/wire/record_encoder.h"

#include <cstring>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace longpole::wire {

namespace {

constexpr std::size_t kLongestText = 64 * 1024;
constexpr std::size_t kFirstSlots = 256;
constexpr std::size_t kFullChunk = 4U << 20U;

} // namespace

struct RecordEncoder::KindState
{
    struct Slot
    {
        std::uint64_t hash = 0;
        std::uint32_t id = 0; // 0: free
        std::uint32_t at = 0; // place in arena, in strides
    };

    std::uint16_t kind = 0;
    std::uint32_t stride = 0;
    RecordLayout layout;
    bool known = false;
    bool hasText = false;
    bool layoutWritten = false;
    bool hasTimes = false; // fields 0 and 1 are start and end

    // The dictionary: bytes as CUPTI wrote them, pointers included, with changing fields 0.
    std::vector<Slot> slots = std::vector<Slot>(kFirstSlots);
    std::size_t used = 0;
    Bytes arena;
    Bytes scratch;
    std::uint32_t nextId = 1;

    Bytes definitions; // not yet written
    std::uint32_t firstDefinition = 1;
    std::uint32_t definitionCount = 0;

    std::array<std::uint64_t, 16> before{};
    Bytes packed; // grown ahead of the writing; packedSize bytes are in use
    std::size_t packedSize = 0;
    std::uint32_t count = 0;

    void grow()
    {
        std::vector<Slot> bigger(slots.size() * 2);
        for (const Slot& s : slots) {
            if (s.id != 0) {
                std::size_t i = s.hash & (bigger.size() - 1);
                while (bigger[i].id != 0) {
                    i = (i + 1) & (bigger.size() - 1);
                }
                bigger[i] = s;
            }
        }
        slots.swap(bigger);
    }
};

RecordEncoder::RecordEncoder(SpoolFile& file, std::size_t dictionaryBytes)
    : m_file(file)
    , m_dictionaryRoom(dictionaryBytes)
{ }

RecordEncoder::~RecordEncoder() = default;

RecordEncoder::KindState& RecordEncoder::stateOf(std::uint16_t kind, std::uint32_t stride)
{
    KindState* const quick = kind < kMaxKind ? m_states[kind] : nullptr;
    if (quick != nullptr && quick->stride == stride) {
        return *quick;
    }
    KindState* found = nullptr;
    for (const auto& s : m_allStates) {
        if (s->kind == kind && s->stride == stride) {
            found = s.get();
        }
    }
    if (found == nullptr) {
        m_allStates.push_back(std::make_unique<KindState>());
        found = m_allStates.back().get();
        found->kind = kind;
        found->stride = stride;
        found->layout = layoutOf(kind, stride);
        found->known = !found->layout.empty();
        for (const PackedField& f : found->layout) {
            found->hasText = found->hasText || f.mode == FieldMode::Text;
        }
        found->hasTimes = found->layout.size() > 1 && found->layout[1].mode == FieldMode::Minus;
        found->scratch.resize(stride);
    }
    if (kind < kMaxKind) {
        m_states[kind] = found;
    }
    return *found;
}

void RecordEncoder::add(std::uint16_t kind, const std::byte* record, std::uint32_t stride)
{
    KindState& s = stateOf(kind, stride);
    std::memcpy(s.scratch.data(), record, stride);
    const std::size_t room = s.packedSize + (s.layout.size() * 2 + 1) * kMaxVarint + stride;
    if (s.packed.size() < room) {
        s.packed.resize(room * 2);
    }
    std::array<std::uint64_t, 16> values;
    const std::size_t fields = s.layout.size();
    for (std::size_t i = 0; i < fields; ++i) {
        const PackedField& f = s.layout[i];
        if (f.mode != FieldMode::Text) {
            values[i] = loadNumber(record + f.offset, f.width);
            storeNumber(s.scratch.data() + f.offset, f.width, 0);
        }
    }
    const std::uint32_t id = templateOf(s);
    std::byte* to = putVarint(s.packed.data() + s.packedSize, id);
    if (id == 0) {
        std::memcpy(to, s.scratch.data(), stride);
        to += stride;
    }
    for (std::size_t i = 0; i < fields; ++i) {
        const PackedField& f = s.layout[i];
        switch (f.mode) {
        case FieldMode::Delta:
            to = putVarint(to, zigzag(values[i] - s.before[i]));
            s.before[i] = values[i];
            break;
        case FieldMode::Minus:
            to = putVarint(to, zigzag(values[i] - values[f.reference]));
            break;
        case FieldMode::Plain:
            to = putVarint(to, values[i]);
            break;
        case FieldMode::Same:
            if (values[i] == 0 || values[i] == values[f.reference]) {
                to = putVarint(to, values[i] == 0 ? 0 : 1);
            } else {
                to = putVarint(putVarint(to, 2), values[i]);
            }
            break;
        case FieldMode::Text:
            break;
        }
    }
    s.packedSize = static_cast<std::size_t>(to - s.packed.data());
    ++s.count;
    count(s, record);
    if (s.packedSize >= kFullChunk) {
        flushStrings();
        flushKind(s);
    }
}

void RecordEncoder::count(const KindState& s, const std::byte* record)
{
    ++m_totals.records;
    m_totals.unknownKinds += s.known ? 0 : 1;
    if (!s.hasTimes) {
        return;
    }
    const std::uint64_t start = loadNumber(record + s.layout[0].offset, 8);
    const std::uint64_t end = loadNumber(record + s.layout[1].offset, 8);
    if (start == 0 || end < start) {
        ++m_totals.badTimes;
    } else if (s.kind == KindOverhead) {
        const std::uint64_t what = loadNumber(record + overhead::kOverheadKind.offset, 4) >> 16U;
        m_totals.overheadNs[what < m_totals.overheadNs.size() ? what : 0] += end - start;
    }
}

// The id of the template in scratch; 0 where it has to be written in place.
std::uint32_t RecordEncoder::templateOf(KindState& s)
{
    if (!s.known) {
        return 0;
    }
    const std::uint64_t hash = XXH3_64bits(s.scratch.data(), s.stride);
    std::size_t i = hash & (s.slots.size() - 1);
    while (s.slots[i].id != 0) {
        if (s.slots[i].hash == hash
            && std::memcmp(s.arena.data() + std::size_t{s.slots[i].at} * s.stride, s.scratch.data(),
                           s.stride)
                == 0) {
            return s.slots[i].id;
        }
        i = (i + 1) & (s.slots.size() - 1);
    }
    if (m_dictionaryRoom < s.stride + sizeof(KindState::Slot) * 2) {
        ++m_totals.inlined;
        for (const PackedField& f : s.layout) {
            if (f.mode == FieldMode::Text) {
                defineText(s, f);
            }
        }
        return 0;
    }
    m_dictionaryRoom -= s.stride + sizeof(KindState::Slot) * 2;
    s.slots[i] = {hash, s.nextId, static_cast<std::uint32_t>(s.arena.size() / s.stride)};
    s.arena.insert(s.arena.end(), s.scratch.begin(), s.scratch.end());
    if (++s.used * 2 > s.slots.size()) {
        s.grow();
    }
    return define(s);
}

std::uint32_t RecordEncoder::define(KindState& s)
{
    ++m_totals.templates;
    if (s.kind == KindRuntime || s.kind == KindDriver) {
        const RecordView view(s.kind, s.scratch);
        m_newApis.push_back({s.kind, static_cast<std::uint32_t>(view.number(api::kCbid)),
                             static_cast<std::uint32_t>(view.number(api::kThread))});
    }
    for (const PackedField& f : s.layout) {
        if (f.mode == FieldMode::Text) {
            defineText(s, f);
        }
    }
    s.definitions.insert(s.definitions.end(), s.scratch.begin(), s.scratch.end());
    ++s.definitionCount;
    return s.nextId++;
}

// Puts a string id in the place of the pointer.
void RecordEncoder::defineText(KindState& s, const PackedField& field)
{
    const std::uint64_t address = loadNumber(s.scratch.data() + field.offset, field.width);
    storeNumber(s.scratch.data() + field.offset, field.width,
                address == 0 ? 0 : stringId(reinterpret_cast<const char*>(address)));
}

std::uint32_t RecordEncoder::stringId(const char* text)
{
    const std::size_t length = ::strnlen(text, kLongestText);
    const auto [it, isNew] = m_strings.try_emplace(
        std::string(text, length), static_cast<std::uint32_t>(m_strings.size() + 1));
    if (isNew) {
        m_newStrings.push_back(it->first);
    }
    return it->second;
}

void RecordEncoder::flushStrings()
{
    if (m_newStrings.empty()) {
        return;
    }
    Bytes out;
    addVarint(out, m_firstNewString);
    for (const std::string& s : m_newStrings) {
        addText(out, s);
    }
    m_file.append(ChunkType::Strings, out, static_cast<std::uint32_t>(m_newStrings.size()));
    m_firstNewString += static_cast<std::uint32_t>(m_newStrings.size());
    m_newStrings.clear();
}

void RecordEncoder::flushKind(KindState& s)
{
    if (!s.layoutWritten) {
        s.layoutWritten = true;
        Bytes out;
        addVarint(out, s.layout.size());
        for (const PackedField& f : s.layout) {
            addRaw(out, f.offset);
            addRaw(out, f.width);
            addRaw(out, static_cast<std::uint8_t>(f.mode));
            addRaw(out, f.reference);
        }
        m_file.append(ChunkType::Layout, out, 0, s.kind, s.stride);
    }
    if (s.definitionCount > 0) {
        Bytes out;
        addVarint(out, s.firstDefinition);
        out.insert(out.end(), s.definitions.begin(), s.definitions.end());
        m_file.append(ChunkType::Templates, out, s.definitionCount, s.kind, s.stride);
        s.firstDefinition += s.definitionCount;
        s.definitionCount = 0;
        s.definitions.clear();
    }
    if (!m_file.append(ChunkType::Records, std::span(s.packed.data(), s.packedSize), s.count,
                       s.kind, s.stride)) {
        m_totals.lost += s.count;
    }
    s.packedSize = 0;
    s.count = 0;
    s.before.fill(0);
}

void RecordEncoder::flush()
{
    flushStrings();
    for (const auto& s : m_allStates) {
        if (s->count > 0) {
            flushKind(*s);
        }
    }
}

void RecordEncoder::forgetPointers()
{
    for (const auto& s : m_allStates) {
        if (s->hasText) {
            m_dictionaryRoom += s->used * (s->stride + sizeof(KindState::Slot) * 2);
            s->slots.assign(kFirstSlots, {});
            s->used = 0;
            s->arena.clear();
        }
    }
}

std::vector<RecordEncoder::NewApi> RecordEncoder::takeNewApis()
{
    return std::exchange(m_newApis, {});
}

} // namespace longpole::wire
