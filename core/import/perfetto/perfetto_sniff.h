// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/importer.h"

namespace longpole::import {

// The format has no magic number: its first packets must have the right fields.
Sniff sniffPerfetto(std::string_view head);

} // namespace longpole::import
