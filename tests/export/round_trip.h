// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a trace, exports it as Chrome JSON and opens that.
#pragma once

#include "core/model/trace.h"
#include "tests/export/same_trace.h"

#include <memory>
#include <string>
#include <vector>

namespace longpole::test {

// A fresh folder, removed at the end.
class WorkFolder
{
public:
    WorkFolder();
    ~WorkFolder();
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;
    const std::string& path() const { return m_path; }
    std::string operator/(const std::string& name) const { return m_path + "/" + name; }
    // Writes a file; returns its path.
    std::string put(const std::string& name, const std::string& text) const;
    std::vector<std::string> names() const; // of what is in it, sorted

private:
    std::string m_path;
};

std::string readWhole(const std::string& path);

// Fails the test and gives null when it cannot be opened.
std::shared_ptr<const model::Trace> openForTest(const std::vector<std::string>& paths);

// What differs after the way through a file of that name ("x.json.gz" is packed).
std::string lostOnTheWay(const model::Trace& trace, const std::string& file,
                         Allowances allowed = {});

} // namespace longpole::test
