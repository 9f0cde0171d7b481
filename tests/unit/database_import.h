// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Imports SQLite files for tests and looks at what came out.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <string>
#include <vector>

namespace longpole::test {

// A fresh folder, removed at the end.
class Folder
{
public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::string operator/(const std::string& name) const { return m_path + "/" + name; }
    std::vector<std::string> names() const; // of the files in it, sorted

private:
    std::string m_path;
};

// Detects the format and reads the file; importerId receives which importer was taken.
Result<std::shared_ptr<const model::Trace>> importDatabase(const std::string& path,
                                                           std::string* importerId = nullptr,
                                                           const JobContext& job = {});
// The same for a file made from tests/support/sqlite/NAME.sql and further statements.
std::shared_ptr<const model::Trace> importSql(const std::string& name,
                                              const std::string& more = {});

struct Seen
{
    std::string name;
    std::string track;
    std::string category;
    std::string args;
    std::int64_t start = 0;
    std::int64_t duration = 0;
    model::SliceClass cls = model::SliceClass::Other;
    unsigned depth = 0;
    unsigned row = 0;
    std::uint8_t flags = 0;
    std::string parent;
    std::string launch; // of a GPU operation: "call on track"
};

// All slices, by track, row and start.
std::vector<Seen> slicesOf(const model::Trace& trace);
// Those of that name.
std::vector<Seen> named(const model::Trace& trace, const std::string& name);
// The counter's samples as "time:value" joined by spaces, and its unit.
std::string counterOf(const model::Trace& trace, const std::string& track);
// How often the ledger has that kind; 0 if never.
std::uint64_t counted(const model::Trace& trace, const std::string& kind);

} // namespace longpole::test
