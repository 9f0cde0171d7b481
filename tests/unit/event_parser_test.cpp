// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The parser of Chrome trace events against another one, written with simdjson's On-Demand front
// end, over whole and damaged texts.
#include "core/import/chrome_json/event_parser.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace longpole::import {

namespace {

namespace od = simdjson::ondemand;
namespace fs = std::filesystem;

// What an event says, member by member.
using Event = std::map<std::string, std::string>;
using Events = std::optional<std::vector<Event>>; // none: not valid

void put(Event& to, const char* name, std::string_view text)
{
    if (!text.empty()) {
        to[name] = text;
    }
}

void put(Event& to, const char* name, const Scalar& s)
{
    if (s.present) {
        to[name] = (s.isString ? "string " : "token ") + std::string(s.text);
    }
}

Event described(const RawEvent& e)
{
    Event out{{"offset", std::to_string(e.offset)}};
    put(out, "ph", e.phase);
    put(out, "name", e.name);
    put(out, "cat", e.category);
    put(out, "pid", e.pid);
    put(out, "tid", e.tid);
    put(out, "ts", e.ts);
    put(out, "dur", e.dur);
    put(out, "id", e.id);
    put(out, "s", e.scope);
    put(out, "bp", e.bindPoint);
    put(out, "lane", e.lane);
    put(out, "args", e.args);
    put(out, "args are", e.argsNotObject ? "no object" : "");
    put(out, "is", e.empty ? "empty" : "");
    return out;
}

std::string padded(std::string_view text)
{
    return std::string(text) + std::string(kJsonPadding, ' ');
}

Events parsed(std::string_view array)
{
    const std::string text = padded(array);
    EventParser parser;
    std::vector<Event> events;
    const bool fine = parser.parseArray(std::string_view(text).substr(0, array.size()), 0,
                                        [&](const RawEvent& e) { events.push_back(described(e)); });
    return fine ? Events(std::move(events)) : std::nullopt;
}

std::string_view withoutSpaceBehind(std::string_view text)
{
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

// False: not valid.
bool oracleScalar(od::value value, Scalar& out)
{
    const std::string_view token = withoutSpaceBehind(value.raw_json_token());
    if (token.empty()) {
        return false;
    }
    if (token.front() == '"') {
        out = {{}, true, true};
        return value.get_string().get(out.text) == simdjson::SUCCESS;
    }
    if (token.front() != '{' && token.front() != '[' && token != "null") {
        out = {token, false, true};
    }
    return true;
}

bool oracleId2(od::value value, RawEvent& e)
{
    od::object object;
    if (value.get_object().get(object) != simdjson::SUCCESS) {
        return true;
    }
    for (auto member : object) {
        od::value inner;
        if (member.value().get(inner) != simdjson::SUCCESS || !oracleScalar(inner, e.id)) {
            return false;
        }
    }
    return true;
}

bool oracleArgs(od::value value, RawEvent& e)
{
    const std::string_view token = value.raw_json_token();
    if (!token.starts_with('{')) {
        e.argsNotObject = withoutSpaceBehind(token) != "null";
        return true;
    }
    od::object object;
    std::string_view text;
    const bool fine = value.get_object().get(object) == simdjson::SUCCESS
        && object.raw_json().get(text) == simdjson::SUCCESS;
    e.args = withoutSpaceBehind(text);
    return fine;
}

bool oracleMember(const std::string& key, od::value value, RawEvent& e)
{
    if (key == "args") {
        return oracleArgs(value, e);
    }
    if (key == "id2") {
        return oracleId2(value, e);
    }
    const std::map<std::string, std::string_view*> texts{
        {"ph", &e.phase}, {"name", &e.name},    {"cat", &e.category},
        {"s", &e.scope},  {"bp", &e.bindPoint}, {"longpole_lane", &e.lane}};
    if (const auto it = texts.find(key); it != texts.end()) {
        Scalar s;
        const bool fine = oracleScalar(value, s);
        *it->second = s.text;
        return fine;
    }
    const std::map<std::string, Scalar*> scalars{
        {"pid", &e.pid}, {"tid", &e.tid}, {"ts", &e.ts}, {"dur", &e.dur}, {"id", &e.id}};
    const auto it = scalars.find(key);
    return it == scalars.end() || oracleScalar(value, *it->second);
}

bool oracleEvent(od::object object, RawEvent& e)
{
    for (auto member : object) {
        std::string_view key;
        od::value value;
        if (member.unescaped_key().get(key) != simdjson::SUCCESS
            || member.value().get(value) != simdjson::SUCCESS) {
            return false;
        }
        e.empty = false;
        // On-Demand takes any token for a value as long as nobody asks for its content.
        const std::string_view token = value.raw_json_token();
        if (token.empty() || std::string_view("}],:").find(token.front()) != std::string_view::npos
            || !oracleMember(std::string(key), value, e)) {
            return false;
        }
    }
    return true;
}

Events oracle(std::string_view array)
{
    const std::string text = padded(array);
    od::parser parser;
    od::document document;
    od::array elements;
    if (parser.iterate(simdjson::padded_string_view(text.data(), array.size(), text.size()))
                .get(document)
            != simdjson::SUCCESS
        || document.get_array().get(elements) != simdjson::SUCCESS) {
        return std::nullopt;
    }
    std::vector<Event> events;
    for (auto element : elements) {
        od::value value;
        od::object object;
        if (element.get(value) != simdjson::SUCCESS) {
            return std::nullopt;
        }
        RawEvent e;
        e.offset = static_cast<std::uint64_t>(value.raw_json_token().data() - text.data() - 1);
        if (value.get_object().get(object) != simdjson::SUCCESS || !oracleEvent(object, e)) {
            return std::nullopt;
        }
        events.push_back(described(e));
    }
    return document.current_location().error() == simdjson::OUT_OF_BOUNDS ? Events(events)
                                                                          : std::nullopt;
}

// The event list of a trace's text as an array.
std::string eventsOf(const std::string& text)
{
    const std::size_t key = text.find("\"traceEvents\"");
    const std::size_t open = text.find('[', key == std::string::npos ? 0 : key);
    const std::size_t close = text.rfind(']');
    return open == std::string::npos || close == std::string::npos || close < open
        ? std::string()
        : text.substr(open, close + 1 - open);
}

// The event lists of the files that the importer's tests and its fuzzer begin with.
std::vector<std::string> lists()
{
    std::vector<std::string> all;
    for (const auto& file : fs::directory_iterator(LONGPOLE_FUZZ_INPUTS)) {
        std::ifstream in(file.path(), std::ios::binary);
        std::string events = eventsOf(std::string(std::istreambuf_iterator<char>(in), {}));
        if (events.size() > 2) {
            all.push_back(std::move(events));
        }
    }
    std::sort(all.begin(), all.end());
    return all;
}

bool validJson(const std::string& text)
{
    simdjson::dom::parser parser;
    return parser.parse(text).error() == simdjson::SUCCESS;
}

// The same list with empty args where they aren't.
std::string withoutArgs(std::string text, const std::vector<Event>& events)
{
    std::size_t at = 0;
    for (const Event& e : events) {
        if (const auto args = e.find("args"); args != e.end()) {
            at = text.find(args->second, at);
            text.replace(at, args->second.size(), "{}");
        }
    }
    return text;
}

// The text with one character changed, left out or put in.
std::string damaged(std::string text, std::mt19937& random)
{
    constexpr std::string_view kChoice = "{}[]\",:\\ \n\t0a-.\x01\x80\xc3";
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    const std::size_t at = below(text.size());
    switch (below(3)) {
    case 0:
        text[at] = kChoice[below(kChoice.size())];
        break;
    case 1:
        text.erase(at, 1 + below(3));
        break;
    default:
        text.insert(at, 1, kChoice[below(kChoice.size())]);
    }
    return text;
}

} // namespace

TEST(EventParser, ReadsWhatOnDemandReads)
{
    std::size_t valid = 0;
    for (const std::string& list : lists()) {
        const Events events = parsed(list);
        EXPECT_EQ(events, oracle(list)) << list;
        valid += events ? 1U : 0U;
    }
    EXPECT_GE(valid, 30U);
}

TEST(EventParser, RefusesWhatOnDemandRefuses)
{
    constexpr int kTries = 300; // of each
    std::mt19937 random(7);
    std::size_t valid = 0;
    std::size_t refused = 0;
    for (const std::string& list : lists()) {
        if (list.size() > 100'000) {
            continue;
        }
        for (int i = 0; i < kTries; ++i) {
            const std::string text = damaged(list, random);
            const Events events = parsed(text);
            const Events expected = oracle(text);
            if (events && !expected) { // inside args both look at little, though not at the same
                const std::string bare = withoutArgs(text, *events);
                ASSERT_TRUE(parsed(bare)) << text;
                ASSERT_EQ(parsed(bare), oracle(bare)) << text;
            } else if (!events && expected) {
                ASSERT_FALSE(validJson(text)) << text;
            } else {
                ASSERT_EQ(events, expected) << text;
            }
            ++(events ? valid : refused);
        }
    }
    EXPECT_GE(valid, 1000U);
    EXPECT_GE(refused, 1000U);
}

TEST(EventParser, RefusesAnEmptyList)
{
    EXPECT_FALSE(parsed("[]"));
    EXPECT_FALSE(parsed("[ ]"));
}

} // namespace longpole::import
