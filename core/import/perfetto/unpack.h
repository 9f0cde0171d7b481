// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Packets that are packed packets.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace longpole::import {

// No packet of packets is larger once unpacked: the tracing service makes them of half a megabyte.
inline constexpr std::size_t kMostUnpacked = std::size_t{64} << 20U;

// Unpack into out; false if the bytes are damaged or unpack to more than kMostUnpacked. out then
// holds what came before.
bool inflatePackets(std::string_view packed, std::string& out); // zlib
bool unpackZstdPackets(std::string_view packed, std::string& out);

} // namespace longpole::import
