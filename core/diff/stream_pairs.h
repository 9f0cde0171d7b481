// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which stream of one recording plays the role of which of the other: stream numbers are the
// driver's choice.
#pragma once

#include "core/diff/match.h"

namespace longpole::diff {

// Devices pair by rank and number, in order. Their streams pair by how many operations of equal
// name they have in common, most first; equal stream numbers win ties. Streams with nothing in
// common stay alone.
std::vector<StreamPair> pairStreams(const Side& before, const Side& after);

} // namespace longpole::diff
