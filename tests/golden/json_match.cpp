// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/json_match.h"

#include <regex>

namespace longpole::test {

namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::element_type;
using simdjson::dom::object;

std::string text(element e)
{
    return simdjson::minify(e);
}

std::string differs(const std::string& place, element actual, const std::string& demanded)
{
    std::string shown = text(actual);
    if (shown.size() > 800) {
        shown = shown.substr(0, 800) + "…";
    }
    return place + ": " + shown + ", demanded " + demanded + "\n";
}

std::string typeName(element e)
{
    switch (e.type()) {
    case element_type::ARRAY:
        return "array";
    case element_type::OBJECT:
        return "object";
    case element_type::STRING:
        return "string";
    case element_type::BOOL:
        return "bool";
    case element_type::NULL_VALUE:
        return "null";
    default:
        return "number";
    }
}

bool isInteger(element e)
{
    return e.is_int64() || e.is_uint64();
}

bool lessThan(element a, element b)
{
    if (isInteger(a) && isInteger(b)) {
        return int64_t(a) < int64_t(b);
    }
    return double(a) < double(b);
}

std::string matchHas(element actual, element demanded, const std::string& place)
{
    std::string out;
    for (element one : array(demanded)) {
        bool found = false;
        for (element candidate : array(actual)) {
            found = found || mismatch(candidate, one, place).empty();
        }
        if (!found) {
            out += differs(place, actual, "an element like " + text(one));
        }
    }
    return out;
}

std::string matchNone(element actual, element unwanted, const std::string& place)
{
    for (element candidate : array(actual)) {
        if (mismatch(candidate, unwanted, place).empty()) {
            return differs(place, candidate, "no element like " + text(unwanted));
        }
    }
    return {};
}

std::string matchLength(element actual, element demanded, const std::string& place)
{
    const std::size_t size =
        actual.is_array() ? array(actual).size() : std::string_view(actual).size();
    const std::string json = std::to_string(size);
    simdjson::dom::parser parser;
    return mismatch(parser.parse(json), demanded, place + ".length");
}

std::string matchOperator(element actual, std::string_view name, element demanded,
                          const std::string& place)
{
    if (name == "$has" && actual.is_array()) {
        return matchHas(actual, demanded, place);
    }
    if (name == "$none" && actual.is_array()) {
        return matchNone(actual, demanded, place);
    }
    if (name == "$length" && (actual.is_array() || actual.is_string())) {
        return matchLength(actual, demanded, place);
    }
    if (name == "$all") {
        std::string out;
        for (element one : array(demanded)) {
            out += mismatch(actual, one, place);
        }
        return out;
    }
    bool good = false;
    if (name == "$keys" && actual.is_object()) {
        good = true;
        for (element key : array(demanded)) {
            good = good && !object(actual).at_key(std::string_view(key)).error();
        }
    } else if (name == "$min") {
        good = actual.is_number() && !lessThan(actual, demanded);
    } else if (name == "$max") {
        good = actual.is_number() && !lessThan(demanded, actual);
    } else if (name == "$type") {
        good = typeName(actual) == std::string_view(demanded);
    } else if (name == "$regex" && actual.is_string()) {
        const std::regex pattern{std::string(std::string_view(demanded))};
        good = std::regex_match(std::string(std::string_view(actual)), pattern);
    }
    return good ? std::string() : differs(place, actual, std::string(name) + " " + text(demanded));
}

std::string matchObject(element actual, object demanded, const std::string& place)
{
    std::string out;
    for (auto field : demanded) {
        if (!field.key.empty() && field.key.front() == '$') {
            out += matchOperator(actual, field.key, field.value, place);
            continue;
        }
        element value;
        if (!actual.is_object() || object(actual).at_key(field.key).get(value)) {
            out += differs(place, actual, "the key " + std::string(field.key));
            continue;
        }
        out += mismatch(value, field.value, place + "." + std::string(field.key));
    }
    return out;
}

} // namespace

std::string mismatch(element actual, element demanded, const std::string& place)
{
    if (demanded.is_object()) {
        return matchObject(actual, object(demanded), place);
    }
    if (demanded.is_array()) {
        if (!actual.is_array() || array(actual).size() != array(demanded).size()) {
            return differs(place, actual, text(demanded));
        }
        std::string out;
        std::size_t i = 0;
        for (element one : array(demanded)) {
            out += mismatch(array(actual).at(i), one, place + "[" + std::to_string(i) + "]");
            ++i;
        }
        return out;
    }
    return text(actual) == text(demanded) ? std::string() : differs(place, actual, text(demanded));
}

} // namespace longpole::test
