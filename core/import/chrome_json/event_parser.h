// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// JSON text → events. simdjson finds where the tokens begin, with the processor's widest
// instructions, and checks strings and UTF-8; the tokens are then gone through in one pass. That
// takes half the time of simdjson's own front ends, which know nothing of what an event looks like.
#pragma once

#include "core/import/chrome_json/raw_event.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

namespace longpole::import {

// Text that simdjson may read beyond: at least this many readable bytes must follow it.
inline constexpr std::size_t kJsonPadding = 64;

// One per thread.
class EventParser
{
public:
    EventParser();
    ~EventParser();
    EventParser(const EventParser&) = delete;
    EventParser& operator=(const EventParser&) = delete;

    // What an event points to is valid only during the call.
    using Add = std::function<void(const RawEvent&)>;

    // text is "[ {…}, {…} ]": true if it is valid and every element is an object; then all events
    // have been added. Otherwise some may have been, and must be thrown away. Also false if there
    // is no element. What is in no use here (the inside of args, members with other names) need
    // only have brackets that balance.
    // offset: where the character after '[' lies in the file.
    bool parseArray(std::string_view text, std::uint64_t offset, const Add& add);
    // text is "{…}". False if it isn't valid; nothing was added then.
    bool parseObject(std::string_view text, std::uint64_t offset, const Add& add);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace longpole::import
