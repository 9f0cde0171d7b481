// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/analysis/analysis_panel.h"

#include "ui/session/format.h"
#include "ui/tables/table_model.h"
#include "ui/tables/table_panel.h"

#include <QLabel>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

namespace longpole::panels {

AnalysisPanel::AnalysisPanel(session::Session& session, const analysis::Analysis& analysis,
                             QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_analysis(analysis)
    , m_pages(new QStackedWidget(this))
    , m_words(new QLabel(this))
    , m_tables(new QTabWidget(this))
    , m_run([&analysis](const TracePtr& trace,
                        const JobContext& job) { return analysis.run(*trace, {}, job); },
            [this](const TracePtr&, Result<analysis::Report>&& report) {
                showReport(std::move(report));
            })
{
    m_words->setAlignment(Qt::AlignCenter);
    m_words->setWordWrap(true);
    m_words->setMargin(24);
    m_words->setProperty("role", QStringLiteral("dim"));
    m_tables->setDocumentMode(true);
    m_tables->setAccessibleName(session::text(analysis.descriptor.title));
    m_tables->tabBar()->setAutoHide(true);
    m_tables->tabBar()->setAccessibleName(
        tr("Tables of %1").arg(session::text(analysis.descriptor.title)));
    m_pages->addWidget(m_words);
    m_pages->addWidget(m_tables);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    connect(&session, &session::Session::traceChanged, this, &AnalysisPanel::followTrace);
    followTrace();
}

AnalysisPanel::~AnalysisPanel() = default;

void AnalysisPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    followTrace();
}

void AnalysisPanel::followTrace()
{
    if (!m_session.trace()) {
        m_run.cancel();
        m_shown.reset();
        say(tr("No trace is open."));
    } else if (isVisible() && m_shown != m_session.trace()) {
        m_shown = m_session.trace();
        if (m_tables->count() == 0) {
            say(tr("Computing…"));
        }
        m_run.request(m_shown);
    }
}

void AnalysisPanel::say(const QString& words)
{
    m_words->setText(words);
    m_pages->setCurrentWidget(m_words);
}

void AnalysisPanel::showReport(Result<analysis::Report>&& report)
{
    while (m_tables->count() > 0) {
        delete m_tables->widget(0);
    }
    if (!report) {
        say(session::text(report.error().text()));
        return;
    }
    QStringList notes;
    for (const std::string& note : report->notes) {
        notes << session::text(note);
    }
    std::size_t rows = 0;
    for (analysis::Table& table : report->tables) {
        if (table.rows.empty()) {
            continue;
        }
        rows += table.rows.size();
        const QString title = session::text(table.title);
        auto* model = new tables::TableModel(this);
        auto* panel = new tables::TablePanel(m_session, model, title, true, this);
        model->setParent(panel);
        model->setTable(std::move(table));
        panel->setNote(notes.join(QStringLiteral(" · ")));
        m_tables->addTab(panel, title);
    }
    if (rows == 0) {
        say(notes.isEmpty() ? tr("This trace has nothing for this table. %1")
                                  .arg(session::text(m_analysis.descriptor.summary))
                            : notes.join(QLatin1Char('\n')));
    } else {
        m_pages->setCurrentWidget(m_tables);
    }
}

} // namespace longpole::panels
