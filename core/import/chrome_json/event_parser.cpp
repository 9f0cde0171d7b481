// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/event_parser.h"

#include "core/import/chrome_json/json_text.h"
#include "core/import/chrome_json/json_tokens.h"

#include <simdjson.h>

#include <bit>
#include <cstddef>
#include <cstring>
#include <deque>
#include <utility>

namespace longpole::import {

namespace {

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

// The characters of a short key as a number.
constexpr std::uint64_t word(std::string_view key)
{
    std::uint64_t w = 0;
    for (std::size_t i = key.size(); i-- > 0;) {
        w = w << 8U | static_cast<unsigned char>(key[i]);
    }
    return w;
}

// key: eight readable bytes at least.
Field fieldOf(const char* key, std::size_t size)
{
    static_assert(std::endian::native == std::endian::little);
    constexpr std::size_t kLongest = 4; // of the usual keys
    if (size > kLongest) {
        return std::string_view(key, size) == "longpole_lane" ? Field::Lane : Field::Other;
    }
    std::uint64_t w = 0;
    std::memcpy(&w, key, sizeof w);
    switch (w & ((std::uint64_t{1} << (8 * size)) - 1)) {
    case word("s"):
        return Field::Scope;
    case word("ts"):
        return Field::Ts;
    case word("ph"):
        return Field::Phase;
    case word("id"):
        return Field::Id;
    case word("bp"):
        return Field::BindPoint;
    case word("pid"):
        return Field::Pid;
    case word("tid"):
        return Field::Tid;
    case word("cat"):
        return Field::Category;
    case word("dur"):
        return Field::Dur;
    case word("id2"):
        return Field::Id2;
    case word("name"):
        return Field::Name;
    case word("args"):
        return Field::Args;
    default:
        return Field::Other;
    }
}

} // namespace

struct EventParser::Impl
{
    bool findTokens(std::string_view text, JsonToken& first);
    bool event(JsonToken& token, RawEvent& e);
    bool field(Field field, const JsonValue& value, JsonToken inside, RawEvent& e);
    bool scalar(const JsonValue& value, Scalar& out);
    bool text(const JsonValue& value, std::string_view& out);
    bool string(std::string_view escaped, std::string_view& out);

    std::unique_ptr<simdjson::internal::dom_parser_implementation> tokens;
    std::deque<std::string> unescaped; // what the events of a call may point to
};

// False if the text isn't JSON, as far as that is known without looking at the order of tokens.
bool EventParser::Impl::findTokens(std::string_view text, JsonToken& first)
{
    unescaped.clear();
    constexpr std::size_t kUnused = 8; // depth that simdjson makes room for; nothing here nests
    const auto ready = [&] {
        if (!tokens) {
            return simdjson::get_active_implementation()->create_dom_parser_implementation(
                text.size(), kUnused, tokens);
        }
        return tokens->capacity() < text.size() ? tokens->allocate(text.size(), kUnused)
                                                : simdjson::SUCCESS;
    }();
    if (ready != simdjson::SUCCESS
        || tokens->stage1(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                          simdjson::stage1_mode::regular)
            != simdjson::SUCCESS) {
        return false;
    }
    const std::uint32_t* const begin = tokens->structural_indexes.get();
    first = {text.data(), begin, begin + tokens->n_structural_indexes};
    return true;
}

bool EventParser::Impl::string(std::string_view escaped, std::string_view& out)
{
    if (std::memchr(escaped.data(), '\\', escaped.size()) == nullptr) {
        out = escaped;
        return true;
    }
    auto plain = unescapedJson(escaped);
    if (!plain) {
        return false;
    }
    unescaped.push_back(std::move(*plain));
    out = unescaped.back();
    return true;
}

// Brackets and null are as if absent.
bool EventParser::Impl::scalar(const JsonValue& value, Scalar& out)
{
    switch (value.kind) {
    case JsonValue::Kind::String:
        out = {{}, true, true};
        return string(value.text, out.text);
    case JsonValue::Kind::Other:
        if (value.text != "null") {
            out = {value.text, false, true};
        }
        return true;
    default:
        return true;
    }
}

bool EventParser::Impl::text(const JsonValue& value, std::string_view& out)
{
    Scalar s;
    const bool fine = scalar(value, s);
    out = s.text;
    return fine;
}

bool EventParser::Impl::field(Field field, const JsonValue& value, JsonToken inside, RawEvent& e)
{
    switch (field) {
    case Field::Phase:
        return text(value, e.phase);
    case Field::Name:
        return text(value, e.name);
    case Field::Category:
        return text(value, e.category);
    case Field::Pid:
        return scalar(value, e.pid);
    case Field::Tid:
        return scalar(value, e.tid);
    case Field::Ts:
        return scalar(value, e.ts);
    case Field::Dur:
        return scalar(value, e.dur);
    case Field::Id:
        return scalar(value, e.id);
    case Field::Id2: // {"local": "0x1"} or {"global": "0x1"}
        return value.kind != JsonValue::Kind::Object
            || takeObject(inside, [&](std::string_view, const JsonValue& inner, const JsonToken&) {
                   return scalar(inner, e.id);
               });
    case Field::Scope:
        return text(value, e.scope);
    case Field::BindPoint:
        return text(value, e.bindPoint);
    case Field::Args:
        if (value.kind == JsonValue::Kind::Object) {
            inside.next();
            e.args = value.text;
            return inside.first() == '"' || inside.first() == '}';
        }
        e.argsNotObject = value.kind != JsonValue::Kind::Other || value.text != "null";
        return true;
    case Field::Lane:
        return text(value, e.lane);
    case Field::Other:
        break;
    }
    return true;
}

bool EventParser::Impl::event(JsonToken& token, RawEvent& e)
{
    return takeObject(
        token, [&](std::string_view key, const JsonValue& value, const JsonToken& inside) {
            e.empty = false;
            Field known = fieldOf(key.data(), key.size());
            if (known == Field::Other && std::memchr(key.data(), '\\', key.size()) != nullptr) {
                auto plain = unescapedJson(key);
                if (!plain) {
                    return false;
                }
                const std::size_t size = plain->size();
                plain->resize(size + sizeof(std::uint64_t));
                known = fieldOf(plain->data(), size);
            }
            return known == Field::Other || field(known, value, inside, e);
        });
}

EventParser::EventParser()
    : m_impl(std::make_unique<Impl>())
{ }

EventParser::~EventParser() = default;

bool EventParser::parseArray(std::string_view text, std::uint64_t offset, const Add& add)
{
    JsonToken token{};
    if (text.size() <= 2 || !m_impl->findTokens(text, token) || token.first() != '[') {
        return false; // text of an empty chunk may have no memory behind it
    }
    do {
        token.next();
        RawEvent e;
        e.offset = offset + static_cast<std::uint64_t>(token.begin() - text.data() - 1);
        if (!m_impl->event(token, e)) {
            return false;
        }
        add(e);
    } while (token.first() == ',');
    return token.first() == ']' && token.at + 1 == token.end;
}

bool EventParser::parseObject(std::string_view text, std::uint64_t offset, const Add& add)
{
    JsonToken token{};
    RawEvent e;
    e.offset = offset;
    if (!m_impl->findTokens(text, token) || !m_impl->event(token, e) || token.at != token.end) {
        return false;
    }
    add(e);
    return true;
}

} // namespace longpole::import
