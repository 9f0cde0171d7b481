// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/search/hits_model.h"

#include "ui/session/format.h"
#include "ui/tables/delimited_text.h"
#include "ui/tables/table_model.h"

#include <algorithm>
#include <array>

namespace longpole::panels {

namespace {

constexpr std::array<const char*, HitsModel::ColumnCount> kTitles{"Name", "Start", "Duration",
                                                                  "Lane"};

bool isNumber(int column)
{
    return column == HitsModel::Start || column == HitsModel::Duration;
}

} // namespace

QString hitsAsText(const model::Trace& trace, const std::vector<SliceId>& hits,
                   const std::vector<int>& rows, QChar separator, const JobContext& job)
{
    tables::DelimitedText out(separator);
    for (const char* title : kTitles) {
        out.field(HitsModel::tr(title));
    }
    out.endLine();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if ((i & 1023U) == 0 && job.cancelled()) {
            return {};
        }
        const model::Slice slice = trace.slice(hits[static_cast<std::size_t>(rows[i])]);
        out.field(session::text(trace.string(slice.name)));
        out.field(QString::number(slice.start.ns));
        out.field(QString::number(slice.duration.ns));
        out.field(session::text(trace.track(slice.track).name));
        out.endLine();
    }
    return out.take();
}

HitsModel::HitsModel(session::Session& session, QObject* parent)
    : QAbstractTableModel(parent)
    , m_session(session)
    , m_hits(session.hits())
    , m_read(readPage, [this](const Key& key, std::vector<model::Slice>&& slices) {
        onPage(key, std::move(slices));
    })
{ }

void HitsModel::reload()
{
    beginResetModel();
    m_read.cancel();
    m_asked = -1;
    m_pages.clear();
    m_hits = m_session.hits();
    endResetModel();
}

std::vector<model::Slice> HitsModel::readPage(const Key& key, const JobContext& job)
{
    std::vector<model::Slice> slices;
    const std::size_t begin = static_cast<std::size_t>(key.page) * kPageRows;
    const std::size_t end = std::min(key.hits->size(), begin + kPageRows);
    for (std::size_t i = begin; i < end && !job.cancelled(); ++i) {
        slices.push_back(key.trace->slice((*key.hits)[i]));
    }
    return slices;
}

void HitsModel::onPage(const Key& key, std::vector<model::Slice>&& slices)
{
    if (key.hits != m_hits || slices.empty()) {
        return;
    }
    m_asked = -1;
    const bool first = m_pages.empty();
    const int row = key.page * kPageRows;
    const int last = row + static_cast<int>(slices.size()) - 1;
    m_pages.push_front({key.page, std::move(slices)});
    if (m_pages.size() > kMaxPages) {
        m_pages.pop_back();
    }
    emit dataChanged(index(row, 0), index(std::min(last, rowCount() - 1), ColumnCount - 1));
    if (first) {
        emit firstPageRead();
    }
}

const model::Slice* HitsModel::sliceAt(int row) const
{
    const int number = row / kPageRows;
    const auto page = std::find_if(m_pages.begin(), m_pages.end(),
                                   [&](const Page& p) { return p.number == number; });
    if (page == m_pages.end()) {
        // Newest wins: a page that was scrolled past is asked for again when it is painted again.
        if (m_asked != number) {
            m_asked = number;
            m_read.request({m_session.trace(), m_hits, number});
        }
        return nullptr;
    }
    m_pages.splice(m_pages.begin(), m_pages, page);
    return &m_pages.front().slices[static_cast<std::size_t>(row % kPageRows)];
}

int HitsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(std::min<std::size_t>(m_hits->size(), kMaxRows));
}

int HitsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant HitsModel::data(const QModelIndex& index, int role) const
{
    const auto& trace = m_session.trace();
    if (!index.isValid() || !trace || static_cast<std::size_t>(index.row()) >= m_hits->size()) {
        return {};
    }
    if (role == tables::TableModel::SliceRole) {
        return (*m_hits)[static_cast<std::size_t>(index.row())].value;
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant((isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft)
                        | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::ToolTipRole) {
        return {};
    }
    const model::Slice* slice = sliceAt(index.row());
    if (slice == nullptr) {
        return {};
    }
    switch (index.column()) {
    case Name:
        return session::text(trace->string(slice->name));
    case Start:
        return role == Qt::EditRole   ? QVariant(QString::number(slice->start.ns))
            : role == Qt::ToolTipRole ? QVariant(session::exactDuration(slice->start.ns))
                                      : QVariant(session::humanTime(slice->start));
    case Duration:
        return role == Qt::EditRole   ? QVariant(QString::number(slice->duration.ns))
            : role == Qt::ToolTipRole ? QVariant(session::exactDuration(slice->duration.ns))
                                      : QVariant(session::humanDuration(slice->duration.ns));
    default:
        return session::text(trace->track(slice->track).name);
    }
}

QVariant HitsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    return role == Qt::DisplayRole ? QVariant(tr(kTitles[static_cast<std::size_t>(section)]))
                                   : QVariant();
}

int HitsModel::rowOf(SliceId slice) const
{
    const auto it = std::lower_bound(m_hits->begin(), m_hits->end(), slice);
    return it != m_hits->end() && *it == slice && it - m_hits->begin() < kMaxRows
        ? static_cast<int>(it - m_hits->begin())
        : -1;
}

} // namespace longpole::panels
