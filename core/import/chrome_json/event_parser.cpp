// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/event_parser.h"

#include "core/import/chrome_json/json_text.h"

#include <simdjson.h>

#include <cstring>

namespace longpole::import {

namespace {

namespace od = simdjson::ondemand;

enum class Field : std::uint8_t
{
    Other,
    Phase,
    Name,
    Category,
    Pid,
    Tid,
    Ts,
    Dur,
    Id,
    Id2,
    Scope,
    BindPoint,
    Args,
    Lane
};

Field fieldOf(std::string_view key)
{
    switch (key.size()) {
    case 1:
        return key == "s" ? Field::Scope : Field::Other;
    case 2:
        return key == "ts" ? Field::Ts
            : key == "ph"  ? Field::Phase
            : key == "id"  ? Field::Id
            : key == "bp"  ? Field::BindPoint
                           : Field::Other;
    case 3:
        return key == "pid" ? Field::Pid
            : key == "tid"  ? Field::Tid
            : key == "cat"  ? Field::Category
            : key == "dur"  ? Field::Dur
            : key == "id2"  ? Field::Id2
                            : Field::Other;
    case 4:
        return key == "name" ? Field::Name : key == "args" ? Field::Args : Field::Other;
    default:
        return key == "longpole_lane" ? Field::Lane : Field::Other;
    }
}

std::string_view trimmed(std::string_view token)
{
    while (!token.empty()
           && (token.back() == ' ' || token.back() == '\n' || token.back() == '\r'
               || token.back() == '\t')) {
        token.remove_suffix(1);
    }
    return token;
}

// A key as it stands between its quotes.
std::string_view rawKey(od::raw_json_string key)
{
    const char* const begin = key.raw();
    const char* end = begin;
    while (*end != '"') {
        end += *end == '\\' ? 2 : 1;
    }
    return {begin, static_cast<std::size_t>(end - begin)};
}

Field fieldOf(od::raw_json_string key)
{
    const std::string_view raw = rawKey(key);
    const Field field = fieldOf(raw);
    return field == Field::Other && raw.find('\\') != std::string_view::npos
        ? fieldOf(jsonText(raw))
        : field;
}

// False on invalid JSON.
bool readScalar(od::value& value, Scalar& out)
{
    const std::string_view token = trimmed(value.raw_json_token());
    if (token.empty()) {
        return false;
    }
    if (token.front() == '"') {
        out.isString = true;
        out.present = true;
        return value.get_string().get(out.text) == simdjson::SUCCESS;
    }
    if (token.front() == '{' || token.front() == '[' || token == "null") {
        return true; // as if absent
    }
    out.text = token;
    out.present = true;
    return true;
}

bool readText(od::value& value, std::string_view& out)
{
    Scalar s;
    if (!readScalar(value, s)) {
        return false;
    }
    out = s.text;
    return true;
}

bool readArgs(od::value& value, RawEvent& e)
{
    const std::string_view token = value.raw_json_token();
    if (token.empty() || token.front() != '{') {
        e.argsNotObject = !token.starts_with("null");
        return true;
    }
    od::object object;
    return value.get_object().get(object) == simdjson::SUCCESS
        && object.raw_json().get(e.args) == simdjson::SUCCESS;
}

// {"local": "0x1"} or {"global": "0x1"}
bool readId2(od::value& value, RawEvent& e)
{
    od::object object;
    if (value.get_object().get(object) != simdjson::SUCCESS) {
        return true;
    }
    for (auto field : object) {
        od::value inner;
        if (field.value().get(inner) != simdjson::SUCCESS || !readScalar(inner, e.id)) {
            return false;
        }
    }
    return true;
}

bool readField(Field field, od::value& value, RawEvent& e)
{
    switch (field) {
    case Field::Phase:
        return readText(value, e.phase);
    case Field::Name:
        return readText(value, e.name);
    case Field::Category:
        return readText(value, e.category);
    case Field::Pid:
        return readScalar(value, e.pid);
    case Field::Tid:
        return readScalar(value, e.tid);
    case Field::Ts:
        return readScalar(value, e.ts);
    case Field::Dur:
        return readScalar(value, e.dur);
    case Field::Id:
        return readScalar(value, e.id);
    case Field::Id2:
        return readId2(value, e);
    case Field::Scope:
        return readText(value, e.scope);
    case Field::BindPoint:
        return readText(value, e.bindPoint);
    case Field::Args:
        return readArgs(value, e);
    case Field::Lane:
        return readText(value, e.lane);
    case Field::Other:
        break;
    }
    return true;
}

bool readEvent(od::object& object, RawEvent& e)
{
    for (auto field : object) {
        od::raw_json_string key;
        od::value value;
        if (field.key().get(key) != simdjson::SUCCESS
            || field.value().get(value) != simdjson::SUCCESS) {
            return false;
        }
        e.empty = false;
        if (!readField(fieldOf(key), value, e)) {
            return false;
        }
    }
    return true;
}

// Nothing but the value just read: simdjson 3.0 says so by having no current location.
bool atEnd(od::document& document)
{
    return document.current_location().error() == simdjson::OUT_OF_BOUNDS;
}

} // namespace

struct EventParser::Impl
{
    od::parser parser;
};

EventParser::EventParser()
    : m_impl(std::make_unique<Impl>())
{ }

EventParser::~EventParser() = default;

bool EventParser::parseArray(std::string_view text, std::uint64_t offset, EventSink& sink)
{
    if (text.size() <= 2) { // an empty chunk, which may have no memory behind it: the careful way
        return false;
    }
    od::document document;
    od::array array;
    const simdjson::padded_string_view padded(text.data(), text.size(), text.size() + kJsonPadding);
    if (m_impl->parser.iterate(padded).get(document) != simdjson::SUCCESS
        || document.get_array().get(array) != simdjson::SUCCESS) {
        return false;
    }
    for (auto element : array) {
        od::value value;
        od::object object;
        if (element.get(value) != simdjson::SUCCESS) {
            return false;
        }
        const char* const at = value.raw_json_token().data();
        if (value.get_object().get(object) != simdjson::SUCCESS) {
            return false;
        }
        RawEvent e;
        e.offset = offset + static_cast<std::uint64_t>(at - text.data() - 1);
        if (!readEvent(object, e)) {
            return false;
        }
        sink.add(e);
    }
    return atEnd(document);
}

bool EventParser::parseObject(std::string_view text, std::uint64_t offset, EventSink& sink)
{
    od::document document;
    od::object object;
    const simdjson::padded_string_view padded(text.data(), text.size(), text.size() + kJsonPadding);
    RawEvent e;
    e.offset = offset;
    if (m_impl->parser.iterate(padded).get(document) != simdjson::SUCCESS
        || document.get_object().get(object) != simdjson::SUCCESS || !readEvent(object, e)
        || !atEnd(document)) {
        return false;
    }
    sink.add(e);
    return true;
}

} // namespace longpole::import
