// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/selection_actions.h"

#include "ui/session/format.h"
#include "ui/tables/delimited_text.h"
#include "ui/timeline/timeline_view.h"

#include <QApplication>
#include <QClipboard>
#include <QMimeData>

namespace longpole::window {

using session::SelectionFacts;

SelectionActions::SelectionActions(session::Session& session, timeline_ui::TimelineView& timeline,
                                   QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_timeline(timeline)
    , m_facts([](const Key& key, const JobContext& job) { return lookUpFacts(key.facts, job); },
              [this](const Key& key, SelectionFacts&& facts) {
                  m_waiting.pop_front();
                  if (facts.slice && key.facts.trace == m_session.trace()) {
                      key.action(facts, *key.facts.trace);
                  }
                  runNext();
              })
{ }

void SelectionActions::withFacts(const std::vector<SliceId>& slices, Action action)
{
    m_waiting.push_back({{m_session.trace(), slices}, std::move(action)});
    if (m_waiting.size() == 1) {
        runNext();
    }
}

void SelectionActions::runNext()
{
    if (!m_waiting.empty()) {
        m_facts.request(m_waiting.front());
    }
}

void SelectionActions::findName(SliceId slice)
{
    withFacts({slice}, [this](const SelectionFacts& facts, const model::Trace& trace) {
        emit nameWanted(session::text(trace.string(facts.slice->name)));
    });
}

QString SelectionActions::text(const SelectionFacts& facts, const model::Trace& trace)
{
    if (!facts.slice) {
        return {};
    }
    if (!facts.others.empty()) {
        return tsv(facts, trace);
    }
    const model::Slice& slice = *facts.slice;
    return tr("%1\nduration %2 (%3), start %4, on %5\n")
        .arg(session::text(trace.string(slice.name)), session::humanDuration(slice.duration.ns),
             session::exactDuration(slice.duration.ns), session::humanTime(slice.start),
             session::text(trace.track(slice.track).name));
}

QString SelectionActions::tsv(const SelectionFacts& facts, const model::Trace& trace)
{
    tables::DelimitedText out(QLatin1Char('\t'));
    for (const char* title : {"name", "start_ns", "dur_ns", "track"}) {
        out.field(QLatin1String(title));
    }
    out.endLine();
    const auto add = [&](const model::Slice& slice) {
        out.field(session::text(trace.string(slice.name)));
        out.field(QString::number(slice.start.ns));
        out.field(QString::number(slice.duration.ns));
        out.field(session::text(trace.track(slice.track).name));
        out.endLine();
    };
    for (const model::Slice& slice : facts.others) {
        add(slice);
    }
    if (facts.slice) {
        add(*facts.slice);
    }
    return out.take();
}

void SelectionActions::copy()
{
    if (!m_session.selected().empty()) {
        withFacts(m_session.selected(), [](const SelectionFacts& facts, const model::Trace& trace) {
            auto* mime = new QMimeData;
            mime->setText(text(facts, trace));
            mime->setData(QStringLiteral("text/tab-separated-values"), tsv(facts, trace).toUtf8());
            QApplication::clipboard()->setMimeData(mime);
        });
    } else if (const auto range = m_session.range()) {
        QApplication::clipboard()->setText(tr("%1 to %2 (%3)\n")
                                               .arg(session::humanTime(range->begin),
                                                    session::humanTime(range->end),
                                                    session::exactDuration(range->duration().ns)));
    }
}

void SelectionActions::mark()
{
    if (!m_session.selected().empty()) {
        withFacts(m_session.selected(), [this](const SelectionFacts& facts, const model::Trace&) {
            m_session.setRange(facts.hull);
        });
    }
}

void SelectionActions::keepMark()
{
    if (m_session.selected().empty()) {
        bookmark();
        return;
    }
    withFacts(m_session.selected(), [this](const SelectionFacts& facts, const model::Trace&) {
        m_session.setRange(facts.hull);
        bookmark();
    });
}

void SelectionActions::bookmark()
{
    if (!m_session.trace()) {
        return;
    }
    const auto add = [this](TimeRange range, QString label) {
        if (label.isEmpty()) {
            label = tr("at %1").arg(session::humanTime(range.begin, 1000));
        }
        m_session.addBookmark({0, range, label});
    };
    if (m_session.range()) {
        add(*m_session.range(), {});
    } else if (!m_session.selected().empty()) {
        withFacts(m_session.selected(),
                  [add](const SelectionFacts& facts, const model::Trace& trace) {
                      const QString name = session::text(trace.string(facts.slice->name));
                      const QString label = session::shortened(session::plainKernelName(name), 60);
                      add(facts.hull,
                          facts.others.empty() ? label
                                               : tr("%1 and %2 more")
                                                     .arg(label)
                                                     .arg(static_cast<int>(facts.others.size())));
                  });
    } else {
        const TimeRange visible = m_timeline.viewport().visible();
        const TimeNs moment =
            m_session.cursor().value_or(visible.begin + DurationNs{visible.duration().ns / 2});
        add({moment, moment}, {});
    }
}

} // namespace longpole::window
