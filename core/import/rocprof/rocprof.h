// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The importers of AMD's command-line profilers: rocprofv3's JSON; the CSV files of rocprofv3 (each
// by itself), rocprofv2 and rocprof.
#pragma once

#include "core/import/importer.h"

namespace longpole::import {

extern const Importer kRocprofJson;
extern const Importer kRocprofCsv;

} // namespace longpole::import
