// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/lod.h"

#include "core/base/thread_pool.h"
#include "core/timeline/outliers.h"
#include "core/timeline/track_data.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <utility>

namespace longpole::timeline {

namespace {

std::vector<LodBlob> blobsOf(const TrackSlices& slices, TrackId track, const JobContext& job)
{
    std::vector<LodBlob> blobs;
    const std::vector<TimeGrid> grids = gridsOf(slices.rows(), job);
    for (std::size_t r = 0; r < grids.size() && !job.cancelled(); ++r) {
        blobs.push_back({track, static_cast<std::uint32_t>(r), grids[r].encode()});
    }
    return blobs;
}

} // namespace

Result<std::vector<LodBlob>> buildLod(const model::Trace& trace, const JobContext& job)
{
    const std::vector<model::Track>& tracks = trace.tracks();
    std::vector<std::vector<LodBlob>> perTrack(tracks.size());
    std::atomic<std::size_t> done{0};
    // The longest first, so that no core ends up alone with it.
    std::vector<std::size_t> order(tracks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return tracks[a].sliceCount > tracks[b].sliceCount;
    });
    parallelFor(tracks.size(), [&](std::size_t k) {
        const std::size_t t = order[k];
        if (job.cancelled()) {
            return;
        }
        if (tracks[t].kind == model::TrackKind::Device) {
            perTrack[t] = blobsOf(*deviceBusyTime(trace, tracks[t].id, job), tracks[t].id, job);
        } else if (tracks[t].sliceCount > 0) {
            perTrack[t] = blobsOf(TrackSlices(trace, tracks[t].id, TrackSlices::Trees::None),
                                  tracks[t].id, job);
        }
        Progress progress;
        progress.phase = "indexing";
        progress.permille = static_cast<int>(++done * 1000 / tracks.size());
        job.report(progress);
    });
    if (job.cancelled()) {
        return fail(Errc::Cancelled, "indexing was cancelled");
    }
    std::vector<LodBlob> blobs;
    for (std::vector<LodBlob>& some : perTrack) {
        std::move(some.begin(), some.end(), std::back_inserter(blobs));
    }
    return blobs;
}

} // namespace longpole::timeline
