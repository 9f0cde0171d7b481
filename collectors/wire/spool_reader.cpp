// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/wire/spool_reader.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace longpole::wire {

namespace {

constexpr std::uint32_t kLongestRecord = 64 * 1024;
constexpr std::size_t kMostFields = 16;
constexpr std::size_t kMostHoles = 1U << 22U;

ChunkHeader headerAt(const std::byte* from)
{
    ChunkHeader header;
    std::memcpy(&header, from, sizeof(header));
    return header;
}

bool isKnown(FieldMode mode)
{
    return (mode >= FieldMode::Delta && mode <= FieldMode::Same) || mode == FieldMode::Text;
}

std::string unescaped(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) {
            out.push_back(text[++i] == 'n' ? '\n' : text[i]);
        } else {
            out.push_back(text[i]);
        }
    }
    return out;
}

} // namespace

void SpoolReader::feed(std::span<const std::byte> bytes)
{
    m_rest.insert(m_rest.end(), bytes.begin(), bytes.end());
    const std::size_t used = consume(m_rest);
    m_rest.erase(m_rest.begin(), m_rest.begin() + static_cast<std::ptrdiff_t>(used));
}

void SpoolReader::finish()
{
    // What looks like a chunk that goes on beyond the end may hide whole ones.
    while (!m_rest.empty()) {
        std::size_t at = 1;
        while (at + sizeof(ChunkHeader) <= m_rest.size()
               && headerAt(m_rest.data() + at).magic != kChunkMagic) {
            ++at;
        }
        if (at + sizeof(ChunkHeader) > m_rest.size()) {
            break;
        }
        const std::uint64_t before = m_chunks;
        const std::size_t used = at + consume(std::span<const std::byte>(m_rest).subspan(at));
        if (m_chunks != before) {
            m_damage.skippedBytes += at;
        }
        if (m_chunks == before && used == at) {
            m_damage.skippedBytes += at;
        }
        m_rest.erase(m_rest.begin(), m_rest.begin() + static_cast<std::ptrdiff_t>(used));
    }
    m_damage.tailBytes = m_rest.size();
    m_rest.clear();
}

// Returns how many bytes are done with.
std::size_t SpoolReader::consume(std::span<const std::byte> bytes)
{
    std::size_t at = 0;
    while (bytes.size() - at >= sizeof(ChunkHeader)) {
        const ChunkHeader header = headerAt(bytes.data() + at);
        if (header.magic != kChunkMagic || header.length > kMaxPayload) {
            ++at;
            ++m_damage.skippedBytes;
            continue;
        }
        if (bytes.size() - at - sizeof(header) < header.length) {
            break;
        }
        const auto payload = bytes.subspan(at + sizeof(header), header.length);
        if (checksumOf(header, payload) != header.checksum) {
            ++at;
            ++m_damage.skippedBytes;
            continue;
        }
        at += sizeof(header) + header.length;
        if (header.sequence > m_nextSequence) {
            m_damage.missingChunks += header.sequence - m_nextSequence;
        }
        m_nextSequence = header.sequence + 1;
        ++m_chunks;
        chunk(header, payload);
    }
    return at;
}

void SpoolReader::chunk(const ChunkHeader& header, std::span<const std::byte> payload)
{
    switch (header.type) {
    case ChunkType::Info:
        return lines(payload, false);
    case ChunkType::Note:
        return m_visitor.note({reinterpret_cast<const char*>(payload.data()), payload.size()});
    case ChunkType::Layout:
        return layout(header, payload);
    case ChunkType::Strings:
        return strings(header, payload);
    case ChunkType::Templates:
        return templates(header, payload);
    case ChunkType::Records:
        return records(header, payload);
    case ChunkType::Nvtx:
        return nvtx(payload, header.count);
    case ChunkType::Clock:
        return clocks(payload);
    case ChunkType::Stats:
        return lines(payload, true);
    case ChunkType::End:
        lines(payload, false);
        return m_visitor.end();
    case ChunkType::KernelCounters:
    case ChunkType::DeviceSamples:
    case ChunkType::StallSamples:
        return counters(header, payload);
    }
    ++m_damage.unknownChunks;
}

void SpoolReader::lines(std::span<const std::byte> payload, bool numbers)
{
    std::string_view text(reinterpret_cast<const char*>(payload.data()), payload.size());
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos) {
            continue;
        }
        const std::string_view value = line.substr(equals + 1);
        if (!numbers) {
            m_visitor.info(line.substr(0, equals), unescaped(value));
            continue;
        }
        std::uint64_t number = 0;
        if (std::from_chars(value.data(), value.data() + value.size(), number).ec == std::errc()) {
            m_visitor.stat(line.substr(0, equals), number);
        }
    }
}

SpoolReader::Packing* SpoolReader::packingOf(const ChunkHeader& header, bool create)
{
    if (header.stride < 8 || header.stride > kLongestRecord) {
        return nullptr;
    }
    const auto key = std::pair(header.kind, header.stride);
    if (create) {
        return &m_packings[key];
    }
    const auto it = m_packings.find(key);
    return it == m_packings.end() ? nullptr : &it->second;
}

void SpoolReader::layout(const ChunkHeader& header, std::span<const std::byte> payload)
{
    Unpacker in(payload);
    RecordLayout fields;
    const std::uint64_t count = in.varint();
    for (std::uint64_t i = 0; i < count && i < kMostFields; ++i) {
        PackedField f;
        f.offset = in.raw<std::uint16_t>();
        f.width = in.raw<std::uint8_t>();
        f.mode = static_cast<FieldMode>(in.raw<std::uint8_t>());
        f.reference = in.raw<std::uint8_t>();
        const bool width = f.width == 1 || f.width == 2 || f.width == 4 || f.width == 8;
        if (in.failed() || !width || std::uint32_t{f.offset} + f.width > header.stride
            || !isKnown(f.mode)
            || ((f.mode == FieldMode::Minus || f.mode == FieldMode::Same) && f.reference >= i)) {
            return;
        }
        fields.push_back(f);
    }
    if (Packing* p = packingOf(header, true); p != nullptr && count <= kMostFields) {
        p->layout = std::move(fields);
        p->known = true;
    }
}

void SpoolReader::strings(const ChunkHeader& header, std::span<const std::byte> payload)
{
    Unpacker in(payload);
    const std::uint64_t first = in.varint();
    for (std::uint32_t i = 0; i < header.count && !in.failed(); ++i) {
        const std::string_view text = in.text();
        if (!in.failed()) {
            m_strings.insert_or_assign(first + i, text);
        }
    }
}

std::string_view SpoolReader::string(std::uint64_t id) const
{
    const auto it = m_strings.find(id);
    return it == m_strings.end() ? std::string_view() : std::string_view(it->second);
}

void SpoolReader::templates(const ChunkHeader& header, std::span<const std::byte> payload)
{
    Packing* const p = packingOf(header, true);
    Unpacker in(payload);
    const std::uint64_t first = in.varint();
    const auto body = in.bytes(std::uint64_t{header.count} * header.stride);
    if (p == nullptr || in.failed() || first == 0 || first > kMostHoles * 256) {
        return;
    }
    // A lost chunk leaves a hole; a file made to hurt could ask for any size of it.
    if (first > p->byId.size()) {
        m_holes += static_cast<std::size_t>(first) - p->byId.size();
        if (m_holes > kMostHoles) {
            return;
        }
    }
    const Bytes& kept = p->templates.emplace_back(body.begin(), body.end());
    const auto end = static_cast<std::size_t>(first) + header.count;
    if (p->byId.size() < end) {
        p->byId.resize(end);
    }
    for (std::size_t i = 0; i < header.count; ++i) {
        p->byId[static_cast<std::size_t>(first) + i] =
            std::span<const std::byte>(kept).subspan(i * header.stride, header.stride);
    }
}

void SpoolReader::records(const ChunkHeader& header, std::span<const std::byte> payload)
{
    if (!m_all
        && std::find(m_onlyKinds.begin(), m_onlyKinds.end(), header.kind) == m_onlyKinds.end()) {
        return;
    }
    Packing* const p = packingOf(header, false);
    if (p == nullptr || !p->known) {
        m_damage.unreadableRecords += header.count;
        return;
    }
    Unpacker in(payload);
    std::array<std::uint64_t, kMostFields> values{};
    std::array<std::uint64_t, kMostFields> before{};
    m_record.resize(header.stride);
    for (std::uint32_t n = 0; n < header.count; ++n) {
        const std::uint64_t id = in.varint();
        std::span<const std::byte> from;
        if (id == 0) {
            from = in.bytes(header.stride);
        } else if (id < p->byId.size()) {
            from = p->byId[static_cast<std::size_t>(id)];
        }
        for (std::size_t i = 0; i < p->layout.size(); ++i) {
            const PackedField& f = p->layout[i];
            switch (f.mode) {
            case FieldMode::Delta:
                values[i] = before[i] += unzigzag(in.varint());
                break;
            case FieldMode::Minus:
                values[i] = values[f.reference] + unzigzag(in.varint());
                break;
            case FieldMode::Plain:
                values[i] = in.varint();
                break;
            case FieldMode::Same: {
                const std::uint64_t which = in.varint();
                values[i] = which == 0 ? 0 : which == 1 ? values[f.reference] : in.varint();
                break;
            }
            case FieldMode::Text:
                break;
            }
        }
        if (in.failed()) {
            m_damage.unreadableRecords += header.count - n;
            return;
        }
        if (from.empty()) {
            ++m_damage.unreadableRecords;
            continue;
        }
        std::memcpy(m_record.data(), from.data(), from.size());
        for (std::size_t i = 0; i < p->layout.size(); ++i) {
            const PackedField& f = p->layout[i];
            if (f.mode != FieldMode::Text) {
                storeNumber(m_record.data() + f.offset, f.width, values[i]);
            }
        }
        m_visitor.record(RecordView(header.kind, m_record));
    }
}

void SpoolReader::nvtx(std::span<const std::byte> payload, std::uint32_t count)
{
    if (!m_nvtx) {
        return;
    }
    Unpacker in(payload);
    const auto thread = static_cast<std::uint32_t>(in.varint());
    std::uint64_t before = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const NvtxEvent e = unpackNvtx(in, before);
        if (in.failed()) {
            m_damage.unreadableRecords += count - i;
            return;
        }
        m_visitor.nvtx(thread, e);
    }
}

template <class Next, class Tell>
void SpoolReader::items(Unpacker& in, std::uint32_t count, Next next, Tell tell)
{
    for (std::uint32_t i = 0; i < count; ++i) {
        next();
        if (in.failed()) {
            m_damage.unreadableRecords += count - i;
            return;
        }
        tell();
    }
}

void SpoolReader::counters(const ChunkHeader& header, std::span<const std::byte> payload)
{
    if (!m_all) {
        return;
    }
    Unpacker in(payload);
    const std::vector<CounterName> names = unpackCounterNames(in);
    if (header.type == ChunkType::KernelCounters) {
        KernelCounters kernel;
        return items(
            in, header.count, [&] { kernel = unpackKernelCounters(in, names.size()); },
            [&] { m_visitor.kernelCounters(names, kernel); });
    }
    const std::uint64_t device = in.varint();
    if (header.type == ChunkType::DeviceSamples) {
        DeviceSample sample;
        sample.device = device;
        return items(
            in, header.count, [&] { unpackDeviceSample(in, names.size(), sample); },
            [&] { m_visitor.deviceSample(names, sample); });
    }
    FunctionStalls stalls;
    stalls.device = device;
    items(
        in, header.count, [&] { unpackFunctionStalls(in, names.size(), stalls); },
        [&] { m_visitor.functionStalls(names, stalls); });
}

void SpoolReader::clocks(std::span<const std::byte> payload)
{
    Unpacker in(payload);
    while (!in.atEnd()) {
        ClockRow row;
        row.monotonic = in.raw<std::int64_t>();
        row.realtime = in.raw<std::int64_t>();
        row.cupti = in.raw<std::int64_t>();
        row.width = in.raw<std::int64_t>();
        if (in.failed()) {
            return;
        }
        m_visitor.clock(row);
    }
}

} // namespace longpole::wire
