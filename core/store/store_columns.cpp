// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/store_columns.h"

#include "core/base/thread_pool.h"
#include "core/store/codec.h"

#include <algorithm>
#include <atomic>
#include <new>

namespace longpole::store {

using namespace model;

struct StoreColumns::PackedChunk
{
    Codec codec = Codec::Raw;
    std::vector<std::byte> bytes;
};

namespace {

const ColumnInfo* infoOf(const ColumnKey& key)
{
    const auto columns = allColumns();
    const auto it = std::find_if(columns.begin(), columns.end(), [&](const ColumnInfo& c) {
        return c.table == key.table && c.index == key.column;
    });
    return it == columns.end() ? nullptr : &*it;
}

std::string nameOf(const ColumnKey& key)
{
    if (key.table == Table::Args) {
        return "args block " + std::to_string(key.part);
    }
    const ColumnInfo* info = infoOf(key);
    return std::string("column ") + (info != nullptr ? info->name : "?") + " of part "
        + std::to_string(key.part);
}

// 8-byte aligned memory that is not cleared first: it is filled completely or thrown away.
struct Buffer
{
    std::shared_ptr<std::uint64_t[]> words;
    std::span<std::byte> bytes;
};

Result<Buffer> allocate(std::uint64_t size)
{
    auto* words = new (std::nothrow) std::uint64_t[size / sizeof(std::uint64_t) + 1];
    if (words == nullptr) {
        return fail(Errc::Limit, "does not fit into memory");
    }
    Buffer buffer;
    buffer.words.reset(words);
    buffer.bytes = {reinterpret_cast<std::byte*>(words), size};
    return buffer;
}

bool hashMatches([[maybe_unused]] std::int64_t hash,
                 [[maybe_unused]] std::span<const std::byte> bytes)
{
#ifdef LONGPOLE_FUZZ
    return true; // lets the fuzzer get behind the check
#else
    return static_cast<std::uint64_t>(hash) == chunkHash(bytes);
#endif
}

} // namespace

StoreColumns::StoreColumns(Database db, Statement byId, ChunkDirectory directory,
                           ColumnLimits limits, std::string path, std::size_t budgetBytes)
    : m_db(std::move(db))
    , m_byId(std::move(byId))
    , m_directory(std::move(directory))
    , m_path(std::move(path))
    , m_limits(std::move(limits))
    , m_cache(budgetBytes)
{ }

Result<StoreColumns::PackedChunk> StoreColumns::fetch(const ChunkRef& ref) const
{
    const std::lock_guard lock(m_mutex);
    m_byId.reset();
    m_byId.bind(1, ref.id);
    auto found = m_byId.step();
    if (!found) {
        return fail(found.error());
    }
    PackedChunk chunk;
    bool fine = *found && m_byId.integer(0) == static_cast<std::int64_t>(ref.rows)
        && m_byId.integer(1) >= 0 && m_byId.integer(1) <= static_cast<std::int64_t>(Codec::Words);
    if (fine) {
        const auto bytes = m_byId.blob(3);
        chunk.codec = static_cast<Codec>(m_byId.integer(1));
        chunk.bytes.assign(bytes.begin(), bytes.end());
        fine = hashMatches(m_byId.integer(2), chunk.bytes);
    }
    m_byId.reset();
    if (!fine) {
        return fail(Errc::Format, "does not match its checksum");
    }
    return chunk;
}

Result<ColumnBytes> StoreColumns::loadColumn(const ColumnKey& key, std::span<const ChunkRef> chunks,
                                             unsigned width) const
{
    std::vector<PackedChunk> packed;
    std::vector<std::uint64_t> offsets;
    std::uint64_t size = 0;
    for (const ChunkRef& ref : chunks) {
        auto chunk = fetch(ref);
        if (!chunk) {
            return fail(chunk.error());
        }
        packed.push_back(std::move(*chunk));
        offsets.push_back(size);
        size += ref.rows * width;
    }
    auto buffer = allocate(size);
    if (!buffer) {
        return fail(buffer.error());
    }
    std::atomic<bool> fine = true;
    parallelFor(chunks.size(), [&](std::size_t i) {
        const auto out = buffer->bytes.subspan(offsets[i], chunks[i].rows * width);
        if (!decodeColumn(packed[i].codec, packed[i].bytes, width, out)) {
            fine = false;
        }
    });
    if (!fine) {
        return fail(Errc::Format, "does not unpack");
    }
    if (auto checked = checkColumn(key, buffer->bytes, m_limits); !checked) {
        return fail(checked.error());
    }
    return ColumnBytes{buffer->words, buffer->bytes};
}

Result<ColumnBytes> StoreColumns::loadBlob(const ChunkRef& ref) const
{
    auto chunk = fetch(ref);
    if (!chunk) {
        return fail(chunk.error());
    }
    if (!plausibleSize(chunk->codec, chunk->bytes, ref.rows)) {
        return fail(Errc::Format, "does not unpack");
    }
    auto buffer = allocate(ref.rows);
    if (!buffer) {
        return fail(buffer.error());
    }
    if (auto unpacked = decodeBytes(chunk->codec, chunk->bytes, buffer->bytes); !unpacked) {
        return fail(unpacked.error());
    }
    return ColumnBytes{buffer->words, buffer->bytes};
}

Result<ColumnBytes> StoreColumns::load(const ColumnKey& key) const
{
    const std::uint64_t id = ChunkDirectory::hash(key);
    if (auto cached = m_cache.find(id)) {
        return std::move(*cached);
    }
    const auto chunks = m_directory.chunks(key);
    if (chunks.empty()) {
        return ColumnBytes{};
    }
    const ColumnInfo* info = infoOf(key);
    auto loaded = info != nullptr ? loadColumn(key, chunks, info->width) : loadBlob(chunks.front());
    if (!loaded) {
        Error error = loaded.error();
        error.message = nameOf(key) + ": " + error.message;
        error.where = m_path;
        return fail(std::move(error));
    }
    // Level-of-detail rows are read once by their owner, who keeps what he needs of them.
    return key.table == Table::Lod ? std::move(*loaded) : m_cache.insert(id, std::move(*loaded));
}

} // namespace longpole::store
