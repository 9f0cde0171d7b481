// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/path_marks.h"

#include "ui/session/format.h"
#include "ui/session/slice_reader.h"

#include <algorithm>
#include <iterator>

namespace longpole::timeline_ui {

namespace {

namespace cp = critical_path;
using timeline::Lane;
using timeline::LaneKind;

bool isHost(cp::Category c)
{
    return c == cp::Category::Cpu || c == cp::Category::HostUntracked
        || c == cp::Category::QueueFull;
}

bool isWork(cp::Category c)
{
    return c == cp::Category::Kernel || c == cp::Category::Memcpy || c == cp::Category::Memset
        || c == cp::Category::CollectiveTransfer || c == cp::Category::CollectiveSkew;
}

class Maker
{
public:
    Maker(const session::PathAnswerPtr& answer, const JobContext& job)
        : m_answer(*answer)
        , m_trace(*answer->trace)
        , m_job(job)
        , m_slices(*answer->trace)
        , m_marks(std::make_shared<PathMarks>())
    {
        m_marks->answer = answer;
    }

    std::shared_ptr<const PathMarks> make()
    {
        addPathLane();
        for (const cp::IdleTime& device : m_answer.stalls.devices) {
            addStallLanes(device);
        }
        const auto& steps = m_answer.path.steps();
        for (std::size_t i = 0; i < steps.size() && !m_job.cancelled(); ++i) {
            addSpans(steps[i]);
            addCrossing(steps[i]);
        }
        finish();
        return m_job.cancelled() ? nullptr : std::move(m_marks);
    }

private:
    void addPathLane()
    {
        const auto& steps = m_answer.path.steps();
        if (steps.empty()) {
            return;
        }
        timeline::TrackSlices::OwnRow row;
        for (std::size_t i = 0; i < steps.size() && !m_job.cancelled(); ++i) {
            row.start.push_back(steps[i].begin);
            row.duration.push_back(steps[i].duration());
            row.name.push_back(m_slices.name(m_answer.subject(i)));
            row.cls.push_back(static_cast<model::SliceClass>(cp::index(steps[i].category)));
        }
        Lane lane;
        lane.key = {LaneKind::Path, {}, 0};
        lane.title = "Critical path";
        lane.detail = session::humanDuration(m_answer.path.makespan().ns).toStdString();
        lane.firstOfTrack = true;
        lane.own = timeline::ownTrack(std::move(row), m_job);
        m_marks->lanes.push_back(std::move(lane));
    }

    Lane stallLane(const cp::IdleTime& idle, TrackId track)
    {
        timeline::TrackSlices::OwnRow row;
        for (const cp::Gap& gap : idle.gaps) {
            // Clocks that drift were repaired by more here than there: gaps still don't overlap.
            if (!row.start.empty()) {
                row.duration.back() = std::max(
                    DurationNs(),
                    std::min(row.duration.back(), gap.recorded().begin - row.start.back()));
            }
            row.start.push_back(gap.recorded().begin); // where the operations are drawn
            row.duration.push_back(gap.duration);
            row.name.push_back(m_slices.name(gap.blame));
            row.cls.push_back(static_cast<model::SliceClass>(cp::index(gap.cause)));
        }
        Lane lane;
        lane.key = {LaneKind::Stalls, track, 0};
        lane.owner = track;
        const double span =
            static_cast<double>(std::max<std::int64_t>(1, m_answer.path.makespan().ns));
        lane.busy = static_cast<float>(std::min(1.0, static_cast<double>(idle.idle.ns) / span));
        lane.own = timeline::ownTrack(std::move(row), m_job);
        m_marks->idle.emplace_back(lane.key, &idle);
        return lane;
    }

    // The group of a device's lanes: its own track, else that of its streams.
    TrackId groupOf(const cp::IdleTime& device) const
    {
        for (const model::Track& track : m_trace.tracks()) {
            if (track.kind == model::TrackKind::Device
                && track.device == static_cast<std::int32_t>(device.device)) {
                return track.id;
            }
        }
        for (const cp::IdleTime& stream : m_answer.stalls.streams) {
            if (stream.device == device.device && stream.stream.valid()) {
                return m_trace.track(stream.stream).parent;
            }
        }
        return {};
    }

    void addStallLanes(const cp::IdleTime& device)
    {
        const TrackId group = groupOf(device);
        if (!group.valid() || m_job.cancelled()) {
            return;
        }
        Lane lane = stallLane(device, group);
        const bool several = m_answer.stalls.devices.size() > 1;
        lane.title = several ? m_trace.track(group).name + " stalls" : "Stalls";
        lane.firstOfTrack = true;
        std::vector<Lane> streams;
        for (const cp::IdleTime& stream : m_answer.stalls.streams) {
            if (stream.device == device.device && stream.stream.valid()) {
                Lane sub = stallLane(stream, stream.stream);
                sub.title = m_trace.track(stream.stream).name;
                sub.indent = 2;
                streams.push_back(std::move(sub));
            }
        }
        lane.foldable = streams.size() > 1;
        m_marks->lanes.push_back(std::move(lane));
        if (streams.size() > 1) {
            std::move(streams.begin(), streams.end(), std::back_inserter(m_marks->lanes));
        }
    }

    void addSlice(SliceId slice)
    {
        if (slice.valid()) {
            const TimeRange range = m_slices.range(slice);
            m_marks->rows[PathMarks::key(m_trace.trackOf(slice), m_trace.rowOf(slice))].push_back(
                {range.begin, range.end, slice});
        }
    }

    void addSpans(const cp::Step& step)
    {
        if (isWork(step.category) || step.category == cp::Category::SyncReturn) {
            addSlice(step.slice);
        } else if (step.category == cp::Category::Launch) {
            addSlice(step.from); // the call
        } else if (isHost(step.category) && step.track.valid()) {
            auto& spans = m_marks->threads[step.track.value];
            if (!spans.empty() && spans.back().end == step.begin) {
                spans.back().end = step.end;
            } else {
                spans.push_back({step.begin, step.end, {}});
            }
        }
    }

    void addCrossing(const cp::Step& step)
    {
        const bool moves = step.from.valid() && step.slice.valid() && step.from != step.slice
            && !isHost(step.category) && !isWork(step.category)
            && m_trace.trackOf(step.from) != m_trace.trackOf(step.slice);
        if (moves) {
            m_marks->crossings.push_back({step.begin, step.end, step.from, step.slice,
                                          step.provenance == model::Provenance::Inferred});
            m_marks->longestCrossing = std::max(m_marks->longestCrossing, step.duration());
        }
    }

    // A slice may be met several times: once is enough.
    void finish()
    {
        for (auto& [row, spans] : m_marks->rows) {
            std::sort(spans.begin(), spans.end(),
                      [](const PathSpan& a, const PathSpan& b) { return a.slice < b.slice; });
            const auto same = [](const PathSpan& a, const PathSpan& b) {
                return a.slice == b.slice;
            };
            spans.erase(std::unique(spans.begin(), spans.end(), same), spans.end());
        }
    }

    const session::PathAnswer& m_answer;
    const model::Trace& m_trace;
    const JobContext& m_job;
    session::SliceReader m_slices;
    std::shared_ptr<PathMarks> m_marks;
};

} // namespace

const cp::IdleTime* PathMarks::idleOf(timeline::LaneKey lane) const
{
    const auto it =
        std::find_if(idle.begin(), idle.end(), [&](const auto& of) { return of.first == lane; });
    return it == idle.end() ? nullptr : it->second;
}

std::shared_ptr<const PathMarks> makePathMarks(const session::PathAnswerPtr& answer,
                                               const JobContext& job)
{
    return answer ? Maker(answer, job).make() : nullptr;
}

} // namespace longpole::timeline_ui
