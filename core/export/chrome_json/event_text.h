// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the events of a Chrome trace, one a line.
#pragma once

#include "core/export/export_job.h"
#include "core/export/text_sink.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace longpole::exporting {

// "12.345" for 12345 ns.
void appendMicroseconds(std::string& out, std::int64_t ns);
void appendInteger(std::string& out, std::int64_t value);

// Members are written in the order of the calls; tokens are JSON as it is.
class EventText
{
public:
    EventText(TextSink& sink, ExportJob& job)
        : m_sink(sink)
        , m_job(job)
    { }
    // Begins an event: {"ph":"X"
    EventText& begin(char phase);
    EventText& name(std::string_view text);
    EventText& category(std::string_view text);
    EventText& place(const std::string& pidToken, const std::string& tidToken);
    EventText& time(std::int64_t ns);
    EventText& duration(std::int64_t ns);
    EventText& id(std::int64_t id);
    EventText& lane(std::string_view lane); // nothing if empty
    // Any other member; json is JSON.
    EventText& raw(std::string_view member, std::string_view json);
    std::string& text() { return m_sink.text(); } // for longer members: begin with a comma
    // Ends the event. Fails when it can't be written or the job is cancelled.
    Result<void> end();

private:
    TextSink& m_sink;
    ExportJob& m_job;
    bool m_first = true;
};

} // namespace longpole::exporting
