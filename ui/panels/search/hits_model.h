// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// HitsModel: the hits of the search as rows. Holds millions; knows only the pages that were looked
// at lately. A page is read on a worker thread, since its columns may have to come from a store;
// until it is there its cells are empty.
#pragma once

#include "ui/session/query_slot.h"
#include "ui/session/session.h"

#include <QAbstractTableModel>

#include <list>
#include <vector>

namespace longpole::panels {

// Lines of text, with a header, of these rows (indices into `hits`); empty when cancelled. Fields
// are separated by `separator`; with a comma they are quoted as CSV wants. Blocks.
QString hitsAsText(const model::Trace& trace, const std::vector<SliceId>& hits,
                   const std::vector<int>& rows, QChar separator, const JobContext& job);

class HitsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        Name,
        Start,
        Duration,
        TrackColumn,
        ColumnCount
    };
    // Views can't scroll further than this many rows; the rest is reached with Enter.
    static constexpr int kMaxRows = 20'000'000;
    static constexpr int kPageRows = 256;

    explicit HitsModel(session::Session& session, QObject* parent = nullptr);
    void reload();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;
    // Row of a slice, -1 if it is no hit.
    int rowOf(SliceId slice) const;
    const session::Hits& hits() const { return m_hits; }

signals:
    void firstPageRead(); // after a reload: there is something to fit columns to

private:
    struct Key
    {
        std::shared_ptr<const model::Trace> trace;
        session::Hits hits;
        int page = 0;
    };
    struct Page
    {
        int number = 0;
        std::vector<model::Slice> slices;
    };
    static constexpr std::size_t kMaxPages = 64;
    static std::vector<model::Slice> readPage(const Key& key, const JobContext& job);
    void onPage(const Key& key, std::vector<model::Slice>&& slices);
    const model::Slice* sliceAt(int row) const; // null: asked for

    session::Session& m_session;
    session::Hits m_hits;
    mutable std::list<Page> m_pages; // last used first
    mutable int m_asked = -1; // page that is being read
    mutable session::QuerySlot<Key, std::vector<model::Slice>> m_read;
};

} // namespace longpole::panels
