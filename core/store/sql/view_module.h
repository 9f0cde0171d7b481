// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The SQL views as SQLite virtual tables in a database of one query.
#pragma once

#include "core/base/result.h"
#include "core/model/trace.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

struct sqlite3;

namespace longpole::store {

// What all cursors of one query share. Must outlive the database.
class ViewContext
{
public:
    explicit ViewContext(const model::Trace& trace)
        : m_trace(trace)
    { }
    const model::Trace& trace() const { return m_trace; }
    // All strings equal to `text`, ascending; stays valid.
    const std::vector<StringId>* namesEqualTo(std::string_view text);

private:
    const model::Trace& m_trace;
    std::unordered_map<std::string, std::vector<StringId>> m_found;
    std::unordered_multimap<std::string_view, std::uint32_t>
        m_all; // built for the second text asked for
};

// Registers every view of sqlViews() under its name; usable without CREATE.
Result<void> registerViews(sqlite3* db, ViewContext& context);

} // namespace longpole::store
