// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/chrome_json/event_text.h"

#include "core/io/json_writer.h"

#include <array>
#include <charconv>

namespace longpole::exporting {

void appendInteger(std::string& out, std::int64_t value)
{
    std::array<char, 24> room{};
    const auto [end, ec] = std::to_chars(room.data(), room.data() + room.size(), value);
    out.append(room.data(), ec == std::errc() ? static_cast<std::size_t>(end - room.data()) : 0);
}

void appendMicroseconds(std::string& out, std::int64_t ns)
{
    // As a natural number, which the lowest int64 has, too.
    auto n = static_cast<std::uint64_t>(ns);
    if (ns < 0) {
        out += '-';
        n = 0 - n;
    }
    std::array<char, 24> room{};
    const auto [end, ec] = std::to_chars(room.data(), room.data() + room.size(), n / 1000);
    out.append(room.data(), ec == std::errc() ? static_cast<std::size_t>(end - room.data()) : 0);
    const auto rest = static_cast<unsigned>(n % 1000);
    const char digits[] = {'.', static_cast<char>('0' + rest / 100),
                           static_cast<char>('0' + rest / 10 % 10),
                           static_cast<char>('0' + rest % 10)};
    out.append(digits, sizeof digits);
}

EventText& EventText::begin(char phase)
{
    std::string& out = text();
    out += m_first ? "\n{\"ph\":\"" : ",\n{\"ph\":\"";
    out += phase;
    out += '"';
    m_first = false;
    return *this;
}

EventText& EventText::name(std::string_view value)
{
    text() += ",\"name\":";
    io::appendJsonText(text(), value);
    return *this;
}

EventText& EventText::category(std::string_view value)
{
    text() += ",\"cat\":";
    io::appendJsonText(text(), value);
    return *this;
}

EventText& EventText::place(const std::string& pidToken, const std::string& tidToken)
{
    std::string& out = text();
    out += ",\"pid\":";
    out += pidToken;
    out += ",\"tid\":";
    out += tidToken;
    return *this;
}

EventText& EventText::time(std::int64_t ns)
{
    text() += ",\"ts\":";
    appendMicroseconds(text(), ns);
    return *this;
}

EventText& EventText::duration(std::int64_t ns)
{
    text() += ",\"dur\":";
    appendMicroseconds(text(), ns);
    return *this;
}

EventText& EventText::id(std::int64_t id)
{
    text() += ",\"id\":";
    appendInteger(text(), id);
    return *this;
}

EventText& EventText::lane(std::string_view lane)
{
    if (!lane.empty()) {
        text() += ",\"longpole_lane\":";
        io::appendJsonText(text(), lane);
    }
    return *this;
}

EventText& EventText::raw(std::string_view member, std::string_view json)
{
    std::string& out = text();
    out += ",\"";
    out += member;
    out += "\":";
    out += json;
    return *this;
}

Result<void> EventText::end()
{
    text() += '}';
    if (m_job.step()) {
        return fail(Errc::Cancelled, "cancelled");
    }
    return m_sink.flush();
}

} // namespace longpole::exporting
