// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The trace's SQL views in a database of their own, for exporters that write them out.
#pragma once

#include "core/export/export_job.h"
#include "core/store/sql/view_module.h"
#include "core/store/sqlite_db.h"

#include <functional>

namespace longpole::exporting {

// Used by one thread. A statement under way stops when the job is cancelled.
class SqlSource
{
public:
    SqlSource(const model::Trace& trace, ExportJob& job)
        : m_views(trace)
        , m_job(job)
    { }
    SqlSource(const SqlSource&) = delete;
    SqlSource& operator=(const SqlSource&) = delete;

    Result<void> open();
    store::Database& database() { return m_db; }
    // Calls each for every row of a view.
    Result<void> rows(const char* view, const std::function<Result<void>(sqlite3_stmt*)>& each);

private:
    store::ViewContext m_views; // outlives the database
    ExportJob& m_job;
    store::Database m_db;
};

} // namespace longpole::exporting
