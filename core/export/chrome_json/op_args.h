// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The args of exported events: what the trace kept, plus the members by which Kineto's readers know
// what a GPU operation or an API call is.
#pragma once

#include "core/model/trace.h"

#include <simdjson.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::exporting {

class OpArgs
{
public:
    // One member that a reader is to find; wanted values of kNull64 are not to be found.
    enum class Form : std::uint8_t
    {
        Integer,
        Id, // 0 is none, too
        Time, // ns, written as microseconds; 0 is none, too
        Triple, // [x, y, z]
        Text
    };
    struct Member
    {
        std::string_view name;
        std::string_view otherName; // read alike
        Form form = Form::Integer;
        std::int64_t number = model::kNull64;
        std::uint32_t triple[3] = {model::kNull32, model::kNull32, model::kNull32};
        std::string_view text;
    };

    // Appends an object: the original (JSON text; may be empty) with the members. An original that
    // is no valid JSON object becomes the text member "args". Where the original has a member of
    // that name that says otherwise, it is kept as "original NAME".
    void append(std::string& out, std::string_view original, const std::vector<Member>& members);
    // Appends ,"args":{…} unless there is nothing to say.
    void appendMember(std::string& out, std::string_view original);

    std::uint64_t invalid() const { return m_invalid; }

private:
    bool valid(std::string_view json);

    simdjson::dom::parser m_parser;
    std::string m_padded;
    std::uint64_t m_invalid = 0;
};

} // namespace longpole::exporting
