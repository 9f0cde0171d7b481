// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/importer.h"

namespace longpole::import {

// The format has no magic number: its messages must have the right fields, and its planes names.
Sniff sniffXplane(std::string_view head);

} // namespace longpole::import
