// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/search_controller.h"

#include "ui/session/format.h"

#include <algorithm>

namespace longpole::session {
namespace {

Result<std::vector<SliceId>> findSlices(const model::Trace& trace, const NameQuery& query,
                                        const JobContext& job)
{
    const auto names = matchingNames(trace.strings(), query, job);
    if (!names) {
        return fail(names.error());
    }
    return slicesNamed(trace, *names, job);
}

} // namespace

SearchController::SearchController(Session& session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_search([](const Key& key,
                  const JobContext& job) { return findSlices(*key.trace, key.query, job); },
               [this](const Key& key, Result<std::vector<SliceId>>&& found) {
                   m_error = found ? QString() : QString::fromStdString(found.error().message);
                   auto hits = std::make_shared<const std::vector<SliceId>>(
                       found ? std::move(*found) : std::vector<SliceId>());
                   m_byTime.reset();
                   m_session.setHits(hits);
                   m_order.request({key.trace, hits});
                   emit statusChanged();
               })
    , m_order([](const OrderKey& key,
                 const JobContext& job) { return inTimeOrder(*key.trace, *key.hits, job); },
              [this](const OrderKey& key, std::vector<SliceId>&& ordered) {
                  if (ordered.size() == key.hits->size() && key.trace == m_session.trace()) {
                      m_byTime = std::make_shared<const std::vector<SliceId>>(std::move(ordered));
                      if (const int wanted = std::exchange(m_wanted, 0); wanted != 0) {
                          step(wanted);
                      }
                      emit statusChanged();
                  }
              })
{
    connect(&session, &Session::traceChanged, this, [this] { setQuery({}); });
    connect(&session, &Session::selectionChanged, this, &SearchController::statusChanged);
}

void SearchController::setQuery(const NameQuery& query)
{
    m_query = query;
    m_error.clear();
    m_wanted = 0;
    m_order.cancel();
    if (query.text.isEmpty() || !m_session.trace()) {
        m_search.cancel();
        m_byTime.reset();
        m_session.setHits(nullptr);
    } else {
        m_search.request({m_session.trace(), query});
    }
    emit statusChanged();
}

void SearchController::step(int direction)
{
    if (!m_session.trace() || m_query.text.isEmpty()) {
        return;
    }
    if (!m_byTime) {
        m_wanted = direction;
        return;
    }
    if (m_byTime->empty()) {
        return;
    }
    const auto& hits = *m_byTime;
    std::size_t index = direction > 0 ? 0 : hits.size() - 1;
    if (const SliceId selected = m_session.selection(); selected.valid()) {
        const model::Trace& trace = *m_session.trace();
        const auto startOf = [&](SliceId id) {
            const model::Track& track = trace.track(trace.trackOf(id));
            return trace.column(model::slice::kStart, track.id)[id.value - track.firstSlice];
        };
        const TimeNs start = startOf(selected);
        const auto before = [&](SliceId a, SliceId b) {
            const TimeNs ta = a == selected ? start : startOf(a);
            const TimeNs tb = b == selected ? start : startOf(b);
            return ta != tb ? ta < tb : a < b;
        };
        const auto lower = std::lower_bound(hits.begin(), hits.end(), selected, before);
        const bool onHit = lower != hits.end() && *lower == selected;
        const auto at = static_cast<std::size_t>(lower - hits.begin());
        index = direction > 0 ? (at + (onHit ? 1 : 0)) % hits.size()
                              : (at + hits.size() - 1) % hits.size();
    }
    m_session.select(hits[index]);
    m_session.reveal(hits[index]);
}

QString SearchController::status() const
{
    if (failed()) {
        return m_error;
    }
    if (m_query.text.isEmpty()) {
        return {};
    }
    if (m_search.busy()) {
        return tr("searching…");
    }
    const auto count = static_cast<qint64>(m_session.hits()->size());
    if (count == 0) {
        return tr("no hits");
    }
    if (m_byTime && m_session.selection().valid()
        && std::binary_search(m_session.hits()->begin(), m_session.hits()->end(),
                              m_session.selection())
        && count < 1'000'000) {
        const auto at = std::find(m_byTime->begin(), m_byTime->end(), m_session.selection());
        if (at != m_byTime->end()) {
            return tr("%1 of %2")
                .arg(groupedCount(at - m_byTime->begin() + 1), groupedCount(count));
        }
    }
    return count == 1 ? tr("1 hit") : tr("%1 hits").arg(groupedCount(count));
}

} // namespace longpole::session
