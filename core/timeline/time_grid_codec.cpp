// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TimeGrid as bytes. A blob: header, one header per level, the cells of all levels, then the
// outliers as pairs of ns. Version 1 had no outliers.
#include "core/timeline/time_grid.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

namespace longpole::timeline {

namespace {

constexpr std::uint32_t kMagic = 0x4752504c; // "LPRG", little endian
constexpr std::uint32_t kVersion = 2;
constexpr std::size_t kMaxLevels = 48;
constexpr std::uint64_t kUnknown = ~std::uint64_t{0};

struct Header
{
    std::uint32_t magic = kMagic;
    std::uint32_t version = kVersion;
    RowSummary summary;
    std::uint64_t levels = 0;
    std::uint64_t outliers = kUnknown; // since version 2
};
struct LevelHeader
{
    std::int64_t firstCell = 0;
    std::uint32_t shift = 0;
    std::uint32_t cells = 0;
};
constexpr std::size_t kFirstHeaderBytes = sizeof(Header) - sizeof(std::uint64_t); // version 1
static_assert(std::is_trivially_copyable_v<TimeRange> && sizeof(TimeRange) == 16);
static_assert(sizeof(Header) % 8 == 0 && sizeof(LevelHeader) % 8 == 0);
static_assert(std::endian::native == std::endian::little, "blobs are little endian");

} // namespace

std::vector<std::byte> TimeGrid::encode() const
{
    const std::size_t outlierBytes = m_outliers ? m_outliers->size() * sizeof(TimeRange) : 0;
    std::vector<std::byte> out(sizeof(Header) + m_levels.size() * sizeof(LevelHeader) + bytes()
                               + outlierBytes);
    std::byte* at = out.data();
    const auto put = [&](const void* data, std::size_t size) {
        if (size != 0) {
            std::memcpy(at, data, size);
            at += size;
        }
    };
    Header header;
    header.summary = m_summary;
    header.levels = m_levels.size();
    header.outliers = m_outliers ? m_outliers->size() : kUnknown;
    put(&header, sizeof header);
    for (const GridLevel& level : m_levels) {
        const LevelHeader info{level.firstCell, static_cast<std::uint32_t>(level.shift),
                               static_cast<std::uint32_t>(level.cells.size())};
        put(&info, sizeof info);
    }
    for (const GridLevel& level : m_levels) {
        put(level.cells.data(), level.cells.size_bytes());
    }
    if (m_outliers) {
        put(m_outliers->data(), outlierBytes);
    }
    return out;
}

namespace {

bool plausible(const RowSummary& s, std::uint64_t rowCount)
{
    std::uint64_t classes = 0;
    for (const std::uint32_t n : s.classCounts) {
        classes += n;
    }
    return s.count == rowCount && classes == rowCount && s.busyNs >= 0 && s.longestNs >= 0
        && s.longestNs <= s.busyNs && s.beginNs >= -kTimeLimit && s.beginNs <= s.endNs
        && s.endNs <= 2 * kTimeLimit && s.busyNs <= s.endNs - s.beginNs;
}

bool plausible(const GridLevel& level, std::uint64_t rowCount)
{
    return std::all_of(level.cells.begin(), level.cells.end(), [&](const GridCell& c) {
        return c.cls < model::kSliceClassCount && c.longest < rowCount
            && (c.coverage != 0 || c.longest == 0);
    });
}

bool plausible(const std::vector<TimeRange>& outliers, const RowSummary& s)
{
    std::int64_t free = s.beginNs;
    return std::all_of(outliers.begin(), outliers.end(), [&](TimeRange range) {
        const bool ok = range.begin.ns >= free && range.end >= range.begin;
        free = range.end.ns;
        return ok && free <= s.endNs;
    });
}

} // namespace

Result<TimeGrid> TimeGrid::decode(const model::ColumnBytes& data, std::uint64_t rowCount)
{
    const auto damaged = [](const char* what) {
        return fail(Errc::Format, std::string("level-of-detail data is damaged: ") + what);
    };
    std::span<const std::byte> rest = data.bytes;
    const auto take = [&](void* to, std::size_t size) {
        std::memcpy(to, rest.data(), size);
        rest = rest.subspan(size);
    };
    Header header;
    if (rest.size() < kFirstHeaderBytes) {
        return damaged("it is too short");
    }
    take(&header, kFirstHeaderBytes);
    if (header.magic != kMagic || header.version == 0 || header.version > kVersion) {
        return damaged("it is of another kind or version");
    }
    header.outliers = kUnknown;
    if (header.version >= 2) {
        if (rest.size() < sizeof header.outliers) {
            return damaged("it is too short");
        }
        take(&header.outliers, sizeof header.outliers);
    }
    rowCount = rowCount == kAnyCount ? header.summary.count : rowCount;
    if (!plausible(header.summary, rowCount)) {
        return damaged("its summary does not fit the row");
    }
    if (header.levels > kMaxLevels || header.levels * sizeof(LevelHeader) > rest.size()) {
        return damaged("its levels do not fit");
    }
    TimeGrid grid;
    grid.m_summary = header.summary;
    std::uint64_t cells = 0;
    for (std::uint64_t j = 0; j < header.levels; ++j) {
        LevelHeader info;
        take(&info, sizeof info);
        const bool fits = info.shift < 62 && info.firstCell == header.summary.beginNs >> info.shift
            && info.cells
                == static_cast<std::uint64_t>((header.summary.endNs >> info.shift) - info.firstCell
                                              + 1)
            && (j == 0 || static_cast<int>(info.shift) == grid.m_levels.back().shift + 1);
        if (!fits) {
            return damaged("its levels contradict each other");
        }
        grid.m_levels.push_back({static_cast<int>(info.shift), info.firstCell, {}});
        cells += info.cells;
    }
    const std::uint64_t outliers = header.outliers == kUnknown ? 0 : header.outliers;
    if (outliers > rowCount
        || cells * sizeof(GridCell) + outliers * sizeof(TimeRange) != rest.size()) {
        return damaged("its cells are missing");
    }
    if (reinterpret_cast<std::uintptr_t>(rest.data()) % alignof(GridCell) != 0) {
        return damaged("it is not aligned");
    }
    const auto* at = reinterpret_cast<const GridCell*>(rest.data());
    for (GridLevel& level : grid.m_levels) {
        const auto count =
            static_cast<std::size_t>((header.summary.endNs >> level.shift) - level.firstCell + 1);
        level.cells = {at, count};
        at += count;
        if (!plausible(level, rowCount)) {
            return damaged("a cell names a slice that is not there");
        }
    }
    if (header.outliers != kUnknown) {
        std::vector<TimeRange> ranges(outliers);
        rest = rest.last(outliers * sizeof(TimeRange));
        if (outliers != 0) {
            take(ranges.data(), outliers * sizeof(TimeRange));
        }
        if (!plausible(ranges, header.summary)) {
            return damaged("its outliers are not within the row");
        }
        grid.setOutliers(std::move(ranges));
    }
    grid.m_owner = data.owner;
    return grid;
}

} // namespace longpole::timeline
