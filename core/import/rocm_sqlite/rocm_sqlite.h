// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The SQLite files of ROCm's profilers: rocpd (rocprofv3 and rocprof-sys, schema 3, with times in
// the rows or in a table of their own) and RPD (rocmProfileData). Their convenience views are
// never run; the tables below them are read.
#pragma once

#include "core/import/importer.h"
#include "core/import/sqlite_rows.h"

namespace longpole::import {

extern const Importer kRocpd;
extern const Importer kRpd;

// The readers behind them. The only error is Cancelled.
Result<void> readRocpd(SqliteInput& input, TraceBuilder& builder);
Result<void> readRpd(SqliteInput& input, TraceBuilder& builder);

} // namespace longpole::import
