// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The stalls as tables: one by one, by cause, by iteration; gathered off the GUI thread.
#pragma once

#include "core/analysis/table.h"
#include "core/base/job.h"
#include "ui/path/table_key.h"

#include <QRgb>

#include <vector>

namespace longpole::panels {

using path_ui::TableKey;

struct StallTables
{
    analysis::Table stalls; // longest first
    std::vector<QRgb> stallColours;
    std::vector<session::StallRef> stallOfRow;
    std::size_t leftOut = 0; // shorter ones
    std::int64_t leftOutNs = 0;
    analysis::Table causes; // per device and cause, longest first
    std::vector<QRgb> causeColours;
    // A stall belongs to the iteration in which it ends; those after the last or before the first
    // one have a row of their own.
    analysis::Table iterations;
};

inline constexpr std::size_t kMostStallRows = 20'000;

StallTables makeStallTables(const TableKey& key, const JobContext& job);

} // namespace longpole::panels
