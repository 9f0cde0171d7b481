// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/query/query_panel.h"

#include "ui/session/format.h"
#include "ui/tables/table_model.h"
#include "ui/tables/table_panel.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace longpole::panels {
namespace {

// What a result can show; more is for `longpole query --csv`.
constexpr std::uint64_t kMaxRows = 100'000;

} // namespace

QueryPanel::QueryPanel(session::Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_sql(new QPlainTextEdit(this))
    , m_run(new QPushButton(tr("Run"), this))
    , m_words(new QLabel(this))
    , m_model(new tables::TableModel(this))
    , m_table(new tables::TablePanel(session, m_model, tr("Query result"), true, this))
    , m_query(
          [](const Key& key, const JobContext& job) {
              open::QueryLimits limits;
              limits.rows = kMaxRows;
              return open::query(*key.trace, key.sql.toStdString(), limits, job);
          },
          [this](const Key&, Result<analysis::Table>&& result) { showResult(std::move(result)); })
{
    m_sql->setAccessibleName(tr("SQL"));
    m_sql->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_sql->setPlaceholderText(tr(
        "SELECT … over slices, tracks, gpu_ops, api_calls, counters, links, args, ledger, meta"));
    m_sql->setPlainText(
        QStringLiteral("SELECT name, count(*) AS count, sum(dur_ns) AS total_ns\nFROM slices "
                       "GROUP BY name ORDER BY total_ns DESC LIMIT 100"));
    m_sql->setTabChangesFocus(true);
    m_sql->installEventFilter(this);
    m_sql->setFrameShape(QFrame::NoFrame);
    m_run->setToolTip(tr("Run the query (Ctrl+Enter)"));
    m_run->setAccessibleName(tr("Run the query"));
    m_words->setWordWrap(true);
    m_words->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_words->setProperty("role", QStringLiteral("dim"));
    m_words->setText(tr("Times are ns from the trace's zero. A column called id or slice_id links "
                        "its rows to the timeline."));
    auto* left = new QVBoxLayout;
    left->setContentsMargins(8, 8, 8, 8);
    left->setSpacing(8);
    left->addWidget(m_sql, 1);
    auto* row = new QHBoxLayout;
    row->addWidget(m_run);
    row->addStretch(1);
    left->addLayout(row);
    left->addWidget(m_words);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(left, 2);
    layout->addWidget(m_table, 3);
    connect(m_run, &QPushButton::clicked, this, &QueryPanel::run);
    connect(&session, &session::Session::traceChanged, this, [this] {
        m_query.cancel();
        m_model->setTable({});
        m_run->setEnabled(m_session.trace() != nullptr);
    });
}

QueryPanel::~QueryPanel() = default;

void QueryPanel::setSql(const QString& sql)
{
    m_sql->setPlainText(sql);
}

void QueryPanel::run()
{
    if (m_session.trace()) {
        m_words->setText(tr("running…"));
        m_query.request({m_session.trace(), m_sql->toPlainText()});
    }
}

QString QueryPanel::words() const
{
    return m_words->text();
}

void QueryPanel::showResult(Result<analysis::Table>&& result)
{
    if (!result) {
        m_words->setText(session::text(result.error().message));
        return;
    }
    const auto rows = static_cast<qint64>(result->rows.size());
    m_words->setText(
        open::isTruncated(*result)
            ? tr("The first %1 rows; there are more. Add a LIMIT or use longpole query --csv.")
                  .arg(session::groupedCount(rows))
            : tr("%1 rows").arg(session::groupedCount(rows)));
    m_model->setTable(std::move(*result));
}

bool QueryPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if ((key->modifiers() & Qt::ControlModifier)
            && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)) {
            run();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace longpole::panels
