// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/chrome_json/op_args.h"

#include "core/export/chrome_json/event_text.h"
#include "core/import/chrome_json/args_scanner.h"
#include "core/import/chrome_json/json_text.h"
#include "core/import/decimal_time.h"
#include "core/io/json_writer.h"

#include <algorithm>

namespace longpole::exporting {

namespace {

using import::ArgsScanner;
using import::Scalar;
using model::kNull32;
using model::kNull64;
using Form = OpArgs::Form;
using Member = OpArgs::Member;

bool isWanted(const Member& m)
{
    switch (m.form) {
    case Form::Triple:
        return m.triple[0] != kNull32;
    case Form::Text:
        return !m.text.empty();
    case Form::Id:
    case Form::Time:
        return m.number != kNull64 && m.number != 0;
    case Form::Integer:
        break;
    }
    return m.number != kNull64;
}

void appendValue(std::string& out, const Member& m)
{
    switch (m.form) {
    case Form::Time:
        appendMicroseconds(out, m.number);
        return;
    case Form::Text:
        io::appendJsonText(out, m.text);
        return;
    case Form::Triple:
        out += '[';
        for (int i = 0; i < 3 && m.triple[i] != kNull32; ++i) {
            out += i > 0 ? "," : "";
            appendInteger(out, m.triple[i]);
        }
        out += ']';
        return;
    case Form::Integer:
    case Form::Id:
        appendInteger(out, m.number);
    }
}

// Whether a reader finds in the value what it is to find.
bool says(const Scalar& value, const Member& m)
{
    switch (m.form) {
    case Form::Text:
        return import::jsonText(value.text) == m.text;
    case Form::Triple: {
        std::string digits;
        std::copy_if(value.text.begin(), value.text.end(), std::back_inserter(digits),
                     [](char c) { return c != ' ' && c != '\n' && c != '\t' && c != '\r'; });
        std::string wanted;
        appendValue(wanted, m);
        return digits == wanted;
    }
    case Form::Time:
        return import::microsecondsToNs(value.text).value_or(0)
            == (m.number == kNull64 ? 0 : m.number);
    case Form::Id:
        return import::parseInteger(value.text).value_or(0) == (m.number == kNull64 ? 0 : m.number);
    case Form::Integer:
        break;
    }
    return import::parseInteger(value.text).value_or(kNull64) == m.number;
}

void appendOriginal(std::string& out, std::string_view key, const Scalar& value)
{
    out += '"';
    out += key;
    out += "\":";
    out += value.isString ? "\"" : "";
    out += value.text;
    out += value.isString ? "\"" : "";
}

} // namespace

bool OpArgs::valid(std::string_view json)
{
    m_padded.assign(json);
    m_padded.reserve(json.size() + simdjson::SIMDJSON_PADDING);
    simdjson::dom::object object;
    const bool good =
        m_parser.parse(m_padded.data(), json.size(), false).get(object) == simdjson::SUCCESS;
    m_invalid += good ? 0 : 1;
    return good;
}

void OpArgs::append(std::string& out, std::string_view original, const std::vector<Member>& members)
{
    std::uint64_t done = 0; // a bit for each member that the original has
    bool first = true;
    const auto comma = [&] {
        out += first ? "" : ",";
        first = false;
    };
    out += '{';
    if (original.size() > 2 && !valid(original)) {
        comma();
        out += "\"args\":";
        io::appendJsonText(out, original);
        original = {};
    }
    if (original.size() > 2) {
        ArgsScanner scanner(original);
        std::string_view key;
        Scalar value;
        while (scanner.next(key, value)) {
            const auto m = std::find_if(members.begin(), members.end(), [&](const Member& w) {
                return w.name == key || w.otherName == key;
            });
            comma();
            if (m == members.end() || says(value, *m)) {
                appendOriginal(out, key, value);
                done |= m == members.end()
                    ? 0
                    : std::uint64_t{1} << static_cast<unsigned>(m - members.begin());
            } else {
                appendOriginal(out, "original " + std::string(key), value);
            }
        }
    }
    for (std::size_t i = 0; i < members.size(); ++i) {
        if ((done >> i & 1U) == 0 && isWanted(members[i])) {
            comma();
            out += '"';
            out += members[i].name;
            out += "\":";
            appendValue(out, members[i]);
        }
    }
    out += '}';
}

void OpArgs::appendMember(std::string& out, std::string_view original)
{
    if (original.size() <= 2) {
        return;
    }
    out += ",\"args\":";
    if (valid(original)) {
        out += original;
    } else {
        out += "{\"args\":";
        io::appendJsonText(out, original);
        out += '}';
    }
}

} // namespace longpole::exporting
