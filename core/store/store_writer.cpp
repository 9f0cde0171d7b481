// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/store_writer.h"

#include "core/base/thread_pool.h"
#include "core/store/codec.h"
#include "core/store/dimensions.h"
#include "core/store/part_file.h"
#include "core/store/schema.h"
#include "core/store/sqlite_db.h"

#include <algorithm>
#include <cstring>
#include <future>
#include <optional>

namespace longpole::store {

namespace {

using namespace model;

// Packed by all cores, then written by one thread. Small enough to notice a cancel within 100 ms.
constexpr std::size_t kBatchBytes = 16 * 1024 * 1024;
constexpr std::size_t kBatchChunks = 256;

struct ChunkTask
{
    ColumnKey key;
    std::uint32_t seq = 0;
    unsigned width = 0; // 0: plain bytes (args, lod)
    ColumnShape shape = ColumnShape::Number;
    ColumnBytes source; // keeps the memory alive
    std::span<const std::byte> bytes;
    std::uint64_t size = 0; // of plain bytes, unpacked
    EncodedChunk encoded;
    std::uint64_t hash = 0;
};

class ChunkWriter
{
public:
    ChunkWriter(Statement insert, const JobContext& job)
        : m_insert(std::move(insert))
        , m_job(job)
    { }
    ~ChunkWriter()
    {
        if (m_writing.valid()) {
            m_writing.wait();
        }
    }
    ChunkWriter(const ChunkWriter&) = delete;
    ChunkWriter& operator=(const ChunkWriter&) = delete;

    Result<void> add(ChunkTask task);
    // Writes what is left and waits for it.
    Result<void> finish();

private:
    Result<void> pack();
    Result<void> waitForWrite();
    Result<void> write(const std::vector<ChunkTask>& batch);

    Statement m_insert;
    const JobContext& m_job;
    std::vector<ChunkTask> m_batch;
    std::size_t m_batchBytes = 0;
    std::uint64_t m_written = 0; // by the writing thread; read when it has ended
    std::future<Result<void>> m_writing; // of the batch before; the statement is its alone
};

Result<void> ChunkWriter::add(ChunkTask task)
{
    m_batchBytes += task.bytes.size() + task.encoded.bytes.size();
    m_batch.push_back(std::move(task));
    if (m_batchBytes >= kBatchBytes || m_batch.size() >= kBatchChunks) {
        return pack();
    }
    return {};
}

Result<void> ChunkWriter::finish()
{
    if (auto packed = pack(); !packed) {
        return packed;
    }
    return waitForWrite();
}

Result<void> ChunkWriter::waitForWrite()
{
    return m_writing.valid() ? m_writing.get() : Result<void>();
}

// Packs the batch while the one before is being written, then hands it to the writing thread.
Result<void> ChunkWriter::pack()
{
    if (m_job.cancelled()) {
        return fail(Errc::Cancelled, "cancelled");
    }
    parallelFor(m_batch.size(), [&](std::size_t i) {
        ChunkTask& t = m_batch[i];
        if (t.encoded.bytes.empty()) { // else it came packed
            t.encoded = t.width != 0        ? encodeColumn(t.bytes, t.width, t.shape)
                : t.key.table == Table::Lod ? encodeWords(t.bytes)
                                            : encodeBytes(t.bytes);
        }
        t.hash = chunkHash(t.encoded.bytes);
    });
    if (auto written = waitForWrite(); !written) {
        return written;
    }
    m_job.report({"saving", -1, m_written, 0});
    m_writing =
        std::async(std::launch::async, [this, batch = std::move(m_batch)] { return write(batch); });
    m_batch = {};
    m_batchBytes = 0;
    return {};
}

Result<void> ChunkWriter::write(const std::vector<ChunkTask>& batch)
{
    for (const ChunkTask& t : batch) {
        const std::size_t rows = t.width == 0 ? t.size : t.bytes.size() / t.width;
        m_insert.bind(1, static_cast<std::int64_t>(t.key.table));
        m_insert.bind(2, std::int64_t{t.key.part});
        m_insert.bind(3, std::int64_t{t.key.column});
        m_insert.bind(4, std::int64_t{t.seq});
        m_insert.bind(5, static_cast<std::int64_t>(rows));
        m_insert.bind(6, static_cast<std::int64_t>(t.encoded.codec));
        m_insert.bind(7, static_cast<std::int64_t>(t.hash));
        m_insert.bind(8, std::span<const std::byte>(t.encoded.bytes));
        if (auto done = m_insert.run(); !done) {
            return done;
        }
        m_written += t.bytes.size();
    }
    return {};
}

std::uint32_t partCount(const Trace& trace, Table table)
{
    switch (table) {
    case Table::Slices:
    case Table::Instants:
    case Table::Counters:
        return static_cast<std::uint32_t>(trace.tracks().size());
    case Table::Args:
        return static_cast<std::uint32_t>(trace.parts().argsBlocks.size());
    default:
        return 1;
    }
}

Result<void> writeColumn(const Trace& trace, const ColumnInfo& info, std::uint32_t part,
                         ChunkWriter& writer)
{
    const ColumnKey key{info.table, info.index, part};
    auto column = trace.source()->load(key);
    if (!column) {
        return fail(column.error());
    }
    const std::size_t promised = trace.rowCount(key) * info.width;
    if (column->bytes.size() != promised && !column->bytes.empty()) {
        return fail(Errc::Format, std::string("column ") + info.name + " has the wrong length");
    }
    const std::size_t step = kMaxChunkRows * info.width;
    std::uint32_t seq = 0;
    for (std::size_t at = 0; at < column->bytes.size(); at += step) {
        const auto bytes = column->bytes.subspan(at, std::min(step, column->bytes.size() - at));
        if (auto added = writer.add({key, seq++, info.width, info.shape, *column, bytes, 0, {}, 0});
            !added) {
            return added;
        }
    }
    return {};
}

// Part by part, so that the chunks of one track lie together in the file.
Result<void> writeColumns(const Trace& trace, ChunkWriter& writer)
{
    const auto columns = allColumns();
    for (std::size_t first = 0; first < columns.size();) {
        std::size_t last = first;
        while (last < columns.size() && columns[last].table == columns[first].table) {
            ++last;
        }
        const std::uint32_t parts = partCount(trace, columns[first].table);
        for (std::uint32_t part = 0; part < parts; ++part) {
            for (std::size_t c = first; c < last; ++c) {
                if (trace.rowCount({columns[c].table, columns[c].index, part}) == 0) {
                    continue;
                }
                if (auto written = writeColumn(trace, columns[c], part, writer); !written) {
                    return written;
                }
            }
        }
        first = last;
    }
    return {};
}

// One args block as it goes into the file. A block that rests packed is taken as it is.
Result<ChunkTask> argsTask(const Trace& trace, std::uint32_t block, std::uint32_t& count)
{
    const ColumnKey key{Table::Args, 0, block};
    const auto& firsts = trace.parts().argsBlocks;
    ChunkTask task{key, 0, 0, ColumnShape::Number, {}, {}, 0, {}, 0};
    std::vector<std::byte> packed = trace.source()->loadPacked(key);
    if (block + 1 < firsts.size() && !packed.empty()) {
        count = firsts[block + 1] - firsts[block];
        task.size = unpackedSize(packed);
        task.encoded = {Codec::Zstd, std::move(packed)};
        return task;
    }
    auto bytes = trace.source()->load(key);
    if (!bytes) {
        return fail(bytes.error());
    }
    if (bytes->bytes.size() < sizeof count) {
        return fail(Errc::Format, "args block " + std::to_string(block) + " is missing");
    }
    std::memcpy(&count, bytes->bytes.data(), sizeof count);
    task.source = std::move(*bytes);
    task.bytes = task.source.bytes;
    task.size = task.bytes.size();
    return task;
}

// Args blocks come one after the other, because a block is found by the first number in it.
// counts: how many args each holds.
Result<void> writeArgs(const Trace& trace, ChunkWriter& writer, std::vector<std::uint32_t>& counts)
{
    for (std::uint32_t block = 0; block < partCount(trace, Table::Args); ++block) {
        std::uint32_t count = 0;
        auto task = argsTask(trace, block, count);
        if (!task) {
            return fail(task.error());
        }
        counts.push_back(count);
        if (auto added = writer.add(std::move(*task)); !added) {
            return added;
        }
    }
    return {};
}

Result<void> writeArgsIndex(Database& db, const Trace& trace,
                            const std::vector<std::uint32_t>& counts)
{
    auto insert = db.prepare("INSERT INTO args_block VALUES(?,?,?)");
    if (!insert) {
        return fail(insert.error());
    }
    for (std::uint32_t block = 0; block < counts.size(); ++block) {
        insert->bind(1, std::int64_t{block});
        insert->bind(2, std::int64_t{trace.parts().argsBlocks[block]});
        insert->bind(3, std::int64_t{counts[block]});
        if (auto done = insert->run(); !done) {
            return done;
        }
    }
    return {};
}

Result<void> writeLod(const LodBlobs& lod, ChunkWriter& writer)
{
    for (const LodBlob& blob : lod) {
        if (blob.bytes.empty()) {
            continue;
        }
        const ColumnKey key{Table::Lod, blob.row, blob.track.value};
        if (auto added = writer.add(
                {key, 0, 0, ColumnShape::Number, {}, blob.bytes, blob.bytes.size(), {}, 0});
            !added) {
            return added;
        }
    }
    return {};
}

Result<void> writeAll(Database& db, const Trace& trace, const LodBlobs& lod, const JobContext& job)
{
    const std::string setup =
        "PRAGMA page_size=8192; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
        "PRAGMA locking_mode=EXCLUSIVE; PRAGMA application_id="
        + std::to_string(kApplicationId) + "; PRAGMA user_version=" + std::to_string(kFormatVersion)
        + "; BEGIN";
    for (const char* sql : {setup.c_str(), kSchemaSql}) {
        if (auto done = db.run(sql); !done) {
            return done;
        }
    }
    auto insert = db.prepare(
        "INSERT INTO chunk(tbl, part, col, seq, rows, codec, hash, bytes) VALUES(?,?,?,?,?,?,?,?)");
    if (!insert) {
        return fail(insert.error());
    }
    if (auto done = writeDimensions(db, trace); !done) {
        return done;
    }
    // From here to finish() the connection belongs to the writer's thread.
    ChunkWriter writer(std::move(*insert), job);
    if (auto done = writeLod(lod, writer); !done) {
        return done;
    }
    if (auto done = writeColumns(trace, writer); !done) {
        return done;
    }
    std::vector<std::uint32_t> argsCounts;
    if (auto done = writeArgs(trace, writer, argsCounts); !done) {
        return done;
    }
    if (auto done = writer.finish(); !done) {
        return done;
    }
    if (auto done = writeArgsIndex(db, trace, argsCounts); !done) {
        return done;
    }
    return db.run("COMMIT");
}

} // namespace

Result<void> save(const Trace& trace, const LodBlobs& lod, const std::string& path,
                  const JobContext& job)
{
    auto part = PartFile::create(path);
    if (!part) {
        return fail(part.error());
    }
    const auto located = [&](Error error) {
        error.where = path;
        return fail(std::move(error));
    };
    auto db = Database::createUnguarded(part->path());
    if (!db) {
        return located(db.error());
    }
    if (auto written = writeAll(*db, trace, lod, job); !written) {
        return located(written.error());
    }
    if (auto closed = db->close(); !closed) {
        return located(closed.error());
    }
    if (job.cancelled()) {
        return located({Errc::Cancelled, "cancelled", {}});
    }
    return part->commit();
}

} // namespace longpole::store
