// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Finds and runs the viewer, which is a program of its own so that `longpole` needs no Qt.
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace longpole::cli {

// Runs longpole-gui (beside this program, then on PATH) and waits; returns its exit code.
// environment: "NAME=value" to add.
Result<int> runViewer(const std::vector<std::string>& arguments,
                      const std::vector<std::string>& environment = {});

} // namespace longpole::cli
