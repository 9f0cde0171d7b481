// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The careful way through an event list: event by event, string-aware, repairing what is damaged.
// For chunks that the quick way could not take whole, and for the end of the list.
#pragma once

#include "core/import/chrome_json/event_parser.h"
#include "core/import/chrome_json/event_sink.h"
#include "core/import/event_batch.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace longpole::import {

class EventSplitter
{
public:
    // Adds text (the continuation of what came before, at that offset in the file).
    void feed(std::string_view text, std::uint64_t offset);
    // Takes all whole events into the batch; with `final`, also makes what it can of the rest.
    void drain(EventBatch& batch, bool final);
    // True between events: nothing is kept back, so the next chunk can be taken the quick way.
    bool idle() const { return m_text.empty(); }
    // True once the list's ']' was seen; the rest of the file is tail.
    bool ended() const { return m_ended; }
    std::string takeTail();

private:
    bool step(EventBatch& batch, EventSink& sink, bool final);
    void noteSeparator(EventBatch& batch);
    bool takeObject(EventBatch& batch, EventSink& sink, bool final);
    bool skipToNextEvent(EventBatch& batch, bool final);
    void skipForeign(EventBatch& batch);

    EventParser m_parser;
    std::string m_text;
    std::size_t m_pos = 0;
    std::uint64_t m_offset = 0; // of m_text[0] in the file
    bool m_ended = false;
    bool m_afterEvent = false; // the last thing read was an event
    std::size_t m_commas = 0; // seen since the last thing read
};

} // namespace longpole::import
