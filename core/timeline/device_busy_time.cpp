// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/track_data.h"

#include <algorithm>
#include <functional>

namespace longpole::timeline {

std::shared_ptr<const TrackSlices> deviceBusyTime(const model::Trace& trace, TrackId device,
                                                  const JobContext& job)
{
    std::vector<std::shared_ptr<const TrackSlices>> keep;
    std::vector<RowView> rows;
    for (const model::Track& track : trace.tracks()) {
        if (track.parent != device || track.kind != model::TrackKind::Stream || job.cancelled()) {
            continue;
        }
        auto slices =
            std::make_shared<const TrackSlices>(trace, track.id, TrackSlices::Trees::None);
        rows.insert(rows.end(), slices->rows().begin(), slices->rows().end());
        keep.push_back(std::move(slices));
    }
    std::vector<TimeNs> start;
    std::vector<DurationNs> duration;
    unionOfRows(rows, start, duration);
    return std::make_shared<const TrackSlices>(std::move(start), std::move(duration),
                                               model::SliceClass::OtherKernel);
}

void unionOfRows(const std::vector<RowView>& rows, std::vector<TimeNs>& start,
                 std::vector<DurationNs>& duration)
{
    struct Head
    {
        std::int64_t startNs;
        std::size_t row;
        std::size_t index;
        bool operator>(const Head& other) const { return startNs > other.startNs; }
    };
    std::vector<Head> heap;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (!rows[r].empty()) {
            heap.push_back({rows[r].startNs(0), r, 0});
        }
    }
    std::make_heap(heap.begin(), heap.end(), std::greater<>());
    while (!heap.empty()) {
        std::pop_heap(heap.begin(), heap.end(), std::greater<>());
        Head head = heap.back();
        heap.pop_back();
        const RowView& row = rows[head.row];
        // All of this row up to the next row's turn.
        const std::int64_t limit = heap.empty() ? kTimeLimit + 1 : heap.front().startNs;
        while (head.index < row.size() && row.startNs(head.index) <= limit) {
            const std::int64_t s = row.startNs(head.index);
            const std::int64_t e = row.endNs(head.index);
            if (start.empty() || s > start.back().ns + duration.back().ns) {
                start.push_back({s});
                duration.push_back({e - s});
            } else {
                duration.back().ns = std::max(duration.back().ns, e - start.back().ns);
            }
            ++head.index;
        }
        if (head.index < row.size()) {
            head.startNs = row.startNs(head.index);
            heap.push_back(head);
            std::push_heap(heap.begin(), heap.end(), std::greater<>());
        }
    }
}

} // namespace longpole::timeline
