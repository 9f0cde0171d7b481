// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// One plane of an XLA profile (a device, the host) as it lies in the file. Its events come before
// the tables that name them, so the lines are kept as bytes until the plane is complete.
#pragma once

#include "core/import/proto_input.h"
#include "core/import/xplane/xplane.pb.h"
#include "core/model/ledger.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace longpole::import {

struct Plane
{
    std::int64_t id = 0;
    std::string name;
    std::vector<std::string> lines; // XLine messages, unparsed
    std::unordered_map<std::int64_t, xplane::EventMetadata> eventNames;
    std::unordered_map<std::int64_t, std::string> statNames;
    std::vector<xplane::Stat> stats;
};

// What stands before the events of a line.
struct LineHead
{
    std::int64_t id = 0;
    std::int64_t timestampNs = 0;
    std::string name; // as shown
};

// Reads the plane that ends at this offset. What can't be read goes to the ledger; what can is in
// the plane, even where the file ends early (see stream.end()).
Plane readPlane(ProtoStream& stream, std::uint64_t endOffset, model::Ledger& ledger);

LineHead readLineHead(std::string_view line);

} // namespace longpole::import
