// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// QueryPanel: SQL over the trace. The result is a table like any other; rows with a slice id
// select it.
#pragma once

#include "core/open/query.h"
#include "ui/session/query_slot.h"
#include "ui/session/session.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace longpole::tables {
class TableModel;
class TablePanel;
} // namespace longpole::tables

namespace longpole::panels {

class QueryPanel : public QWidget
{
    Q_OBJECT

public:
    explicit QueryPanel(session::Session& session, QWidget* parent = nullptr);
    ~QueryPanel() override;
    void setSql(const QString& sql);
    void run();
    QString words() const; // result line or error
    bool busy() const { return m_query.busy(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Key
    {
        std::shared_ptr<const model::Trace> trace;
        QString sql;
    };
    void showResult(Result<analysis::Table>&& result);

    session::Session& m_session;
    QPlainTextEdit* m_sql;
    QPushButton* m_run;
    QLabel* m_words;
    tables::TableModel* m_model;
    tables::TablePanel* m_table;
    session::QuerySlot<Key, Result<analysis::Table>> m_query;
};

} // namespace longpole::panels
