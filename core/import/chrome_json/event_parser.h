// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// JSON text → events, with simdjson.
#pragma once

#include "core/import/chrome_json/event_sink.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
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

    // text is "[ {…}, {…} ]": true if it is valid and every element is an object; then all events
    // are in the sink. Otherwise the sink's batch must be thrown away.
    // offset: where the character after '[' lies in the file.
    bool parseArray(std::string_view text, std::uint64_t offset, EventSink& sink);
    // text is "{…}". False if it isn't valid; nothing was added then.
    bool parseObject(std::string_view text, std::uint64_t offset, EventSink& sink);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace longpole::import
