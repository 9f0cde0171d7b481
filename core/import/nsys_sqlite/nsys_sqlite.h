// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// NVIDIA Nsight Systems, as "nsys export --type sqlite" writes it. Schemas 2.9 to 3.25 and, as far
// as their columns keep their names, later ones: columns are taken by name, tables may be missing.
#pragma once

#include "core/import/importer.h"

namespace longpole::import {

extern const Importer kNsysSqlite;

} // namespace longpole::import
