// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// SearchController: live search by name. Puts the hits into the session and walks along them.
#pragma once

#include "ui/session/name_search.h"
#include "ui/session/query_slot.h"
#include "ui/session/session.h"

#include <QObject>

namespace longpole::session {

class SearchController : public QObject
{
    Q_OBJECT

public:
    explicit SearchController(Session& session, QObject* parent = nullptr);

    void setQuery(const NameQuery& query); // an empty text clears the hits
    const NameQuery& query() const { return m_query; }
    // Selects and reveals the hit after (before) the selection in time, wrapping around.
    void next() { step(1); }
    void previous() { step(-1); }

    // "3 of 1 204", "1 204 hits", "no hits", "searching …" or what is wrong with the expression.
    QString status() const;
    bool failed() const { return !m_error.isEmpty(); }

signals:
    void statusChanged();

private:
    using TracePtr = std::shared_ptr<const model::Trace>;
    using Names = std::shared_ptr<const std::vector<bool>>;
    struct Key
    {
        TracePtr trace;
        NameQuery query;
    };
    struct First // which names match, and the first slice in time that bears one
    {
        Names names;
        SliceId slice;
    };
    struct HitsKey
    {
        TracePtr trace;
        Names names;
    };
    struct OrderKey
    {
        TracePtr trace;
        Hits hits;
    };
    struct PlaceKey // where is a slice among the hits?
    {
        TracePtr trace;
        Hits byTime;
        SliceId slice;
    };
    static Result<First> findFirst(const Key& key, const JobContext& job);
    bool searching() const;
    void onFirst(const Key& key, Result<First>&& first);
    void onHits(const HitsKey& key, std::vector<SliceId>&& found);
    void onOrder(const OrderKey& key, std::vector<SliceId>&& ordered);
    void onSelection(SliceId slice);
    void step(int direction);
    void goTo(std::size_t index);
    void stepFrom(std::size_t lowerBound, int direction);

    Session& m_session;
    NameQuery m_query;
    QString m_error;
    SliceId m_first; // known before the hits are
    Hits m_byTime; // same slices as session.hits(), or null while they are being ordered
    std::size_t m_at = 0; // place of the selection in m_byTime, if that slice is selected
    int m_wanted = 0; // a step asked for before it could be done
    QuerySlot<Key, Result<First>> m_search;
    QuerySlot<HitsKey, std::vector<SliceId>> m_all;
    QuerySlot<OrderKey, std::vector<SliceId>> m_order;
    QuerySlot<PlaceKey, std::size_t> m_place;
};

} // namespace longpole::session
