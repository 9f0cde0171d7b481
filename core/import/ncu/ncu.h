// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The importers of Nsight Compute: reports (.ncu-rep; .ncu-repz is one in a zstd container), and
// what `ncu --csv --page raw` and `--page details` print. All deliver kernel profiles.
#pragma once

#include "core/import/importer.h"

namespace longpole::import {

extern const Importer kNcuReport;
extern const Importer kNcuCsv;

} // namespace longpole::import
