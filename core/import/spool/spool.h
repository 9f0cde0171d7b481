// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Spools of longpole record, the file of one process each: see collectors/wire/chunk.h.
#pragma once

#include "core/import/importer.h"

namespace longpole::import {

extern const Importer kSpool;

} // namespace longpole::import
