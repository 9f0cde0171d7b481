// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments that Kineto gives GPU operations and API calls.
#pragma once

#include "core/import/event_batch.h"

#include <string_view>

namespace longpole::import {

// Fills facts and device from an args object (JSON text). False if it names neither device, stream
// nor correlation, so that this is no GPU operation of Kineto's.
bool readGpuArgs(std::string_view args, EventBatch& batch, GpuFacts& facts, std::int64_t& device);

void readApiArgs(std::string_view args, ApiFacts& facts);

} // namespace longpole::import
