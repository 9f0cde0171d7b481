// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The analyses that registry.cpp lists.
#pragma once

#include "core/analysis/analysis.h"

namespace longpole::analysis {

extern const Analysis kGpuTime;
extern const Analysis kKernels;

} // namespace longpole::analysis
