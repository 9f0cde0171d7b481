// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// How long the records of a libcupti are: its own word, got by walking a made-up buffer.
#pragma once

#include "collectors/cupti/cupti_api.h"
#include "collectors/wire/cupti_records.h"

#include <array>
#include <cstdint>

namespace longpole::cupti {

// Bytes per kind; 0: this library doesn't know the kind.
using Strides = std::array<std::uint32_t, wire::kMaxKind>;

Strides probeStrides(const CuptiApi& api);

} // namespace longpole::cupti
