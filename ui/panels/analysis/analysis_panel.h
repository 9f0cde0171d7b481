// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// AnalysisPanel: runs one registered analysis when it is first looked at and shows its tables.
#pragma once

#include "core/analysis/analysis.h"
#include "ui/session/query_slot.h"
#include "ui/session/session.h"

#include <QWidget>

class QLabel;
class QStackedWidget;
class QTabWidget;

namespace longpole::panels {

class AnalysisPanel : public QWidget
{
    Q_OBJECT

public:
    AnalysisPanel(session::Session& session, const analysis::Analysis& analysis,
                  QWidget* parent = nullptr);
    ~AnalysisPanel() override;
    bool busy() const { return m_run.busy(); }

protected:
    void showEvent(QShowEvent* event) override;

private:
    using TracePtr = std::shared_ptr<const model::Trace>;
    void followTrace();
    void showReport(Result<analysis::Report>&& report);
    void say(const QString& words);

    session::Session& m_session;
    const analysis::Analysis& m_analysis;
    TracePtr m_shown; // the trace whose answer is shown or being computed
    QStackedWidget* m_pages;
    QLabel* m_words;
    QTabWidget* m_tables;
    session::QuerySlot<TracePtr, Result<analysis::Report>> m_run;
};

} // namespace longpole::panels
