// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace.h"

#include "core/model/args.h"

#include <algorithm>
#include <cassert>

namespace longpole::model {

Trace::Trace(TraceParts parts, std::shared_ptr<const ColumnSource> source)
    : m_parts(std::move(parts))
    , m_source(std::move(source))
{ }

std::string_view Trace::category(std::uint16_t id) const
{
    return id < m_parts.categories.size() ? std::string_view(m_parts.categories[id])
                                          : std::string_view();
}

Ledger Trace::ledger() const
{
    Ledger all = m_parts.ledger;
    const std::lock_guard lock(m_damageMutex);
    all.merge(m_damage);
    return all;
}

void Trace::noteDamage(const Error& error) const
{
    const std::lock_guard lock(m_damageMutex);
    m_damage.add("damaged-chunk", Severity::DataLoss,
                 "a part of the store is damaged; its data is shown as missing", error.text());
}

std::size_t Trace::rowCount(const ColumnKey& key) const
{
    switch (key.table) {
    case Table::Slices:
        return m_parts.tracks[key.part].sliceCount;
    case Table::Instants:
        return m_parts.tracks[key.part].instantCount;
    case Table::Counters:
        return m_parts.tracks[key.part].sampleCount;
    case Table::GpuOps:
        return m_parts.counts.gpuOps;
    case Table::ApiCalls:
        return m_parts.counts.apiCalls;
    case Table::Links:
        return m_parts.counts.links;
    case Table::Args:
    case Table::Lod:
        break;
    }
    return 0;
}

ColumnBytes Trace::loadColumn(const ColumnKey& key, std::size_t width) const
{
    const std::size_t bytes = rowCount(key) * width;
    if (bytes == 0) {
        return {};
    }
    auto loaded = m_source->load(key);
    if (loaded && loaded->bytes.size() == bytes) {
        return std::move(*loaded);
    }
    noteDamage(loaded ? Error{Errc::Format, "column has the wrong length", {}} : loaded.error());
    auto zeros = std::make_shared<std::vector<std::uint64_t>>((bytes + 7) / 8);
    const auto view = std::as_bytes(std::span(*zeros)).first(bytes);
    return {std::move(zeros), view};
}

ColumnBytes Trace::lod(TrackId track, std::uint32_t row) const
{
    auto loaded = m_source->load({Table::Lod, row, track.value});
    return loaded ? std::move(*loaded) : ColumnBytes{};
}

TrackId Trace::trackOf(SliceId slice) const
{
    const auto& tracks = m_parts.tracks;
    const auto it =
        std::upper_bound(tracks.begin(), tracks.end(), slice.value,
                         [](std::uint32_t v, const Track& t) { return v < t.firstSlice; });
    assert(it != tracks.begin());
    return std::prev(it)->id;
}

std::uint32_t Trace::rowOf(SliceId id) const
{
    const Track& t = track(trackOf(id));
    const std::uint32_t local = id.value - t.firstSlice;
    const auto it = std::upper_bound(t.rows.begin(), t.rows.end(), local,
                                     [](std::uint32_t v, const Row& r) { return v < r.first; });
    return it == t.rows.begin() ? 0 : static_cast<std::uint32_t>(it - t.rows.begin() - 1);
}

Slice Trace::slice(SliceId id) const
{
    const TrackId trackId = trackOf(id);
    const std::size_t i = id.value - track(trackId).firstSlice;
    Slice s;
    s.id = id;
    s.track = trackId;
    s.row = rowOf(id);
    s.depth = column(slice::kDepth, trackId)[i];
    s.start = column(slice::kStart, trackId)[i];
    s.duration = column(slice::kDuration, trackId)[i];
    s.name = column(slice::kName, trackId)[i];
    s.category = column(slice::kCategory, trackId)[i];
    s.cls = column(slice::kClass, trackId)[i];
    s.flags = column(slice::kFlags, trackId)[i];
    s.parent = column(slice::kParent, trackId)[i];
    s.args = column(slice::kArgs, trackId)[i];
    return s;
}

namespace {

std::optional<std::uint32_t> findSlice(const Column<SliceId>& sorted, SliceId id)
{
    const auto* it = std::lower_bound(sorted.begin(), sorted.end(), id);
    if (it == sorted.end() || *it != id) {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(it - sorted.begin());
}

} // namespace

std::optional<std::uint32_t> Trace::gpuOpOf(SliceId id) const
{
    return findSlice(column(gpu_op::kSlice), id);
}

std::optional<std::uint32_t> Trace::apiCallOf(SliceId id) const
{
    return findSlice(column(api_call::kSlice), id);
}

std::vector<Link> Trace::linksFrom(SliceId id) const
{
    const auto from = column(link::kFrom);
    const auto to = column(link::kTo);
    const auto kind = column(link::kKind);
    const auto provenance = column(link::kProvenance);
    std::vector<Link> links;
    const auto* it = std::lower_bound(from.begin(), from.end(), id);
    for (; it != from.end() && *it == id; ++it) {
        const auto i = static_cast<std::size_t>(it - from.begin());
        links.push_back({from[i], to[i], kind[i], provenance[i]});
    }
    return links;
}

std::vector<Link> Trace::linksTo(SliceId id) const
{
    const auto from = column(link::kFrom);
    const auto to = column(link::kTo);
    const auto kind = column(link::kKind);
    const auto provenance = column(link::kProvenance);
    const auto order = column(link::kOrderByTo);
    std::vector<Link> links;
    const auto* it = std::lower_bound(order.begin(), order.end(), id,
                                      [&](std::uint32_t i, SliceId v) { return to[i] < v; });
    for (; it != order.end() && to[*it] == id; ++it) {
        links.push_back({from[*it], to[*it], kind[*it], provenance[*it]});
    }
    return links;
}

std::string Trace::args(std::uint32_t argsNumber) const
{
    const auto& blocks = m_parts.argsBlocks;
    const auto it = std::upper_bound(blocks.begin(), blocks.end(), argsNumber);
    if (argsNumber == kNull32 || it == blocks.begin()) {
        return "{}";
    }
    const auto block = static_cast<std::uint32_t>(std::prev(it) - blocks.begin());
    auto loaded = m_source->load({Table::Args, 0, block});
    if (!loaded) {
        noteDamage(loaded.error());
        return "{}";
    }
    const std::string_view text = argsInBlock(loaded->bytes, argsNumber - blocks[block]);
    return text.empty() ? "{}" : std::string(text);
}

} // namespace longpole::model
