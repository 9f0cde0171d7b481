// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/folded_thread.h"

#include "core/timeline/outliers.h"

#include <algorithm>
#include <tuple>

namespace longpole::timeline {

namespace {

struct Piece
{
    std::int64_t startNs;
    std::uint16_t depth; // counted without Python
    std::uint16_t row; // as recorded
    std::uint32_t index; // in that row
};

} // namespace

FoldedThread::FoldedThread(const std::vector<RowView>& rows, const model::Column<SliceId>& parents,
                           const model::Track& track, const JobContext& job)
{
    // Depth below each slice, Python not counted. Parents lie on earlier rows, so they come first.
    std::vector<std::uint16_t> depthBelow(track.sliceCount, 0);
    std::vector<Piece> pieces;
    for (std::size_t r = 0; r < rows.size() && !job.cancelled(); ++r) {
        for (std::size_t i = 0; i < rows[r].size(); ++i) {
            const std::uint32_t id = rows[r].firstSlice + static_cast<std::uint32_t>(i);
            const std::uint32_t local = id - track.firstSlice;
            const std::uint32_t parent = parents[local].value - track.firstSlice;
            const std::uint16_t depth = parent < local ? depthBelow[parent] : std::uint16_t{0};
            const bool python = rows[r].cls[i] == model::SliceClass::Python;
            depthBelow[local] =
                static_cast<std::uint16_t>(depth + (python || depth == kPython - 1 ? 0 : 1));
            if (!python) {
                pieces.push_back({rows[r].startNs(i), depth, static_cast<std::uint16_t>(r),
                                  static_cast<std::uint32_t>(i)});
            }
        }
    }
    std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) {
        return std::tuple(a.startNs, a.depth, a.row, a.index)
            < std::tuple(b.startNs, b.depth, b.row, b.index);
    });
    auto rowOf = std::make_shared<std::vector<std::uint16_t>>(track.sliceCount, kPython);
    std::vector<std::int64_t> rowEnd;
    for (const Piece& p : pieces) {
        // What overlaps without nesting goes further down, as it does in the recording.
        std::size_t r = p.depth;
        while (r < rowEnd.size() && rowEnd[r] > p.startNs) {
            ++r;
        }
        if (r >= rowEnd.size()) {
            rowEnd.resize(r + 1, -kTimeLimit);
            m_rows.resize(r + 1);
        }
        const RowView& from = rows[p.row];
        Row& to = m_rows[r];
        to.start.push_back(from.start[p.index]);
        to.duration.push_back(from.duration[p.index]);
        to.name.push_back(from.name[p.index]);
        to.cls.push_back(from.cls[p.index]);
        to.ids.push_back(from.firstSlice + p.index);
        rowEnd[r] = from.endNs(p.index);
        (*rowOf)[to.ids.back() - track.firstSlice] = static_cast<std::uint16_t>(r);
    }
    m_rowOf = std::move(rowOf);
    for (const Row& row : m_rows) {
        m_views.push_back({row.start, row.duration, row.name, row.cls, 0, row.ids});
        m_trees.emplace_back(m_views.back());
    }
    m_grids = gridsOf(m_views, job);
}

} // namespace longpole::timeline
