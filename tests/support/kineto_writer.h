// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Writes events in the text layout of PyTorch's profiler (Kineto), as a stream.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace longpole::test {

// One record of traceEvents. Times are ns since the file's base time; args is the inside of the
// args object, already JSON.
struct KinetoEvent
{
    char phase = 'X'; // X, i, C, s, f
    std::string_view category;
    std::string_view name; // needs no JSON escape
    std::int64_t pid = 0;
    std::int64_t tid = 0;
    std::int64_t ts = 0;
    std::int64_t duration = 0; // X only
    std::int64_t id = 0; // s and f only
    std::string_view args;
};

class KinetoWriter
{
public:
    using Sink = std::function<void(std::string_view)>;

    explicit KinetoWriter(Sink sink);

    // The text before the first event: everything up to `"traceEvents": [`.
    void begin(std::string_view header);
    void event(const KinetoEvent& event);
    // A metadata event (ph M); pid and args are JSON text.
    void metadata(std::string_view name, std::int64_t ts, std::string_view pid, std::int64_t tid,
                  std::string_view args);
    // An element written as it is.
    void raw(std::string_view text);
    void end(std::string_view footer);

    // Written so far, the unflushed part included.
    std::uint64_t bytes() const { return m_flushed + m_text.size(); }
    std::uint64_t events() const { return m_events; }

private:
    void comma();
    void flushIfFull();

    Sink m_sink;
    std::string m_text;
    std::uint64_t m_flushed = 0;
    std::uint64_t m_events = 0;
};

void appendNumber(std::string& text, std::int64_t value);
// Nanoseconds as decimal microseconds with three decimals.
void appendMicroseconds(std::string& text, std::int64_t ns);

} // namespace longpole::test
