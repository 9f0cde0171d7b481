// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The stats of an event: its arguments as JSON, and those that mean something to a GPU timeline.
#pragma once

#include "core/import/xla_details.h"
#include "core/import/xplane/plane_reader.h"

#include <optional>
#include <string>

namespace longpole::import {

// What the stats of one event say; texts live as long as the message they came from.
struct EventStats
{
    std::int64_t correlation = model::kNull64;
    std::int64_t context = model::kNull64;
    std::int64_t graphId = model::kNull64;
    XlaDetails details;
    // Work handed from one event to another: both name the same (type, id).
    std::optional<std::int64_t> producerId;
    std::optional<std::int64_t> consumerId;
    std::int64_t producerType = 0;
    std::int64_t consumerType = 0;
    std::optional<std::uint32_t> step; // of the program, where the event marks one
    bool ofHlo = false; // an operation of the compiled program
    std::string args; // JSON object; empty if there are no stats
};

EventStats readStats(const Plane& plane, const xplane::Event& event,
                     const xplane::EventMetadata* metadata);

// A stat as text, number or not.
std::string statText(const Plane& plane, const xplane::Stat& stat);
std::string_view statName(const Plane& plane, const xplane::Stat& stat);
// The plane's own stats as a JSON object.
std::string planeProperties(const Plane& plane);

} // namespace longpole::import
