// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/chunk_reader.h"

#include "core/import/chrome_json/args_scanner.h"
#include "core/import/chrome_json/event_parser.h"

#include <algorithm>
#include <cstring>

namespace longpole::import {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20U;
constexpr std::size_t kMaxChunkBytes = std::size_t{64} << 20U;
constexpr std::size_t kMaxHeadBytes = std::size_t{256} << 20U;

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

std::size_t skipSpace(std::string_view t, std::size_t i)
{
    while (i < t.size() && isSpace(t[i])) {
        ++i;
    }
    return i;
}

struct HeadScan
{
    enum class State : std::uint8_t
    {
        Found,
        NeedMore,
        NoEvents
    };
    State state = State::NeedMore;
    std::size_t eventsAt = 0; // one past '['
};

// Looks for the '[' of the event list: the first character, or the value of "traceEvents" in the
// outermost object.
HeadScan scanHead(std::string_view t)
{
    std::size_t i = skipSpace(t, t.starts_with("\xef\xbb\xbf") ? 3 : 0);
    if (i >= t.size()) {
        return {};
    }
    if (t[i] == '[') {
        return {HeadScan::State::Found, i + 1};
    }
    if (t[i] != '{') {
        return {HeadScan::State::NoEvents, 0};
    }
    for (++i;;) {
        i = skipSpace(t, i);
        if (i < t.size() && t[i] == ',') {
            ++i;
            continue;
        }
        if (i >= t.size()) {
            return {};
        }
        if (t[i] != '"') {
            return {HeadScan::State::NoEvents, 0};
        }
        const std::size_t close = t.find('"', i + 1);
        if (close == std::string_view::npos) {
            return {};
        }
        const std::string_view key = t.substr(i + 1, close - i - 1);
        i = skipSpace(t, close + 1);
        if (i < t.size() && t[i] == ':') {
            i = skipSpace(t, i + 1);
        }
        if (i >= t.size()) {
            return {};
        }
        if (key == "traceEvents") {
            return {t[i] == '[' ? HeadScan::State::Found : HeadScan::State::NoEvents, i + 1};
        }
        if (t[i] == '{' || t[i] == '[') {
            i = balancedEnd(t, i);
        } else if (t[i] == '"') {
            std::size_t q = i + 1;
            while (q < t.size() && t[q] != '"') {
                q += t[q] == '\\' ? 2 : 1;
            }
            i = q < t.size() ? q + 1 : std::string_view::npos;
        } else {
            i = t.find_first_of(",}", i);
        }
        if (i == std::string_view::npos) {
            return {};
        }
        if (t[i] == '}') {
            return {HeadScan::State::NoEvents, 0};
        }
    }
}

// What stands between the line's beginning and the event at pos, if the event begins a line.
std::string indentAt(std::string_view text, std::size_t pos)
{
    std::size_t i = pos;
    while (i > 0 && (text[i - 1] == ' ' || text[i - 1] == '\t')) {
        --i;
    }
    return i > 0 && text[i - 1] == '\n' ? std::string(text.substr(i - 1, pos - i + 1))
                                        : std::string();
}

} // namespace

Result<std::size_t> ChunkReader::fill(std::span<char> into)
{
    std::size_t have = 0;
    while (have < into.size()) {
        auto n = m_source.read(into.subspan(have));
        if (!n) {
            return fail(n.error());
        }
        if (*n == 0) {
            m_atEnd = true;
            break;
        }
        have += *n;
    }
    return have;
}

Result<void> ChunkReader::readHead(const JobContext& job)
{
    std::string text;
    std::size_t step = 64 * 1024;
    for (;;) {
        const std::size_t before = text.size();
        text.resize(before + step);
        const auto n = fill(std::span(text).subspan(before));
        if (!n) {
            return fail(n.error());
        }
        text.resize(before + *n);
        const HeadScan scan = scanHead(text);
        if (scan.state == HeadScan::State::Found) {
            m_head = text.substr(0, scan.eventsAt);
            m_carry = text.substr(scan.eventsAt);
            m_offset = scan.eventsAt;
            m_indent = indentAt(text, skipSpace(text, scan.eventsAt));
            return {};
        }
        if (scan.state == HeadScan::State::NoEvents || m_atEnd) {
            return fail(Errc::Format,
                        "is JSON, but has no list of trace events (\"traceEvents\"); export a "
                        "Chrome trace from the profiler",
                        m_source.name());
        }
        if (text.size() > kMaxHeadBytes) {
            return fail(Errc::Limit, "has over 256 MiB before its trace events", m_source.name());
        }
        if (job.cancelled()) {
            return fail(Errc::Cancelled, "cancelled", m_source.name());
        }
        step = text.size();
    }
}

// One past the '}' of the last event that surely ends in text; 0 if there is none.
std::size_t ChunkReader::findCut(std::string_view text, std::string_view indent)
{
    const auto endBefore = [&](std::size_t open) -> std::size_t {
        std::size_t i = open;
        while (i > 0 && isSpace(text[i - 1])) {
            --i;
        }
        if (i == 0 || text[i - 1] != ',') {
            return 0;
        }
        --i;
        while (i > 0 && isSpace(text[i - 1])) {
            --i;
        }
        return i > 0 && text[i - 1] == '}' ? i : 0;
    };
    if (!indent.empty()) {
        const std::string line = std::string(indent) + "{";
        for (std::size_t at = text.rfind(line); at != std::string_view::npos && at > 0;
             at = text.rfind(line, at - 1)) {
            if (const std::size_t end = endBefore(at + line.size() - 1); end != 0) {
                return end;
            }
        }
    }
    for (std::size_t open = text.rfind('{'); open != std::string_view::npos && open > 0;
         open = text.rfind('{', open - 1)) {
        if (const std::size_t end = endBefore(open); end != 0) {
            return end;
        }
    }
    return 0;
}

Result<bool> ChunkReader::next(Chunk& chunk)
{
    std::vector<char>& buffer = chunk.buffer;
    const auto makeRoom = [&buffer](std::size_t size) { // '[' and ']' around the text
        buffer.resize(std::max(buffer.size(), size + 2 + kJsonPadding));
    };
    std::size_t have = m_carry.size();
    makeRoom(have);
    std::copy(m_carry.begin(), m_carry.end(), buffer.begin() + 1);
    std::size_t cut = 0;
    for (std::size_t target = kChunkBytes;; target *= 2) {
        if (have < target && !m_atEnd) {
            makeRoom(target);
            const auto n = fill(std::span(buffer).subspan(1 + have, target - have));
            if (!n) {
                return fail(n.error());
            }
            have += *n;
        }
        if (m_atEnd || have >= kMaxChunkBytes) {
            cut = have;
            break;
        }
        cut = findCut({buffer.data() + 1, have}, m_indent);
        if (cut != 0) {
            break;
        }
    }
    chunk.last = m_atEnd && cut == have;
    if (cut == 0 && chunk.last) {
        chunk.size = 0;
        return false;
    }
    const std::string_view text(buffer.data() + 1, have);
    // The comma belongs to no chunk.
    std::size_t used = cut;
    if (!chunk.last) {
        const std::size_t comma = skipSpace(text, cut);
        used = comma < have && text[comma] == ',' ? comma + 1 : cut;
    }
    m_carry = text.substr(used);
    buffer[0] = '[';
    buffer[cut + 1] = ']';
    std::memset(buffer.data() + cut + 2, ' ', kJsonPadding);
    chunk.size = cut;
    chunk.offset = m_offset;
    m_offset += used;
    return true;
}

} // namespace longpole::import
