// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/laid_out.h"

#include <algorithm>

namespace longpole::model {

bool isLaidOut(const Ledger& ledger)
{
    return std::any_of(ledger.entries().begin(), ledger.entries().end(),
                       [](const LedgerEntry& e) { return e.kind == kLaidOutKind; });
}

} // namespace longpole::model
