// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// CriticalPathController: what limits the trace on screen, worked out on a worker thread. Asked by
// itself for the whole trace when one is opened; one question at a time, the newest wins; the
// answer before stays until the new one is there. Also which step and which stall is looked at.
// GUI thread; answers are immutable and may be shared.
#pragma once

#include "core/analysis/critical_path/limits.h"
#include "ui/session/query_slot.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace longpole::session {

class Session;

struct PathQuestion
{
    critical_path::RegionSpec region;
    TrackId anchor; // host thread; none: the analysis chooses

    friend bool operator==(const PathQuestion& a, const PathQuestion& b);
};

// One gap of one device, into PathAnswer::stalls.devices.
struct StallRef
{
    std::uint32_t device = 0;
    std::uint32_t gap = 0;
    friend bool operator==(const StallRef&, const StallRef&) = default;
};

struct PathAnswer
{
    std::shared_ptr<const model::Trace> trace;
    PathQuestion question;
    critical_path::CriticalPath path;
    critical_path::Stalls stalls;
    std::vector<SliceId> hostCode; // per step of the path: what of the host's work it is about
    std::vector<StallRef> ranked; // gaps of the devices, longest first
    std::vector<std::pair<SliceId, std::uint32_t>> stepsBySubject; // sorted; first step of each

    const critical_path::Gap& gap(StallRef stall) const
    {
        return stalls.devices[stall.device].gaps[stall.gap];
    }
    // What to select for a step: its operation, call or host code; may be none.
    SliceId subject(std::size_t step) const;
    // The first step that is about this slice; none if none is.
    std::optional<std::size_t> stepOf(SliceId slice) const;
    // The step that holds this time (the last one that begins at or before it); steps are not
    // empty.
    std::size_t stepAt(TimeNs time) const;
};
using PathAnswerPtr = std::shared_ptr<const PathAnswer>;

class CriticalPathController : public QObject
{
    Q_OBJECT

public:
    enum class State
    {
        Nothing, // no trace, or one without events
        Working,
        Ready,
        Failed,
        Cancelled
    };

    explicit CriticalPathController(Session& session);
    ~CriticalPathController() override;

    // Drops the question under way. Asking what is answered already does nothing. The answer about
    // a part of the trace brings it into view.
    void ask(const PathQuestion& question);
    void cancel();
    State state() const { return m_state; }
    bool working() const { return m_state == State::Working; }
    const PathQuestion& question() const { return m_question; } // asked last
    // Null until the first is there; of the trace on screen, maybe of an earlier question.
    const PathAnswerPtr& answer() const { return m_answer; }
    // The most that could be gained, of answer(); follows a while after it.
    const std::optional<critical_path::Bounds>& bounds() const { return m_bounds; }
    QString error() const { return m_error; } // why the last question has no answer
    QString phase() const { return m_phase; } // what is being done while working

    // Whether the timeline outlines the slices of the path, and walking follows it.
    bool overlay() const { return m_overlay; }
    void setOverlay(bool shown);

    std::optional<std::size_t> step() const { return m_step; }
    void selectStep(std::optional<std::size_t> step); // selects its slice and shows it
    // From the step looked at (else from the selection, else from `from`) to the next one about
    // something else.
    void walk(bool forward, TimeNs from);

    std::optional<StallRef> stall() const { return m_stall; }
    void selectStall(std::optional<StallRef> stall);
    void nextStall(int by); // +1 less costly, -1 more; begins with the costliest

signals:
    void changed(); // state, answer, error or question
    void boundsChanged(); // they are there; that they went, changed() says
    void progressed(const QString& phase);
    void overlayChanged(bool shown);
    void stepChanged();
    void stallChanged();

private:
    struct Cache; // what all questions about one trace share; only the worker looks into it
    struct Key
    {
        std::shared_ptr<const model::Trace> trace;
        PathQuestion question;
        std::shared_ptr<Cache> cache;
    };
    struct Outcome
    {
        PathAnswerPtr answer;
        QString error;
    };
    Outcome compute(const Key& key, const JobContext& job);
    static PathAnswerPtr answerFrom(PathAnswer&& answer);
    void deliver(Outcome&& outcome);
    void followTrace();
    void say(const char* phase); // from the worker

    Session& m_session;
    State m_state = State::Nothing;
    PathQuestion m_question;
    PathAnswerPtr m_answer;
    std::optional<critical_path::Bounds> m_bounds;
    QString m_error;
    QString m_phase;
    bool m_overlay = false;
    std::optional<std::size_t> m_step;
    std::optional<StallRef> m_stall;
    std::shared_ptr<Cache> m_cache; // of the trace on screen
    // Last: stopped before the rest goes.
    QuerySlot<PathAnswerPtr, std::optional<critical_path::Bounds>> m_limits;
    QuerySlot<Key, Outcome> m_query;
};

} // namespace longpole::session
