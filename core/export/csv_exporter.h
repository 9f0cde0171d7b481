// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A folder with a CSV file (RFC 4180) for each SQL view: slices.csv, tracks.csv … with the columns
// of resources/help/sql_views.md. Nothing between commas is NULL, "" is an empty text. Instants
// have no view, so they are not there.
#pragma once

#include "core/export/exporter.h"

namespace longpole::exporting {

extern const Exporter kCsv;

} // namespace longpole::exporting
