// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in a Chrome trace besides its events: devices, ranks, versions, time base.
#pragma once

#include "core/import/trace_builder.h"

#include <string>

namespace longpole::import {

// head: the JSON text up to and including the '[' of the event list; tail: what follows its ']'.
// Damaged metadata is counted in the builder's ledger; what can be read is used.
void readMetadata(const std::string& head, const std::string& tail, TraceBuilder& builder);

} // namespace longpole::import
