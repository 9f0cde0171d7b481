// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/kineto_writer.h"

#include <array>
#include <charconv>
#include <utility>

namespace longpole::test {

namespace {

constexpr std::size_t kFlushBytes = std::size_t{1} << 20;

} // namespace

void appendNumber(std::string& text, std::int64_t value)
{
    std::array<char, 24> digits = {};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    text.append(digits.data(), end);
}

void appendMicroseconds(std::string& text, std::int64_t ns)
{
    appendNumber(text, ns / 1000);
    const auto rest = static_cast<int>(ns % 1000);
    text += '.';
    text += static_cast<char>('0' + rest / 100);
    text += static_cast<char>('0' + rest / 10 % 10);
    text += static_cast<char>('0' + rest % 10);
}

KinetoWriter::KinetoWriter(Sink sink)
    : m_sink(std::move(sink))
{
    m_text.reserve(kFlushBytes + 4096);
}

void KinetoWriter::begin(std::string_view header)
{
    m_text += header;
}

void KinetoWriter::comma()
{
    m_text += m_events == 0 ? "\n" : ",\n";
    ++m_events;
}

void KinetoWriter::flushIfFull()
{
    if (m_text.size() >= kFlushBytes) {
        m_sink(m_text);
        m_flushed += m_text.size();
        m_text.clear();
    }
}

void KinetoWriter::event(const KinetoEvent& event)
{
    comma();
    std::string& t = m_text;
    const bool flow = event.phase == 's' || event.phase == 'f';
    t += "  {\n    \"ph\": \"";
    t += event.phase;
    if (flow) {
        t += "\", \"id\": ";
        appendNumber(t, event.id);
    } else {
        t += "\", \"cat\": \"";
        t += event.category;
        t += event.phase == 'i' ? "\", \"s\": \"t\", \"name\": \"" : "\", \"name\": \"";
        t += event.name;
        t += '"';
    }
    t += ", \"pid\": ";
    appendNumber(t, event.pid);
    t += ", \"tid\": ";
    appendNumber(t, event.tid);
    t += flow ? ", \"ts\": " : ",\n    \"ts\": ";
    appendMicroseconds(t, event.ts);
    if (flow) {
        t += ",\n    \"cat\": \"";
        t += event.category;
        t += "\", \"name\": \"";
        t += event.category;
        t += event.phase == 'f' ? "\", \"bp\": \"e\"\n  }" : "\"\n  }";
    } else {
        if (event.phase == 'X') {
            t += ", \"dur\": ";
            appendMicroseconds(t, event.duration);
        }
        t += ",\n    \"args\": {\n      ";
        t += event.args;
        t += "\n    }\n  }";
    }
    flushIfFull();
}

void KinetoWriter::metadata(std::string_view name, std::int64_t ts, std::string_view pid,
                            std::int64_t tid, std::string_view args)
{
    comma();
    m_text += "  {\n    \"name\": \"";
    m_text += name;
    m_text += "\", \"ph\": \"M\", \"ts\": ";
    appendMicroseconds(m_text, ts);
    m_text += ", \"pid\": ";
    m_text += pid;
    m_text += ", \"tid\": ";
    appendNumber(m_text, tid);
    m_text += ",\n    \"args\": {\n      ";
    m_text += args;
    m_text += "\n    }\n  }";
    flushIfFull();
}

void KinetoWriter::raw(std::string_view text)
{
    comma();
    m_text += text;
    flushIfFull();
}

void KinetoWriter::end(std::string_view footer)
{
    m_text += footer;
    m_sink(m_text);
    m_flushed += m_text.size();
    m_text.clear();
}

} // namespace longpole::test
