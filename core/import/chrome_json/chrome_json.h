// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The importer of Chrome JSON traces, PyTorch/Kineto's dialect included.
#pragma once

#include "core/import/importer.h"

namespace longpole::import {

extern const Importer kChromeJson;

} // namespace longpole::import
