// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The files that paths name: folders are replaced by what lies in them.
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace longpole::open {

struct NamedFile
{
    std::string path;
    bool fromFolder = false; // found in a folder: may turn out to be no trace
};

// In the order of the paths; those of a folder sorted by name with numbers by value ("rank2" before
// "rank10"), without hidden files and deeper folders. An error names a folder without files.
Result<std::vector<NamedFile>> namedFiles(const std::vector<std::string>& paths);

// "rank2" before "rank10".
bool naturalLess(const std::string& a, const std::string& b);

} // namespace longpole::open
