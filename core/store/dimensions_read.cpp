// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/codec.h"
#include "core/store/dimensions.h"

#include <cstring>
#include <functional>
#include <limits>
#include <map>

namespace longpole::store {

namespace {

using namespace model;

constexpr std::uint64_t kMax32 = kNull32 - 1;
constexpr std::uint64_t kMaxStringBytes = 1ULL << 32U;
constexpr std::uint64_t kMaxStringChunkBytes = 1ULL << 28U;
// A packed file may promise far more than it holds; what one column may take is bounded by this.
constexpr std::uint64_t kMaxRowsPerPart = 1ULL << 28U;

Error damaged(const std::string& what)
{
    return {Errc::Format, "is damaged: " + what, {}};
}

// Calls row(statement) for each row of the query; row returns false on a value that can't be.
template <class F>
Result<void> forEach(Database& db, const char* sql, const char* table, F row)
{
    auto statement = db.prepare(sql);
    if (!statement) {
        return fail(statement.error());
    }
    for (;;) {
        auto more = statement->step();
        if (!more) {
            return fail(more.error());
        }
        if (!*more) {
            return {};
        }
        if (!row(*statement)) {
            return fail(damaged(std::string("its table ") + table + " does not add up"));
        }
    }
}

bool fits32(std::int64_t value)
{
    return value >= 0 && static_cast<std::uint64_t>(value) <= kMax32;
}

template <class T>
bool narrow(std::int64_t value, T& out)
{
    out = static_cast<T>(value);
    return static_cast<std::int64_t>(out) == value;
}

class MetaReader
{
public:
    Result<void> read(Database& db)
    {
        return forEach(db, "SELECT key, value FROM meta", "meta", [&](Statement& s) {
            if (s.isInteger(1)) {
                m_numbers[s.text(0)] = s.integer(1);
            } else if (!s.isNull(1)) {
                m_texts[s.text(0)] = s.text(1);
            }
            return true;
        });
    }
    bool into(TraceInfo& info, TraceCounts& counts) const
    {
        info.format = text("format");
        info.importerReason = text("importer_reason");
        info.producer = text("producer");
        info.hash = text("trace_hash");
        if (const auto it = m_numbers.find("start_unix_ns"); it != m_numbers.end()) {
            info.startUnixNs = it->second;
        }
        info.span = {{number("span_begin_ns")}, {number("span_end_ns")}};
        info.extent = {{number("extent_begin_ns")}, {number("extent_end_ns")}};
        counts.slices = count("slices");
        counts.gpuOps = count("gpu_ops");
        counts.kernels = count("kernels");
        counts.memcpys = count("memcpys");
        counts.memsets = count("memsets");
        counts.graphReplays = count("graph_replays");
        counts.apiCalls = count("api_calls");
        counts.counterSamples = count("counter_samples");
        counts.links = count("links");
        counts.instants = count("instants");
        return narrow(number("rank"), info.rank) && narrow(number("world_size"), info.worldSize)
            && info.span.begin <= info.span.end && info.extent.begin <= info.extent.end
            && plausible(counts);
    }

private:
    std::string text(const char* key) const
    {
        const auto it = m_texts.find(key);
        return it != m_texts.end() ? it->second : std::string();
    }
    std::int64_t number(const char* key) const
    {
        const auto it = m_numbers.find(key);
        return it != m_numbers.end() ? it->second : 0;
    }
    std::uint64_t count(const char* key) const { return static_cast<std::uint64_t>(number(key)); }
    static bool plausible(const TraceCounts& c)
    {
        return c.slices <= kMax32 && c.gpuOps <= c.slices && c.gpuOps <= kMaxRowsPerPart
            && c.kernels <= kMax32 && c.memcpys <= kMax32 && c.memsets <= kMax32
            && c.graphReplays <= kMax32
            && c.kernels + c.memcpys + c.memsets + c.graphReplays == c.gpuOps
            && c.apiCalls <= c.slices && c.apiCalls <= kMaxRowsPerPart
            && c.links <= kMaxRowsPerPart;
    }

    std::map<std::string, std::int64_t> m_numbers;
    std::map<std::string, std::string> m_texts;
};

bool readTrack(Statement& s, std::vector<Track>& tracks, std::uint64_t& nextSlice)
{
    Track t;
    t.id = TrackId::of(tracks.size());
    if (s.integer(0) != static_cast<std::int64_t>(tracks.size())
        || (!s.isNull(1) && !fits32(s.integer(1))) || s.integer(2) < 0
        || s.integer(2) > static_cast<std::int64_t>(TrackKind::Other)) {
        return false;
    }
    t.parent = s.isNull(1) ? TrackId() : TrackId::of(s.integer(1));
    t.kind = static_cast<TrackKind>(s.integer(2));
    t.name = s.text(3);
    t.process = s.text(4);
    t.thread = s.text(5);
    t.pid = s.integer(6);
    t.tid = s.integer(7);
    t.context = s.integer(10);
    t.stream = s.integer(11);
    t.sortIndex = s.integer(12);
    t.unit = s.text(13);
    for (int c = 14; c < 18; ++c) {
        if (s.integer(c) < 0
            || static_cast<std::uint64_t>(s.integer(c)) > (c == 14 ? kMax32 : kMaxRowsPerPart)) {
            return false;
        }
    }
    t.firstSlice = static_cast<std::uint32_t>(s.integer(14));
    t.sliceCount = static_cast<std::uint32_t>(s.integer(15));
    t.instantCount = static_cast<std::uint32_t>(s.integer(16));
    t.sampleCount = static_cast<std::uint32_t>(s.integer(17));
    const bool fine =
        t.firstSlice == nextSlice && narrow(s.integer(8), t.rank) && narrow(s.integer(9), t.device);
    nextSlice += t.sliceCount;
    tracks.push_back(std::move(t));
    return fine && nextSlice <= kMax32;
}

bool readRow(Statement& s, std::vector<Track>& tracks)
{
    if (!fits32(s.integer(0)) || static_cast<std::uint64_t>(s.integer(0)) >= tracks.size()
        || !fits32(s.integer(2)) || !fits32(s.integer(3))) {
        return false;
    }
    std::vector<Row>& rows = tracks[static_cast<std::size_t>(s.integer(0))].rows;
    const std::uint64_t begin =
        rows.empty() ? 0 : std::uint64_t{rows.back().first} + rows.back().count;
    const Row row{static_cast<std::uint32_t>(s.integer(2)),
                  static_cast<std::uint32_t>(s.integer(3))};
    if (s.integer(1) != static_cast<std::int64_t>(rows.size()) || row.first != begin
        || begin + row.count > kMax32) {
        return false;
    }
    rows.push_back(row);
    return true;
}

// Every chain of parents must end: whoever walks up would never come back otherwise.
bool parentsEnd(const std::vector<Track>& tracks)
{
    for (const Track& t : tracks) {
        std::size_t steps = 0;
        for (TrackId p = t.parent; p.valid(); p = tracks[p.value].parent) {
            constexpr std::size_t kDeepest = 64;
            if (p.value >= tracks.size() || ++steps > kDeepest) {
                return false;
            }
        }
    }
    return true;
}

Result<void> readTracks(Database& db, TraceParts& parts)
{
    std::uint64_t slices = 0;
    auto done = forEach(
        db,
        "SELECT id, parent, kind, name, process, thread, pid, tid, rank, device, context, stream, "
        "sort_index, unit, first_slice, slices, instants, samples FROM track ORDER BY id",
        "track", [&](Statement& s) { return readTrack(s, parts.tracks, slices); });
    if (done) {
        done = forEach(db, "SELECT track, row, first, count FROM track_row ORDER BY track, row",
                       "track_row", [&](Statement& s) { return readRow(s, parts.tracks); });
    }
    if (!done) {
        return done;
    }
    std::uint64_t instants = 0;
    std::uint64_t samples = 0;
    bool fine = parentsEnd(parts.tracks);
    for (const Track& t : parts.tracks) {
        const std::uint64_t inRows =
            t.rows.empty() ? 0 : std::uint64_t{t.rows.back().first} + t.rows.back().count;
        fine = fine && inRows == t.sliceCount && t.device >= -1
            && t.device < static_cast<std::int64_t>(parts.devices.size());
        instants += t.instantCount;
        samples += t.sampleCount;
    }
    if (!fine || slices != parts.counts.slices || instants != parts.counts.instants
        || samples != parts.counts.counterSamples) {
        return fail(damaged("its tracks do not add up"));
    }
    return {};
}

Result<void> readLists(Database& db, TraceParts& parts)
{
    auto done = forEach(db, "SELECT path FROM source ORDER BY id", "source", [&](Statement& s) {
        parts.info.sources.push_back(s.text(0));
        return true;
    });
    if (done) {
        done = forEach(db, "SELECT key, value FROM property ORDER BY id", "property",
                       [&](Statement& s) {
                           parts.info.properties.emplace_back(s.text(0), s.text(1));
                           return true;
                       });
    }
    if (done) {
        done =
            forEach(db, "SELECT id, name FROM category ORDER BY id", "category", [&](Statement& s) {
                parts.categories.push_back(s.text(1));
                return s.integer(0) == static_cast<std::int64_t>(parts.categories.size()) - 1
                    && parts.categories.size()
                    <= std::numeric_limits<std::uint16_t>::max() + std::size_t{1};
            });
    }
    if (done) {
        done = forEach(db, "SELECT id, number, rank, name, properties FROM device ORDER BY id",
                       "device", [&](Statement& s) {
                           Device d;
                           d.name = s.text(3);
                           d.properties = s.text(4);
                           const bool fine =
                               s.integer(0) == static_cast<std::int64_t>(parts.devices.size())
                               && narrow(s.integer(1), d.number) && narrow(s.integer(2), d.rank);
                           parts.devices.push_back(std::move(d));
                           return fine;
                       });
    }
    if (done) {
        done = forEach(db, "SELECT slice, name, begin_ns, end_ns FROM iteration ORDER BY id",
                       "iteration", [&](Statement& s) {
                           if (s.integer(0) < 0
                               || static_cast<std::uint64_t>(s.integer(0)) >= parts.counts.slices) {
                               return false;
                           }
                           parts.iterations.push_back({SliceId::of(s.integer(0)),
                                                       s.text(1),
                                                       {{s.integer(2)}, {s.integer(3)}}});
                           return s.integer(2) <= s.integer(3);
                       });
    }
    return done;
}

Result<void> readLedger(Database& db, Ledger& ledger)
{
    std::map<std::int64_t, std::vector<std::string>> examples;
    auto done = forEach(db, "SELECT ledger, text FROM ledger_example ORDER BY id", "ledger_example",
                        [&](Statement& s) {
                            examples[s.integer(0)].push_back(s.text(1));
                            return true;
                        });
    if (!done) {
        return done;
    }
    return forEach(
        db, "SELECT id, kind, severity, meaning, count FROM ledger ORDER BY id", "ledger",
        [&](Statement& s) {
            if (s.integer(2) < 0 || s.integer(2) > static_cast<std::int64_t>(Severity::DataLoss)
                || s.integer(4) < 0) {
                return false;
            }
            const auto severity = static_cast<Severity>(s.integer(2));
            const std::string kind = s.text(1);
            ledger.add(kind, severity, s.text(3), {}, static_cast<std::uint64_t>(s.integer(4)));
            for (const std::string& example : examples[s.integer(0)]) {
                ledger.add(kind, severity, {}, example, 0);
            }
            return true;
        });
}

bool readStringChunk(Statement& s, std::string& text, std::vector<std::uint64_t>& offsets)
{
    const auto bytes = s.blob(5);
    const auto count = static_cast<std::uint64_t>(s.integer(1));
    const auto size = static_cast<std::uint64_t>(s.integer(2));
    const std::uint64_t header = count * sizeof(std::uint32_t);
    if (s.integer(0) != static_cast<std::int64_t>(offsets.size() - 1) || count > kMaxChunkRows
        || size < header || size > kMaxStringChunkBytes || size > kMaxStringBytes - text.size()
        || static_cast<std::uint64_t>(s.integer(4)) != chunkHash(bytes) || s.integer(3) < 0
        || s.integer(3) > static_cast<std::int64_t>(Codec::Zstd)
        || !plausibleSize(static_cast<Codec>(s.integer(3)), bytes, size)) {
        return false;
    }
    std::vector<std::byte> unpacked(size);
    if (!decodeBytes(static_cast<Codec>(s.integer(3)), bytes, unpacked)) {
        return false;
    }
    std::uint64_t at = text.size();
    for (std::uint64_t i = 0; i < count; ++i) {
        std::uint32_t length = 0;
        std::memcpy(&length, unpacked.data() + i * sizeof length, sizeof length);
        at += length;
        offsets.push_back(at);
    }
    text.append(reinterpret_cast<const char*>(unpacked.data()) + header, size - header);
    return at == text.size();
}

Result<void> readStrings(Database& db, StringPool& strings)
{
    std::string text;
    std::vector<std::uint64_t> offsets{0};
    auto done = forEach(
        db, "SELECT first, count, size, codec, hash, bytes FROM string_chunk ORDER BY first",
        "string_chunk", [&](Statement& s) { return readStringChunk(s, text, offsets); });
    if (!done) {
        return done;
    }
    if (offsets.size() < 2 || offsets[1] != 0) {
        return fail(damaged("its strings do not begin with the empty one"));
    }
    strings = StringPool(std::move(text), std::move(offsets));
    return {};
}

Result<void> readArgsBlocks(Database& db, Dimensions& d)
{
    return forEach(db, "SELECT block, first, count FROM args_block ORDER BY block", "args_block",
                   [&](Statement& s) {
                       if (s.integer(0) != static_cast<std::int64_t>(d.parts.argsBlocks.size())
                           || s.integer(1) != static_cast<std::int64_t>(d.argsCount)
                           || !fits32(s.integer(1)) || !fits32(s.integer(2))) {
                           return false;
                       }
                       d.parts.argsBlocks.push_back(static_cast<std::uint32_t>(s.integer(1)));
                       d.argsCount += static_cast<std::uint64_t>(s.integer(2));
                       return d.argsCount <= kMax32;
                   });
}

} // namespace

Result<Dimensions> readDimensions(Database& db)
{
    Dimensions d;
    MetaReader meta;
    auto done = meta.read(db);
    if (done && !meta.into(d.parts.info, d.parts.counts)) {
        return fail(damaged("its table meta does not add up"));
    }
    const std::function<Result<void>()> rest[] = {
        [&] { return readLists(db, d.parts); }, [&] { return readTracks(db, d.parts); },
        [&] { return readLedger(db, d.parts.ledger); },
        [&] { return readStrings(db, d.parts.strings); }, [&] { return readArgsBlocks(db, d); }};
    for (const auto& step : rest) {
        if (done) {
            done = step();
        }
    }
    if (!done) {
        return fail(done.error());
    }
    return d;
}

} // namespace longpole::store
