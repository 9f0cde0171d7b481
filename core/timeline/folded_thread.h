// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// FoldedThread: a host thread without its Python frames. Operators, annotations and calls move up
// to where they would be if nothing of Python had been recorded, so that forty frames of
// interpreter don't hide five levels of work.
#pragma once

#include "core/model/trace.h"
#include "core/timeline/index_tree.h"
#include "core/timeline/time_grid.h"

#include <memory>
#include <vector>

namespace longpole::timeline {

class FoldedThread
{
public:
    static constexpr std::uint16_t kPython = 0xffff;

    // rows: the thread's rows as they were recorded, fit for use; parents: of its slices.
    FoldedThread(const std::vector<RowView>& rows, const model::Column<SliceId>& parents,
                 const model::Track& track, const JobContext& job);
    FoldedThread(const FoldedThread&) = delete;
    FoldedThread& operator=(const FoldedThread&) = delete;

    const std::vector<RowView>& rows() const { return m_views; }
    const std::vector<IndexTree>& trees() const { return m_trees; }
    const std::vector<TimeGrid>& grids() const { return m_grids; }
    // By slice of the track: the row it is on here, or kPython.
    const std::shared_ptr<const std::vector<std::uint16_t>>& rowOf() const { return m_rowOf; }

private:
    struct Row
    {
        std::vector<TimeNs> start;
        std::vector<DurationNs> duration;
        std::vector<StringId> name;
        std::vector<model::SliceClass> cls;
        std::vector<std::uint32_t> ids;
    };
    std::vector<Row> m_rows;
    std::vector<RowView> m_views;
    std::vector<IndexTree> m_trees;
    std::vector<TimeGrid> m_grids;
    std::shared_ptr<const std::vector<std::uint16_t>> m_rowOf;
};

} // namespace longpole::timeline
