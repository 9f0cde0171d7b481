// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The small tables of a store: everything of a Trace but its columns.
#pragma once

#include "core/base/result.h"
#include "core/model/trace.h"
#include "core/store/sqlite_db.h"

#include <cstdint>

namespace longpole::store {

struct Dimensions
{
    model::TraceParts parts;
    std::uint64_t argsCount = 0; // args objects in all blocks
};

// Inside the caller's transaction. Args blocks are the writer's own.
Result<void> writeDimensions(Database& db, const model::Trace& trace);

// Everything is checked: ids without gaps, references in range, rows and counts that add up.
Result<Dimensions> readDimensions(Database& db);

} // namespace longpole::store
