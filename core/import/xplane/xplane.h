// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles that XLA writes for JAX and TensorFlow (.xplane.pb).
#pragma once

#include "core/import/importer.h"

namespace longpole::import {

extern const Importer kXplane;

} // namespace longpole::import
