// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Whether several files are the parts of one trace or two traces to compare. They are parts where
// they declare different ranks of one world size, or where their formats differ and they were
// recorded at the same time. Everything else is two traces.
#pragma once

#include "core/base/time.h"
#include "core/model/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace longpole::open {

// What is known of a file, perhaps without having read all of it.
struct FileFacts
{
    std::string name; // for people: the name without its folder
    std::string format; // importer id, or what the trace says
    std::int32_t rank = -1; // as declared in the file, else in its name; -1 none
    std::int32_t worldSize = -1; // -1 unknown
    bool timeless = false; // kernel profiles: nothing that has a place in time
    bool complete = false; // all of the file was read: what is missing here is not in it
    std::optional<TimeRange> wallClock; // ns since 1970
    std::string runFolder; // of formats that write one run as several files: their folder
};

struct JoinChoice
{
    enum class Answer : std::uint8_t
    {
        Join,
        Compare,
        Unknown // read the files whole and ask again
    };
    Answer answer = Answer::Unknown;
    std::string why; // a clause for people: "they are ranks 0 and 1"
};

JoinChoice chooseJoin(const std::vector<FileFacts>& files);

// All of it, from a trace that was read. path: as the user named it.
FileFacts factsOf(const model::Trace& trace, const std::string& path);

} // namespace longpole::open
