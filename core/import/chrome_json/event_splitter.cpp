// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/event_splitter.h"

#include "core/import/chrome_json/args_scanner.h"
#include "core/import/chrome_json/repair.h"

#include <algorithm>

namespace longpole::import {

namespace {

using model::Severity;

// An event that doesn't end within this much text is taken for damaged.
constexpr std::size_t kMaxEventBytes = std::size_t{16} << 20U;

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

std::string byteAt(std::uint64_t offset)
{
    return "byte " + std::to_string(offset);
}

// The beginning of the next event after pos: '{' after "},", or at the start of a line with "ph"
// or "name" soon after.
std::size_t nextEvent(std::string_view t, std::size_t pos)
{
    for (std::size_t open = t.find('{', pos); open != std::string_view::npos;
         open = t.find('{', open + 1)) {
        std::size_t i = open;
        while (i > 0 && isSpace(t[i - 1])) {
            --i;
        }
        const bool newLine = i < open && t.substr(i, open - i).find('\n') != std::string_view::npos;
        const bool afterComma = i > 0 && t[i - 1] == ',';
        const std::string_view soon = t.substr(open, 256);
        const bool looksLikeEvent = soon.find("\"ph\"") != std::string_view::npos
            || soon.find("\"name\"") != std::string_view::npos;
        if ((newLine || afterComma) && looksLikeEvent) {
            return open;
        }
    }
    return std::string_view::npos;
}

} // namespace

void EventSplitter::feed(std::string_view text, std::uint64_t offset)
{
    if (m_text.empty()) {
        m_offset = offset;
        m_afterEvent = false;
        m_commas = 0;
    }
    // Between chunks the reader dropped one comma and maybe spaces; offsets stay exact by padding.
    const std::uint64_t end = m_offset + m_text.size();
    if (offset > end && !m_text.empty()) {
        m_text += ',';
        m_text.append(static_cast<std::size_t>(offset - end - 1), ' ');
    }
    m_text += text;
}

void EventSplitter::drain(EventBatch& batch, bool final)
{
    m_text.reserve(m_text.size() + kJsonPadding);
    EventSink sink(batch);
    while (!m_ended && step(batch, sink, final)) { }
    m_offset += m_pos;
    m_text.erase(0, m_pos);
    m_pos = 0;
    if (final && !m_ended) {
        batch.ledger.add("missing-end", Severity::Repaired,
                         "the file ends without closing its list of events", byteAt(m_offset));
        m_text.clear();
    }
}

std::string EventSplitter::takeTail()
{
    return std::exchange(m_text, {});
}

bool EventSplitter::step(EventBatch& batch, EventSink& sink, bool final)
{
    while (m_pos < m_text.size() && (isSpace(m_text[m_pos]) || m_text[m_pos] == ',')) {
        m_commas += m_text[m_pos] == ',' ? 1U : 0U;
        ++m_pos;
    }
    if (m_pos >= m_text.size()) {
        return false;
    }
    switch (m_text[m_pos]) {
    case ']':
        ++m_pos;
        m_ended = true;
        return false;
    case '{':
        noteSeparator(batch);
        return takeObject(batch, sink, final);
    default:
        skipForeign(batch);
        m_afterEvent = false;
        return true;
    }
}

// Called before each event, possibly more than once: counts a wrong number of commas once.
void EventSplitter::noteSeparator(EventBatch& batch)
{
    if (m_afterEvent && m_commas != 1) {
        batch.ledger.add("wrong-separator", Severity::Repaired,
                         "events that are not separated by one comma were read all the same",
                         byteAt(m_offset + m_pos));
    }
    m_afterEvent = false;
    m_commas = 0;
}

bool EventSplitter::takeObject(EventBatch& batch, EventSink& sink, bool final)
{
    const std::string_view text(m_text);
    const std::uint64_t offset = m_offset + m_pos;
    const auto add = [&sink](const RawEvent& e) { sink.add(e); };
    const std::size_t end = balancedEnd(
        text.substr(0, std::min(text.size(), m_pos + kMaxEventBytes)), m_pos, Brackets::OfOneKind);
    if (end != std::string_view::npos
        && m_parser.parseObject(text.substr(m_pos, end - m_pos), offset, add)) {
        m_pos = end;
        m_afterEvent = true;
        return true;
    }
    const bool couldContinue =
        !final && end == std::string_view::npos && text.size() - m_pos < kMaxEventBytes;
    // A damaged string may have swallowed the end: look whether a repair finds one.
    const std::size_t limit = std::min(text.size(), m_pos + kMaxEventBytes);
    if (auto repaired = repairObject(text.substr(0, limit), m_pos)) {
        repaired->json.reserve(repaired->json.size() + kJsonPadding);
        if (m_parser.parseObject(repaired->json, offset, add)) {
            batch.ledger.add("repaired-event", Severity::Repaired,
                             "events that are not valid JSON (control characters, bad UTF-8, stray "
                             "quotes or backslashes, inf or nan) were read after repair",
                             byteAt(offset));
            m_pos = repaired->end;
            m_afterEvent = true;
            return true;
        }
    } else if (couldContinue) {
        return false;
    }
    return skipToNextEvent(batch, final);
}

bool EventSplitter::skipToNextEvent(EventBatch& batch, bool final)
{
    const std::uint64_t offset = m_offset + m_pos;
    const std::size_t next = nextEvent(m_text, m_pos + 1);
    const std::size_t to = next != std::string_view::npos ? next : m_text.size();
    if (next == std::string_view::npos && final) {
        batch.ledger.add("truncated-event", Severity::DataLoss,
                         "the file ends in the middle of an event; that event was left out",
                         byteAt(offset));
    } else {
        batch.ledger.add("unreadable-event", Severity::DataLoss,
                         "text that could not be read as an event was skipped",
                         byteAt(offset) + " to " + std::to_string(m_offset + to));
    }
    m_pos = to;
    return true;
}

void EventSplitter::skipForeign(EventBatch& batch)
{
    const std::uint64_t offset = m_offset + m_pos;
    std::size_t end = m_text.find_first_of(",]{", m_pos);
    if (m_text[m_pos] == '[') {
        end = balancedEnd(m_text, m_pos);
    } else if (m_text[m_pos] == '"') {
        const std::size_t quote = m_text.find('"', m_pos + 1);
        end = quote == std::string::npos ? quote : quote + 1;
    }
    if (end == std::string::npos || end <= m_pos) {
        end = end == std::string::npos ? m_text.size() : m_pos + 1;
    }
    batch.ledger.add("not-an-event", Severity::DataLoss,
                     "things in the list of events that are not objects were left out",
                     byteAt(offset));
    m_pos = end;
}

} // namespace longpole::import
