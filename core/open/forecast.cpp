// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/forecast.h"

#include "core/io/json_writer.h"

#include <simdjson.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace longpole::open {

namespace fs = std::filesystem;

namespace {

// The XDG rules: a relative path is to be ignored. Empty where the environment names no place.
std::string dataFolder()
{
    const char* const data = std::getenv("XDG_DATA_HOME");
    if (data != nullptr && data[0] == '/') {
        return std::string(data) + "/longpole/traces";
    }
    const char* const home = std::getenv("HOME");
    return home != nullptr && home[0] == '/' ? std::string(home) + "/.local/share/longpole/traces"
                                             : std::string();
}

// Empty for a trace without a usable hash.
std::string pathOf(const model::Trace& trace)
{
    const std::string& hash = trace.info().hash;
    const std::string folder = dataFolder();
    const bool hex =
        hash.size() == 32 && hash.find_first_not_of("0123456789abcdef") == std::string::npos;
    return hex && !folder.empty() ? folder + "/" + hash + ".forecasts.jsonl" : std::string();
}

std::string lineOf(const Forecast& f, const model::Trace& trace)
{
    const std::int64_t now = std::chrono::duration_cast<std::chrono::nanoseconds>(
                                 std::chrono::system_clock::now().time_since_epoch())
                                 .count();
    io::JsonWriter json;
    json.beginObject();
    json.key("name").text(f.name);
    json.key("made_unix_ns").integer(f.madeUnixNs != 0 ? f.madeUnixNs : now);
    json.key("trace").text(trace.info().hash);
    json.key("region").text(f.region);
    json.key("change").text(f.change);
    json.key("makespan_ns").integer(f.makespan.ns);
    json.key("low_ns").integer(f.low.ns);
    json.key("high_ns").integer(f.high.ns);
    json.endObject();
    return json.take() + "\n";
}

bool read(const simdjson::dom::element& line, Forecast& f)
{
    std::string_view name;
    std::string_view region;
    std::string_view change;
    const bool complete = line["name"].get(name) == simdjson::SUCCESS
        && line["region"].get(region) == simdjson::SUCCESS
        && line["change"].get(change) == simdjson::SUCCESS
        && line["made_unix_ns"].get(f.madeUnixNs) == simdjson::SUCCESS
        && line["makespan_ns"].get(f.makespan.ns) == simdjson::SUCCESS
        && line["low_ns"].get(f.low.ns) == simdjson::SUCCESS
        && line["high_ns"].get(f.high.ns) == simdjson::SUCCESS;
    f.name = name;
    f.region = region;
    f.change = change;
    return complete;
}

} // namespace

Result<void> saveForecast(const model::Trace& trace, const Forecast& forecast)
{
    const std::string path = pathOf(trace);
    if (path.empty()) {
        return fail(Errc::Io,
                    "a forecast cannot be kept: the trace has no hash, or neither XDG_DATA_HOME "
                    "nor HOME is set");
    }
    std::error_code error;
    fs::create_directories(fs::path(path).parent_path(), error);
    std::ofstream file(path, std::ios::app | std::ios::binary);
    // One write, so that two programs never mix their lines.
    file << lineOf(forecast, trace) << std::flush;
    if (!file) {
        return fail(Errc::Io, "cannot be written; the forecast was not kept", path);
    }
    return {};
}

Forecasts loadForecasts(const model::Trace& trace)
{
    Forecasts out;
    const std::string path = pathOf(trace);
    std::ifstream file(path, std::ios::binary);
    simdjson::dom::parser parser;
    std::string line;
    while (!path.empty() && std::getline(file, line)) {
        Forecast f;
        simdjson::dom::element element;
        if (parser.parse(line).get(element) == simdjson::SUCCESS && read(element, f)) {
            out.list.push_back(std::move(f));
        } else {
            ++out.unreadable;
        }
    }
    std::stable_sort(out.list.begin(), out.list.end(), [](const Forecast& a, const Forecast& b) {
        return a.madeUnixNs < b.madeUnixNs;
    });
    return out;
}

} // namespace longpole::open
