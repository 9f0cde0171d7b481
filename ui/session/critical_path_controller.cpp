// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/critical_path_controller.h"

#include "ui/session/format.h"
#include "ui/session/session.h"

#include <algorithm>
#include <utility>

namespace longpole::session {

namespace cp = critical_path;

bool operator==(const PathQuestion& a, const PathQuestion& b)
{
    return a.anchor == b.anchor && a.region.kind == b.region.kind && a.region.text == b.region.text
        && a.region.annotation == b.region.annotation && a.region.iteration == b.region.iteration
        && a.region.range == b.region.range;
}

SliceId PathAnswer::subject(std::size_t step) const
{
    const cp::Step& s = path.steps()[step];
    if (s.category == cp::Category::Cpu && hostCode[step].valid()) {
        return hostCode[step];
    }
    // A launch is about the call that is waited for; the kernel comes next.
    return s.category == cp::Category::Launch && s.from.valid() ? s.from : s.slice;
}

std::size_t PathAnswer::stepAt(TimeNs time) const
{
    const auto& steps = path.steps();
    const auto after = std::partition_point(steps.begin(), steps.end(),
                                            [&](const cp::Step& s) { return s.begin <= time; });
    return after == steps.begin() ? 0 : static_cast<std::size_t>(after - steps.begin()) - 1;
}

std::optional<std::size_t> PathAnswer::stepOf(SliceId slice) const
{
    const auto it = std::lower_bound(
        stepsBySubject.begin(), stepsBySubject.end(), slice.value,
        [](const auto& entry, std::uint32_t value) { return entry.first.value < value; });
    return it == stepsBySubject.end() || it->first != slice
        ? std::nullopt
        : std::optional<std::size_t>(it->second);
}

namespace {

// Reads one column of its track: a whole slice takes all of them.
TimeNs startOf(const model::Trace& trace, SliceId slice)
{
    const TrackId track = trace.trackOf(slice);
    return trace.column(model::slice::kStart, track)[slice.value - trace.track(track).firstSlice];
}

} // namespace

struct CriticalPathController::Cache
{
    std::optional<cp::PreparedTrace> prepared;
};

CriticalPathController::CriticalPathController(Session& session)
    : m_session(session)
    , m_limits(
          [](const PathAnswerPtr& answer, const JobContext& job) {
              const auto bounds = cp::boundsOf(answer->path, job);
              return bounds ? std::optional(*bounds) : std::nullopt;
          },
          [this](const PathAnswerPtr& answer, std::optional<cp::Bounds>&& bounds) {
              if (bounds && answer == m_answer) {
                  m_bounds = bounds;
                  emit boundsChanged();
              }
          })
    , m_query([this](const Key& key, const JobContext& job) { return compute(key, job); },
              [this](const Key&, Outcome&& outcome) { deliver(std::move(outcome)); })
{
    connect(&session, &Session::traceChanged, this, &CriticalPathController::followTrace);
}

CriticalPathController::~CriticalPathController() = default;

void CriticalPathController::say(const char* phase)
{
    QMetaObject::invokeMethod(
        this,
        [this, phase] {
            if (working()) {
                m_phase = tr(phase);
                emit progressed(m_phase);
            }
        },
        Qt::QueuedConnection);
}

CriticalPathController::Outcome CriticalPathController::compute(const Key& key,
                                                                const JobContext& job)
{
    const auto failed = [](const Error& error) { return Outcome{nullptr, text(error.text())}; };
    Cache& cache = *key.cache;
    if (!cache.prepared) {
        say(QT_TR_NOOP("reading calls and operations"));
        auto prepared = cp::PreparedTrace::make(key.trace, {}, job);
        if (!prepared) {
            return failed(prepared.error());
        }
        if (job.cancelled()) { // what was read may be only a part
            return {};
        }
        cache.prepared.emplace(std::move(*prepared));
    }
    say(QT_TR_NOOP("following dependencies"));
    const std::optional<TrackId> anchor =
        key.question.anchor.valid() ? std::optional(key.question.anchor) : std::nullopt;
    auto path = cp::analyse(*cache.prepared, key.question.region, anchor, job);
    if (!path) {
        return failed(path.error());
    }
    say(QT_TR_NOOP("explaining idle time"));
    auto stalls = path->stalls(job, true);
    if (!stalls) {
        return failed(stalls.error());
    }
    std::vector<SliceId> hostCode = cp::hostCodeOfSteps(*path, job);
    return {answerFrom({key.trace,
                        key.question,
                        std::move(*path),
                        std::move(*stalls),
                        std::move(hostCode),
                        {},
                        {}}),
            {}};
}

PathAnswerPtr CriticalPathController::answerFrom(PathAnswer&& answer)
{
    auto whole = std::make_shared<PathAnswer>(std::move(answer));
    std::vector<StallRef>& ranked = whole->ranked;
    for (std::uint32_t d = 0; d < whole->stalls.devices.size(); ++d) {
        for (std::uint32_t g = 0; g < whole->stalls.devices[d].gaps.size(); ++g) {
            ranked.push_back({d, g});
        }
    }
    std::stable_sort(ranked.begin(), ranked.end(), [&](StallRef a, StallRef b) {
        return whole->gap(b).duration < whole->gap(a).duration;
    });
    auto& steps = whole->stepsBySubject;
    for (std::uint32_t i = 0; i < whole->path.steps().size(); ++i) {
        if (const SliceId subject = whole->subject(i); subject.valid()) {
            steps.emplace_back(subject, i);
        }
    }
    const auto before = [](const auto& a, const auto& b) {
        return std::pair(a.first.value, a.second) < std::pair(b.first.value, b.second);
    };
    std::sort(steps.begin(), steps.end(), before);
    steps.erase(std::unique(steps.begin(), steps.end(),
                            [](const auto& a, const auto& b) { return a.first == b.first; }),
                steps.end());
    return whole;
}

void CriticalPathController::deliver(Outcome&& outcome)
{
    m_phase.clear();
    if (outcome.answer) {
        m_step.reset();
        m_stall.reset();
        m_answer = std::move(outcome.answer);
        m_bounds.reset();
        m_limits.request(m_answer); // two replays: the answer doesn't wait for them
        m_error.clear();
        m_state = State::Ready;
    } else {
        m_error = outcome.error;
        m_state = State::Failed;
    }
    emit changed();
    emit stepChanged();
    emit stallChanged();
    if (m_state == State::Ready && !m_answer->path.region().whole) {
        m_session.showRange(m_answer->path.region().range);
    }
}

void CriticalPathController::followTrace()
{
    m_query.cancel();
    m_limits.cancel();
    m_cache = std::make_shared<Cache>(); // the one before keeps its trace in memory
    m_answer.reset();
    m_bounds.reset();
    m_error.clear();
    m_phase.clear();
    m_question = {};
    m_step.reset();
    m_stall.reset();
    m_state = State::Nothing;
    if (m_session.trace() && m_session.trace()->counts().slices > 0) {
        ask({});
    } else {
        emit changed();
        emit stepChanged();
        emit stallChanged();
    }
}

void CriticalPathController::ask(const PathQuestion& question)
{
    if (!m_session.trace()) {
        return;
    }
    const bool same = m_question == question;
    if (same && (m_state == State::Working || m_state == State::Ready)) {
        return;
    }
    m_question = question;
    m_error.clear();
    m_state = State::Working;
    m_query.request({m_session.trace(), question, m_cache});
    emit changed();
}

void CriticalPathController::cancel()
{
    if (working()) {
        m_query.cancel();
        m_phase.clear();
        m_state = State::Cancelled;
        emit changed();
    }
}

void CriticalPathController::setOverlay(bool shown)
{
    if (shown != m_overlay) {
        m_overlay = shown;
        emit overlayChanged(shown);
    }
}

void CriticalPathController::selectStep(std::optional<std::size_t> step)
{
    if (step && (!m_answer || *step >= m_answer->path.steps().size())) {
        return;
    }
    m_step = step;
    emit stepChanged();
    if (!step) {
        return;
    }
    const SliceId slice = m_answer->subject(*step);
    m_session.select(slice);
    if (slice.valid()) {
        m_session.reveal(slice);
    } else {
        const cp::Step& s = m_answer->path.steps()[*step];
        m_session.showRange({s.begin, s.end});
    }
}

void CriticalPathController::walk(bool forward, TimeNs from)
{
    if (!m_answer || m_answer->path.steps().empty()) {
        return;
    }
    const auto& steps = m_answer->path.steps();
    const SliceId selected = m_session.selection();
    if (!m_step || (selected.valid() && m_answer->subject(*m_step) != selected)) {
        // The selection may lie on the path: go on from there.
        const auto onPath = m_answer->stepOf(selected);
        if (!onPath) {
            selectStep(
                m_answer->stepAt(selected.valid() ? startOf(*m_answer->trace, selected) : from));
            return;
        }
        m_step = onPath;
    }
    const SliceId here = m_answer->subject(*m_step);
    std::size_t next = *m_step;
    do {
        if (forward ? next + 1 == steps.size() : next == 0) {
            return;
        }
        next += forward ? 1 : std::size_t(-1);
    } while (here.valid() && m_answer->subject(next) == here);
    selectStep(next);
}

void CriticalPathController::selectStall(std::optional<StallRef> stall)
{
    if (stall
        && (!m_answer || stall->device >= m_answer->stalls.devices.size()
            || stall->gap >= m_answer->stalls.devices[stall->device].gaps.size())) {
        return;
    }
    m_stall = stall;
    emit stallChanged();
}

void CriticalPathController::nextStall(int by)
{
    if (!m_answer || m_answer->ranked.empty()) {
        return;
    }
    const auto& ranked = m_answer->ranked;
    const auto size = static_cast<std::ptrdiff_t>(ranked.size());
    std::ptrdiff_t at = by > 0 ? 0 : size - 1;
    if (m_stall) {
        at = std::find(ranked.begin(), ranked.end(), *m_stall) - ranked.begin();
        at = (at + by + size) % size;
    }
    selectStall(ranked[static_cast<std::size_t>(at)]);
}

} // namespace longpole::session
