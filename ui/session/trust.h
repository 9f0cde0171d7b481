// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// How far a trace can be trusted, in words, from its ledger.
#pragma once

#include "core/model/ledger.h"

#include <QString>

namespace longpole::session {

struct Trust
{
    model::Severity worst = model::Severity::Info;
    QString words; // for the status bar: "12 repaired", "complete"
    QString sentence; // for panels
};

Trust trustOf(const model::Ledger& ledger);

} // namespace longpole::session
