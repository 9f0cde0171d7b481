// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TablePanel: a model with everything a table of the viewer offers: sort, filter, choose columns,
// copy as TSV, export as CSV. Rows that stand for a slice are selected together with it.
#pragma once

#include "ui/session/query_slot.h"
#include "ui/session/session.h"
#include "ui/tables/row_filter.h"

#include <QString>
#include <QWidget>

#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QTableView;

namespace longpole::tables {

class TablePanel : public QWidget
{
    Q_OBJECT

public:
    // Shows `model` (not owned), whose rows may have TableModel::SliceRole. `sortable` is for
    // models whose rows are all in memory.
    TablePanel(session::Session& session, QAbstractItemModel* model, const QString& name,
               bool sortable, QWidget* parent = nullptr);

    QTableView* view() const { return m_view; }
    QLineEdit* filter() const { return m_filter; }
    // A line above the table: what it says, which rule was used, what is missing. Empty hides it.
    void setNote(const QString& note);
    // The selected rows (all rows if none) in the order shown, with a header line.
    QString tsv() const;
    QString csv() const;
    // Makes the text of these rows of the model where there are too many for the GUI thread: called
    // there, what it returns runs on a worker. Without it, copying reads the model.
    using TextJob = std::function<QString(const JobContext&)>;
    using TextMaker = std::function<TextJob(const std::vector<int>& rows, QChar separator)>;
    void setTextMaker(TextMaker maker) { m_textMaker = std::move(maker); }
    // Column widths for what is in the first rows; the first text column takes the rest.
    void fitColumns();
    // What a column needs for what is in the first rows, within bounds.
    int contentWidth(int column, int least, int most) const;

signals:
    // Enter or double click on a row without a slice.
    void activated(const QModelIndex& sourceIndex);

public slots:
    void copy();
    void exportCsv();

private:
    struct TextKey
    {
        TextJob make;
        QString path; // of the CSV file; empty: the clipboard
    };
    struct Written
    {
        QString text; // for the clipboard
        QString note; // what to say about the file
    };
    static Written write(const TextKey& key, const JobContext& job);
    std::vector<int> rowsToCopy(bool all) const;
    QList<int> shownColumns() const;
    QString rowsAsText(QChar separator) const;
    void deliverText(const QString& path, QChar separator);
    void showMenu(const QPoint& position);
    void followTable();
    void followSession(SliceId slice);
    void reveal(const QModelIndex& index);
    void updateCount();

    session::Session& m_session;
    QAbstractItemModel* m_model;
    RowFilter* m_rows = nullptr; // null when not sortable
    QTableView* m_view;
    QLineEdit* m_filter;
    QLabel* m_note;
    QLabel* m_count;
    QString m_name;
    bool m_following = false;
    TextMaker m_textMaker;
    session::QuerySlot<TextKey, Written> m_text;
};

} // namespace longpole::tables
