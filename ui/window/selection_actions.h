// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// SelectionActions: what can be done with the selection: copy it, mark its time, bookmark it. Facts
// about it are looked up on a worker thread; the action follows when they are there.
#pragma once

#include "ui/session/query_slot.h"
#include "ui/session/selection_facts.h"
#include "ui/session/session.h"

#include <QObject>

#include <deque>
#include <functional>

namespace longpole::timeline_ui {
class TimelineView;
}

namespace longpole::window {

class SelectionActions : public QObject
{
    Q_OBJECT

public:
    SelectionActions(session::Session& session, timeline_ui::TimelineView& timeline,
                     QObject* parent);

    // As text and TSV; without a selected slice the selected stretch of time.
    void copy();
    void mark(); // the stretch from the first start to the last end
    void keepMark(); // marks and bookmarks it
    // The selected stretch, else the selected slices, else the moment under the pointer.
    void bookmark();
    void findName(SliceId slice); // ends in nameWanted

    static QString text(const session::SelectionFacts& facts, const model::Trace& trace);
    static QString tsv(const session::SelectionFacts& facts, const model::Trace& trace);

signals:
    void nameWanted(const QString& name);

private:
    using Action = std::function<void(const session::SelectionFacts&, const model::Trace&)>;
    struct Key
    {
        session::FactsKey facts;
        Action action;
    };
    // One after the other, in the order they were asked for.
    void withFacts(const std::vector<SliceId>& slices, Action action);
    void runNext();

    session::Session& m_session;
    timeline_ui::TimelineView& m_timeline;
    std::deque<Key> m_waiting;
    session::QuerySlot<Key, session::SelectionFacts> m_facts;
};

} // namespace longpole::window
