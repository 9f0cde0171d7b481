// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A Trace: one immutable recording. Shared between threads as shared_ptr<const Trace>; every
// member function is const and thread-safe. Small tables (tracks, devices, strings, ledger) are
// in memory; the big ones are columns that may be loaded on first use (column.h).
#pragma once

#include "core/base/string_pool.h"
#include "core/base/time.h"
#include "core/model/column.h"
#include "core/model/ledger.h"
#include "core/model/schema.h"
#include "core/model/track.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace longpole::model {

// Which contents of which file. Taken before the file is read: what changes meanwhile has another.
struct SourceStamp
{
    std::string path; // absolute
    std::uint64_t size = 0;
    std::int64_t modifiedNs = 0;

    friend bool operator==(const SourceStamp&, const SourceStamp&) = default;
};

struct TraceInfo
{
    std::string format; // importer id: "kineto", "chrome-json" …
    std::string importerReason; // why this importer was taken
    std::string producer; // "PyTorch 2.4 (Kineto)", as far as known
    std::vector<std::string> sources; // files it came from
    std::optional<SourceStamp> stamp; // of a freshly imported regular file; not stored
    std::string hash; // 32 hex digits over all slices' times and names, by which notes, bookmarks
                      // and forecasts find their trace; empty in stores of old versions
    std::optional<std::int64_t> startUnixNs; // wall clock of time 0, if the trace knows it
    TimeRange span; // first start to last end of slices, without the profiler's own span
    TimeRange extent; // everything drawable: slices, instants, samples
    std::int32_t rank = -1;
    std::int32_t worldSize = -1;
    std::vector<std::pair<std::string, std::string>>
        properties; // capture options, versions: as in the file
};

struct TraceCounts
{
    std::uint64_t slices = 0;
    std::uint64_t gpuOps = 0; // kernels + memcpys + memsets + graphReplays
    std::uint64_t kernels = 0;
    std::uint64_t memcpys = 0;
    std::uint64_t memsets = 0;
    std::uint64_t graphReplays = 0;
    std::uint64_t apiCalls = 0;
    std::uint64_t counterSamples = 0;
    std::uint64_t links = 0;
    std::uint64_t instants = 0;
};

// A marked step of the program (ProfilerStep#N and the like).
struct Iteration
{
    SliceId slice;
    std::string name;
    TimeRange range;
};

// One slice, put together from its columns.
struct Slice
{
    SliceId id;
    TrackId track;
    std::uint32_t row = 0;
    std::uint16_t depth = 0;
    TimeNs start;
    DurationNs duration;
    StringId name;
    std::uint16_t category = 0;
    SliceClass cls = SliceClass::Other;
    std::uint8_t flags = 0;
    SliceId parent;
    std::uint32_t args = kNull32;

    TimeNs end() const { return start + duration; }
};

struct Link
{
    SliceId from;
    SliceId to;
    LinkKind kind = LinkKind::Flow;
    Provenance provenance = Provenance::Recorded;
};

// Everything but the columns; what an importer or the store's reader fills in.
struct TraceParts
{
    TraceInfo info;
    TraceCounts counts;
    StringPool strings;
    std::vector<std::string> categories;
    std::vector<Track> tracks; // firstSlice ascending; TrackId = index
    std::vector<Device> devices;
    std::vector<Iteration> iterations;
    std::vector<std::uint32_t> argsBlocks; // first args number of each block, ascending; see args.h
    Ledger ledger;
};

class Trace
{
public:
    Trace(TraceParts parts, std::shared_ptr<const ColumnSource> source);

    const TraceInfo& info() const { return m_parts.info; }
    const TraceCounts& counts() const { return m_parts.counts; }
    const StringPool& strings() const { return m_parts.strings; }
    std::string_view string(StringId id) const { return m_parts.strings.get(id); }
    const std::vector<std::string>& categories() const { return m_parts.categories; }
    std::string_view category(std::uint16_t id) const;
    const std::vector<Track>& tracks() const { return m_parts.tracks; }
    const Track& track(TrackId id) const { return m_parts.tracks[id.value]; }
    const std::vector<Device>& devices() const { return m_parts.devices; }
    const std::vector<Iteration>& iterations() const { return m_parts.iterations; }
    const TraceParts& parts() const { return m_parts; }

    // The ledger of the import, plus what turned out to be damaged while reading columns.
    Ledger ledger() const;

    // The column of one part (a track for per-track tables, 0 otherwise). Always has the number of
    // rows the trace promises: a damaged column comes as zeros and is entered into the ledger.
    template <class T>
    Column<T> column(const ColumnSpec<T>& spec, std::uint32_t part = 0) const
    {
        return Column<T>(loadColumn({spec.table, spec.index, part}, sizeof(T)));
    }
    template <class T>
    Column<T> column(const ColumnSpec<T>& spec, TrackId track) const
    {
        return column(spec, track.value);
    }
    // Rows the trace promises for a column; 0 for args and lod. key.part must be a track or 0.
    std::size_t rowCount(const ColumnKey& key) const;
    // Stored level-of-detail data of one row, empty if there is none.
    ColumnBytes lod(TrackId track, std::uint32_t row) const;
    std::shared_ptr<const ColumnSource> source() const { return m_source; }

    TrackId trackOf(SliceId slice) const; // slice must be valid
    Slice slice(SliceId id) const; // id must be valid
    std::uint32_t rowOf(SliceId id) const; // row number in its track
    std::optional<std::uint32_t> gpuOpOf(SliceId id) const; // row in the GpuOps table
    std::optional<std::uint32_t> apiCallOf(SliceId id) const; // row in the ApiCalls table
    std::vector<Link> linksFrom(SliceId id) const;
    std::vector<Link> linksTo(SliceId id) const;

    // The args object of an event as JSON text, exactly as in the file; "{}" for kNull32.
    std::string args(std::uint32_t argsNumber) const;

private:
    ColumnBytes loadColumn(const ColumnKey& key, std::size_t width) const;
    void noteDamage(const Error& error) const;

    TraceParts m_parts;
    std::shared_ptr<const ColumnSource> m_source;
    mutable std::mutex m_damageMutex;
    mutable Ledger m_damage;
};

} // namespace longpole::model
