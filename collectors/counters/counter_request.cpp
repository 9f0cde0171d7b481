// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/counters/counter_request.h"

#include "collectors/counters/pc_sampling_api.h"

#include <cstdlib>

namespace longpole::counters {

namespace {

constexpr std::uint64_t kShortestNs = 10'000;
constexpr std::uint64_t kLongestNs = 1'000'000'000;

bool parseInterval(const std::string& text, std::uint64_t& ns)
{
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    const std::string unit = end;
    const double scale = unit == "us" ? 1e3 : unit == "ms" ? 1e6 : unit == "s" ? 1e9 : 0;
    const double value = number * scale;
    if (end == text.c_str() || !(value >= static_cast<double>(kShortestNs))
        || value > static_cast<double>(kLongestNs)) {
        return false;
    }
    ns = static_cast<std::uint64_t>(value);
    return true;
}

// "2^16" → 16.
bool parsePeriod(const std::string& text, std::uint32_t& power)
{
    if (text.size() < 3 || text.compare(0, 2, "2^") != 0 || text[2] < '0' || text[2] > '9') {
        return false;
    }
    char* end = nullptr;
    const unsigned long value = std::strtoul(text.c_str() + 2, &end, 10);
    power = static_cast<std::uint32_t>(value);
    return *end == 0 && value >= kShortestPeriod && value <= kLongestPeriod;
}

} // namespace

CounterRequest parseCounterRequest(const std::string& text)
{
    CounterRequest r;
    const std::size_t mark = text.find_first_of("=:");
    const std::string name = text.substr(0, mark);
    const std::string rest = mark == std::string::npos ? "" : text.substr(mark + 1);
    const char kind = mark == std::string::npos ? '\0' : text[mark];
    if (text.empty()) {
        return r;
    }
    if (name == "stalls" && kind != ':') {
        r.set = CounterSet::Stalls;
        if (kind == '=' && !parsePeriod(rest, r.periodPower)) {
            r.error = "\"" + rest
                + "\" is no sampling period; write stalls=2^16 for a sample every 65536 cycles "
                  "(2^5 "
                  "to 2^31)";
        }
    } else if (name == "timeline" && kind != ':') {
        r.set = CounterSet::Timeline;
        if (kind == '=' && !parseInterval(rest, r.intervalNs)) {
            r.error = "\"" + rest + "\" is no interval from 10us to 1s; write timeline=1ms";
        }
    } else if (name == "occupancy" && kind == '\0') {
        r.set = CounterSet::Occupancy;
    } else if (name == "roofline" && kind != '=' && (kind == '\0' || !rest.empty())) {
        r.set = CounterSet::Roofline;
        r.dtype = rest;
    } else {
        r.error = "there are no counters \"" + text
            + "\"; there are: occupancy, roofline, roofline:DTYPE (as in roofline:bf16), stalls, "
              "stalls=2^N, timeline, timeline=INTERVAL";
    }
    return r;
}

} // namespace longpole::counters
