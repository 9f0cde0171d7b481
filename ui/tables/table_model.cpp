// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/table_model.h"

#include "ui/session/format.h"

#include <QThreadPool>

#include <cmath>
#include <memory>
#include <optional>
#include <utility>

namespace longpole::tables {

using analysis::Cell;
using analysis::Unit;

namespace {

std::optional<double> numberOf(const Cell& cell)
{
    if (const auto* i = std::get_if<std::int64_t>(&cell)) {
        return static_cast<double>(*i);
    }
    if (const auto* d = std::get_if<double>(&cell)) {
        return *d;
    }
    if (const auto* list = std::get_if<std::vector<std::string>>(&cell)) {
        return static_cast<double>(list->size());
    }
    return std::nullopt;
}

bool isText(const Cell& cell)
{
    return std::holds_alternative<std::string>(cell);
}

QString shownNumber(double value, bool whole, Unit unit)
{
    switch (unit) {
    case Unit::Nanoseconds:
        return session::humanDuration(static_cast<std::int64_t>(std::llround(value)));
    case Unit::Bytes:
        return session::humanBytes(value);
    case Unit::Percent:
        return session::percent(value / 100);
    case Unit::Ratio:
        return session::percent(value);
    case Unit::Count:
        return session::groupedCount(static_cast<std::int64_t>(value));
    case Unit::None:
        break;
    }
    return whole ? QString::number(static_cast<std::int64_t>(value)) : session::threeDigits(value);
}

} // namespace

QString shownCell(const Cell& cell, Unit unit)
{
    if (const auto* s = std::get_if<std::string>(&cell)) {
        return session::text(*s);
    }
    if (const auto* i = std::get_if<std::int64_t>(&cell); i && unit == Unit::None) {
        return QString::number(*i);
    }
    const auto value = numberOf(cell);
    return value ? shownNumber(*value, !std::holds_alternative<double>(cell), unit)
                 : QStringLiteral("–");
}

QString exactCell(const Cell& cell)
{
    if (const auto* s = std::get_if<std::string>(&cell)) {
        return session::text(*s);
    }
    if (const auto* i = std::get_if<std::int64_t>(&cell)) {
        return QString::number(*i);
    }
    if (const auto* d = std::get_if<double>(&cell)) {
        return std::isfinite(*d) ? QString::number(*d, 'g', 17) : QString();
    }
    if (const auto* list = std::get_if<std::vector<std::string>>(&cell)) {
        QStringList texts;
        for (const std::string& s : *list) {
            texts << session::text(s);
        }
        return texts.join(QStringLiteral("; "));
    }
    return {};
}

TableModel::TableModel(QObject* parent)
    : QAbstractTableModel(parent)
{ }

void TableModel::setTable(analysis::Table table)
{
    constexpr std::size_t kMany = 1000;
    beginResetModel();
    std::swap(m_table, table);
    endResetModel();
    if (table.rows.size() > kMany) { // freeing so many texts takes milliseconds
        QThreadPool::globalInstance()->start(
            [old = std::make_shared<analysis::Table>(std::move(table))] {});
    }
}

int TableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int TableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const auto row = static_cast<std::size_t>(index.row());
    const auto column = static_cast<std::size_t>(index.column());
    const analysis::TableColumn& info = m_table.columns[column];
    if (role == SliceRole) {
        const bool known = row < m_table.slices.size() && m_table.slices[row].valid();
        return known ? QVariant(m_table.slices[row].value) : QVariant();
    }
    if (column >= m_table.rows[row].size()) {
        return {};
    }
    const Cell& cell = m_table.rows[row][column];
    const auto value = numberOf(cell);
    switch (role) {
    case Qt::DisplayRole:
        return isText(cell) && info.role == analysis::Role::Name
            ? session::listedName(shownCell(cell, info.unit))
            : shownCell(cell, info.unit);
    case Qt::EditRole:
        return exactCell(cell);
    case Qt::ToolTipRole:
        return value && info.unit == Unit::Nanoseconds
            ? session::exactDuration(std::llround(*value))
            : isText(cell) && exactCell(cell).size() > 24 ? QVariant(exactCell(cell))
                                                          : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant(isText(cell) || info.role == analysis::Role::Name
                            ? Qt::AlignLeft | Qt::AlignVCenter
                            : Qt::AlignRight | Qt::AlignVCenter);
    case SortRole:
        return value       ? QVariant(*value)
            : isText(cell) ? QVariant(shownCell(cell, info.unit))
                           : QVariant();
    case ShareRole:
        return value && info.role == analysis::Role::Share
            ? QVariant(info.unit == Unit::Percent ? *value / 100 : *value)
            : QVariant();
    default:
        return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    const analysis::TableColumn& info = m_table.columns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) {
        return session::text(info.title);
    }
    if (role == Qt::TextAlignmentRole) {
        const bool numbers = info.unit != Unit::None && info.role != analysis::Role::Name;
        return QVariant((numbers ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    return {};
}

} // namespace longpole::tables
