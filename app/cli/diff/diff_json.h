// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison as JSON.
#pragma once

#include "app/cli/output.h"
#include "core/diff/outputs.h"
#include "core/diff/trace_diff.h"

namespace longpole::cli {

Json diffJson(const diff::TraceDiff& diff, const diff::Outputs& outputs);

} // namespace longpole::cli
