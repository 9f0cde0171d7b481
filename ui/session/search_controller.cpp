// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/search_controller.h"

#include "ui/session/format.h"

#include <limits>
#include <utility>

namespace longpole::session {

SearchController::SearchController(Session& session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_search(findFirst,
               [this](const Key& key, Result<First>&& first) { onFirst(key, std::move(first)); })
    , m_all([](const HitsKey& key,
               const JobContext& job) { return slicesNamed(*key.trace, *key.names, job); },
            [this](const HitsKey& key, std::vector<SliceId>&& found) {
                onHits(key, std::move(found));
            })
    , m_order([](const OrderKey& key,
                 const JobContext& job) { return inTimeOrder(*key.trace, *key.hits, job); },
              [this](const OrderKey& key, std::vector<SliceId>&& ordered) {
                  onOrder(key, std::move(ordered));
              })
    , m_place([](const PlaceKey& key,
                 const JobContext&) { return placeInTime(*key.trace, *key.byTime, key.slice); },
              [this](const PlaceKey& key, std::size_t&& at) {
                  if (key.byTime != m_byTime || key.slice != m_session.selection()) {
                      return;
                  }
                  m_at = at;
                  if (const int wanted = std::exchange(m_wanted, 0); wanted != 0) {
                      stepFrom(at, wanted);
                  }
                  emit statusChanged();
              })
{
    connect(&session, &Session::traceChanged, this, [this] { setQuery({}); });
    connect(&session, &Session::selectionChanged, this, &SearchController::onSelection);
}

Result<SearchController::First> SearchController::findFirst(const Key& key, const JobContext& job)
{
    auto names = matchingNames(key.trace->strings(), key.query, job);
    if (!names) {
        return fail(names.error());
    }
    First first;
    first.slice = firstNamed(*key.trace, *names, {std::numeric_limits<std::int64_t>::min()}, job);
    first.names = std::make_shared<const std::vector<bool>>(std::move(*names));
    return first;
}

void SearchController::onFirst(const Key& key, Result<First>&& first)
{
    m_error = first ? QString() : QString::fromStdString(first.error().message);
    m_first = first ? first->slice : SliceId();
    if (m_first.valid()) {
        m_all.request({key.trace, first->names});
        if (m_wanted == 1 && !m_session.selection().valid()) {
            step(std::exchange(m_wanted, 0));
        }
    } else {
        m_wanted = 0;
        m_byTime.reset();
        m_session.setHits(nullptr);
    }
    emit statusChanged();
}

void SearchController::onHits(const HitsKey& key, std::vector<SliceId>&& found)
{
    auto hits = std::make_shared<const std::vector<SliceId>>(std::move(found));
    m_byTime.reset();
    m_session.setHits(hits);
    m_order.request({key.trace, hits});
    emit statusChanged();
}

void SearchController::onOrder(const OrderKey& key, std::vector<SliceId>&& ordered)
{
    if (ordered.size() != key.hits->size() || key.trace != m_session.trace()) {
        return;
    }
    m_byTime = std::make_shared<const std::vector<SliceId>>(std::move(ordered));
    m_at = 0;
    if (const int wanted = std::exchange(m_wanted, 0); wanted != 0) {
        step(wanted);
    } else {
        onSelection(m_session.selection());
    }
    emit statusChanged();
}

// Its place is looked up on a worker thread: the times may have to be read from a store.
void SearchController::onSelection(SliceId slice)
{
    if (m_byTime && slice.valid() && m_at < m_byTime->size() && (*m_byTime)[m_at] != slice) {
        m_place.request({m_session.trace(), m_byTime, slice});
    }
    emit statusChanged();
}

void SearchController::setQuery(const NameQuery& query)
{
    m_query = query;
    m_error.clear();
    m_wanted = 0;
    m_first = SliceId();
    m_all.cancel();
    m_order.cancel();
    m_place.cancel();
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
    const SliceId selected = m_session.selection();
    if (searching() || !m_byTime) {
        if (direction > 0 && !selected.valid() && m_first.valid()) {
            m_session.select(m_first);
            m_session.reveal(m_first);
        } else {
            m_wanted = direction;
        }
        return;
    }
    if (m_byTime->empty()) {
        return;
    }
    if (!selected.valid()) {
        goTo(direction > 0 ? 0 : m_byTime->size() - 1);
    } else if (m_at < m_byTime->size() && (*m_byTime)[m_at] == selected) {
        stepFrom(m_at, direction);
    } else {
        m_wanted = direction;
        m_place.request({m_session.trace(), m_byTime, selected});
    }
}

void SearchController::stepFrom(std::size_t lowerBound, int direction)
{
    const auto& hits = *m_byTime;
    const bool onHit = lowerBound < hits.size() && hits[lowerBound] == m_session.selection();
    goTo(direction > 0 ? (lowerBound + (onHit ? 1 : 0)) % hits.size()
                       : (lowerBound + hits.size() - 1) % hits.size());
}

void SearchController::goTo(std::size_t index)
{
    m_at = index;
    const SliceId slice = (*m_byTime)[index];
    m_session.select(slice);
    m_session.reveal(slice);
}

bool SearchController::searching() const
{
    return m_search.busy() || m_all.busy();
}

QString SearchController::status() const
{
    if (failed()) {
        return m_error;
    }
    if (m_query.text.isEmpty()) {
        return {};
    }
    if (searching()) {
        return tr("searching…");
    }
    const auto count = static_cast<qint64>(m_session.hits()->size());
    if (count == 0) {
        return tr("no hits");
    }
    if (m_byTime && m_at < m_byTime->size() && (*m_byTime)[m_at] == m_session.selection()) {
        return tr("%1 of %2").arg(groupedCount(static_cast<qint64>(m_at) + 1), groupedCount(count));
    }
    return count == 1 ? tr("1 hit") : tr("%1 hits").arg(groupedCount(count));
}

} // namespace longpole::session
