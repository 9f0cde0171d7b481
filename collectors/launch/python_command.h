// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Commands that start a Python interpreter, changed so that its functions are recorded.
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace longpole::launch {

// `python -u train.py 3` → `python -u RUNNER train.py 3`, likewise with -m and -c. runner: the
// absolute path of longpole_py/__main__.py. An error says why the command can't be changed, and
// what to write instead.
Result<std::vector<std::string>> pythonCommand(const std::vector<std::string>& command,
                                               const std::string& runner);
// The runner, beside the library that records.
std::string pythonRunner(const std::string& collector);

} // namespace longpole::launch
