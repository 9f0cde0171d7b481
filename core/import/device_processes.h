// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/raw_trace.h"

namespace longpole::import {

// XLA's trace.json.gz has a "process" called "/device:GPU:3" for each GPU: makes the tracks of such
// processes tracks of that device. What stands there and is no stream is projected onto the device.
void adoptDeviceProcesses(RawTrace& raw);

} // namespace longpole::import
