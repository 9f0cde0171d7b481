// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocprof/json_walker.h"

#include <algorithm>
#include <optional>

namespace longpole::import {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20U;

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

bool isGroup(std::string_view key)
{
    return key == "strings" || key == "callback_records" || key == "buffer_records";
}

} // namespace

Result<void> JsonWalker::walk(const std::function<void(const JsonItem&)>& item)
{
    m_item = &item;
    bool found = false;
    if (peek() != '{') {
        return m_error ? Result<void>(fail(*m_error))
                       : fail(Errc::Format, "is no JSON object, so no rocprofv3 result");
    }
    const bool whole = members([&](const std::string& key) {
        if (key != "rocprofiler-sdk-tool" || peek() != '[') {
            return value(false);
        }
        found = true;
        return elements([&] {
            const bool fine = peek() == '{' ? process() : value(false);
            ++m_process;
            return fine;
        });
    });
    if (m_error) {
        return fail(*m_error);
    }
    if (m_job.cancelled()) {
        return fail(Errc::Cancelled, "cancelled");
    }
    if (!found) {
        return fail(Errc::Format,
                    "holds no list \"rocprofiler-sdk-tool\"; write the result with: "
                    "rocprofv3 --output-format json");
    }
    if (!whole && m_stopped.empty()) {
        stop("the file ends early");
    }
    return {};
}

bool JsonWalker::stop(std::string_view why)
{
    if (m_stopped.empty()) {
        m_stopped = std::string(why) + " (byte " + std::to_string(m_base + m_pos) + ")";
    }
    return false;
}

// Forgets what was passed and reads on.
bool JsonWalker::refill()
{
    const std::size_t from = m_keeping ? m_kept : m_pos;
    m_buffer.erase(0, from);
    m_base += from;
    m_pos -= from;
    m_kept -= std::min(m_kept, from);
    const std::size_t have = m_buffer.size();
    if (m_buffer.capacity() < have + kPiece) {
        m_buffer.reserve(std::max(2 * have, have + kPiece));
    }
    m_buffer.resize(have + kPiece);
    const auto got = m_source.read(std::span(m_buffer).subspan(have));
    if (!got) {
        m_error = got.error();
    }
    m_buffer.resize(have + (got ? *got : 0));
    const auto total = m_source.total();
    m_job.report({"reading",
                  total && *total > 0 ? static_cast<int>(
                      std::min<std::uint64_t>(1000, m_source.consumed() / (*total / 1000 + 1)))
                                      : -1,
                  m_source.consumed(), 0});
    return m_buffer.size() > have && !m_job.cancelled();
}

// The next character that is no white space, or -1 at the end.
int JsonWalker::peek()
{
    while (true) {
        while (m_pos < m_buffer.size() && isSpace(m_buffer[m_pos])) {
            ++m_pos;
        }
        if (m_pos < m_buffer.size()) {
            return static_cast<unsigned char>(m_buffer[m_pos]);
        }
        if (!refill()) {
            return -1;
        }
    }
}

bool JsonWalker::expect(char c)
{
    const int next = peek();
    if (next != c) {
        return stop(next < 0 ? "the file ends early" : "the JSON is broken");
    }
    ++m_pos;
    return true;
}

// A key; those of interest hold no escapes.
bool JsonWalker::string(std::string& out)
{
    if (peek() != '"' || !value(true)) {
        return stop(peek() < 0 ? "the file ends early" : "the JSON is broken");
    }
    out = text().substr(1, text().size() - 2);
    return true;
}

bool JsonWalker::value(bool keep)
{
    const int first = peek();
    if (first < 0) {
        return stop("the file ends early");
    }
    m_kept = m_pos;
    m_keeping = keep;
    const bool plain = first != '{' && first != '[' && first != '"';
    std::size_t depth = 0;
    bool inText = false;
    bool escaped = false;
    while (true) {
        if (m_pos == m_buffer.size()) {
            if (m_keeping && m_pos - m_kept > kLongestRecord) {
                m_keeping = false; // too long: passed over
                ++m_tooLong;
            }
            if (!refill()) {
                m_keeping = false;
                return plain && depth == 0 && m_pos > m_kept ? true : stop("the file ends early");
            }
        }
        const char c = m_buffer[m_pos];
        if (inText) {
            inText = escaped || c != '"';
            escaped = !escaped && c == '\\';
            ++m_pos;
            if (!inText && depth == 0) {
                break;
            }
            continue;
        }
        if (plain && depth == 0 && (c == ',' || c == ']' || c == '}' || isSpace(c))) {
            break;
        }
        ++m_pos;
        if (c == '"') {
            inText = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if ((c == '}' || c == ']') && (depth == 0 || --depth == 0)) {
            break;
        }
    }
    m_keeping = false;
    return m_pos > m_kept || stop("the JSON is broken");
}

template <class F>
bool JsonWalker::members(F f)
{
    if (!expect('{')) {
        return false;
    }
    if (peek() == '}') {
        ++m_pos;
        return true;
    }
    std::string key;
    while (true) {
        if (!string(key) || !expect(':') || !f(key)) {
            return false;
        }
        const int next = peek();
        if (next == '}') {
            ++m_pos;
            return true;
        }
        if (!expect(',')) {
            return false;
        }
    }
}

template <class F>
bool JsonWalker::elements(F f)
{
    if (!expect('[')) {
        return false;
    }
    if (peek() == ']') {
        ++m_pos;
        return true;
    }
    while (true) {
        if (!f()) {
            return false;
        }
        const int next = peek();
        if (next == ']') {
            ++m_pos;
            return true;
        }
        if (!expect(',')) {
            return false;
        }
    }
}

bool JsonWalker::deliver(const std::string& path)
{
    const std::uint64_t skipped = m_tooLong;
    if (!value(true)) {
        return false;
    }
    if (m_tooLong == skipped) {
        (*m_item)({path, text(), m_base + m_kept, m_process});
    }
    return true;
}

// A list delivers its elements, anything else itself.
bool JsonWalker::values(const std::string& path)
{
    return peek() == '[' ? elements([&] { return deliver(path); }) : deliver(path);
}

bool JsonWalker::process()
{
    return members([&](const std::string& key) {
        if (!isGroup(key) || peek() != '{') {
            return values(key);
        }
        const std::string group = key + "/"; // the key's storage is reused by the inner members
        return members([&](const std::string& inner) { return values(group + inner); });
    });
}

} // namespace longpole::import
