// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger as JSON: [{kind, severity, meaning, count, examples}].
#pragma once

#include "app/cli/output.h"
#include "core/model/ledger.h"

namespace longpole::cli {

inline Json ledgerJson(const model::Ledger& ledger)
{
    Json out = Json::array();
    for (const model::LedgerEntry& e : ledger.entries()) {
        out.push_back({{"kind", e.kind},
                       {"severity", model::severityName(e.severity)},
                       {"meaning", e.meaning},
                       {"count", e.count},
                       {"examples", e.examples}});
    }
    return out;
}

} // namespace longpole::cli
