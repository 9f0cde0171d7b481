// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// One event of a Chrome trace, taken apart but not yet understood.
#pragma once

#include <cstdint>
#include <string_view>

namespace longpole::import {

// A JSON scalar: the text of a number or literal, or the content of a string.
struct Scalar
{
    std::string_view text;
    bool isString = false;
    bool present = false;
};

struct RawEvent
{
    std::string_view phase;
    std::string_view name; // unescaped
    std::string_view category; // unescaped
    Scalar pid;
    Scalar tid;
    Scalar ts;
    Scalar dur;
    Scalar id;
    std::string_view scope; // "s"
    std::string_view bindPoint; // "bp"
    std::string_view lane; // "longpole_lane": see longpole_events.h
    std::string_view args; // JSON text of the object, empty if absent
    bool argsNotObject = false;
    bool empty = true; // {}
    std::uint64_t offset = 0; // of the event in the unpacked file; for messages
};

} // namespace longpole::import
