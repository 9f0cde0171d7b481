// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// How streams were created, where the recording says so: whether a stream and the legacy default
// stream wait for each other.
#pragma once

#include "core/analysis/critical_path/input.h"
#include "core/model/trace.h"

namespace longpole::critical_path {

// Sets legacyDefault, blocking and flagsKnown of the streams that the trace's properties describe
// ("cuda_stream/CONTEXT/STREAM" = "default", "non-blocking" or "null", then maybe more words).
// Contexts of several processes may have the same number: what they disagree about isn't known.
void readStreamFlags(const model::Trace& trace, Input& input);

} // namespace longpole::critical_path
