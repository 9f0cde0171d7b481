// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/counters/counter_request.h"

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
    if (name == "stalls") {
        r.error = "stall reasons are not measured yet; Nsight Compute measures them, and its "
                  "reports open here and join a recording";
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
            + "\"; there are: occupancy, roofline, roofline:DTYPE (as in roofline:bf16), timeline, "
              "timeline=INTERVAL";
    }
    return r;
}

} // namespace longpole::counters
