// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Perfetto's protobuf traces (.pftrace, .perfetto-trace).
#pragma once

#include "core/import/importer.h"

namespace longpole::import {

extern const Importer kPerfetto;

} // namespace longpole::import
