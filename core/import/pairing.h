// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Joins halves to wholes: B with E on a thread, b with e of an async id.
#pragma once

#include "core/import/raw_trace.h"

namespace longpole::import {

// Moves pairs (and begins that never end: open to the end of the trace) from raw.halves to
// raw.slices. Ends without a begin are counted in the ledger.
// An E closes the innermost open B of its name; one without a name the innermost.
void pairHalves(RawTrace& raw);

} // namespace longpole::import
