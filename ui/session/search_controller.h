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
    struct Key
    {
        std::shared_ptr<const model::Trace> trace;
        NameQuery query;
    };
    struct OrderKey
    {
        std::shared_ptr<const model::Trace> trace;
        Hits hits;
    };
    void step(int direction);

    Session& m_session;
    NameQuery m_query;
    QString m_error;
    Hits m_byTime; // same slices as session.hits(), or null while they are being ordered
    int m_wanted = 0; // a step asked for before the order was known
    QuerySlot<Key, Result<std::vector<SliceId>>> m_search;
    QuerySlot<OrderKey, std::vector<SliceId>> m_order;
};

} // namespace longpole::session
