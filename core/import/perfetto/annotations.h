// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Debug annotations of track events → JSON.
#pragma once

#include "core/import/perfetto/sequence.h"
#include "core/model/ledger.h"

#include <string>

namespace longpole::import {

// A JSON object; empty if the event has no annotations.
std::string annotationsJson(const perfetto::TrackEvent& event, const Sequence& sequence,
                            model::Ledger& ledger);

// "{…}" and "{…}" → one object with the members of both. Either may be empty.
std::string mergedObjects(const std::string& first, const std::string& second);

} // namespace longpole::import
