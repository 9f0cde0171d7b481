// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of Perfetto packets by their field number.
#pragma once

#include <cstdint>
#include <string_view>

namespace longpole::import {

enum class PacketUse : std::uint8_t
{
    Shown, // read here
    Quiet, // says how the trace was made; nothing of it would be drawn
    Counted, // another data source: counted in the ledger
    Envelope // says something of the packet itself
};

struct PacketKind
{
    std::uint32_t number;
    std::string_view name;
    PacketUse use;
    bool isMessage; // length-delimited; else a number
};

// Null for numbers that are none of Perfetto's.
const PacketKind* packetKind(std::uint32_t number);

} // namespace longpole::import
