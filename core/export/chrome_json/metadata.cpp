// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/chrome_json/writer.h"
#include "core/io/json_writer.h"

#include <simdjson.h>

#include <algorithm>
#include <set>

namespace longpole::exporting {

namespace {

using model::Track;
using model::TrackKind;

std::optional<std::string> minified(const std::string& json)
{
    simdjson::dom::parser parser;
    simdjson::dom::element element;
    if (json.empty() || parser.parse(json).get(element) != simdjson::SUCCESS) {
        return std::nullopt;
    }
    return std::string(simdjson::minify(element));
}

// The producer's object where it tells number and name as the trace does, else one that does.
std::string deviceJson(const model::Device& device, const DevicePlace& place)
{
    const std::string name = place.label.empty() ? device.name : place.label + " · " + device.name;
    simdjson::dom::parser parser;
    simdjson::dom::object original;
    const bool readable = !device.properties.empty()
        && parser.parse(device.properties).get(original) == simdjson::SUCCESS;
    io::JsonWriter out;
    out.beginObject();
    out.key("id").integer(place.number);
    out.key("name").text(name);
    if (readable) {
        for (const auto field : original) {
            if (field.key != "id" && field.key != "name") {
                out.key(field.key).raw(std::string(simdjson::minify(field.value)));
            }
        }
    }
    out.endObject();
    return out.take();
}

void writeDevices(Writer& w, io::JsonWriter& out)
{
    const auto& devices = w.trace.devices();
    out.key("deviceProperties").beginArray();
    for (std::size_t i = 0; i < devices.size(); ++i) {
        if (!devices[i].name.empty() || !devices[i].properties.empty()) {
            out.raw(deviceJson(devices[i], w.places.devices()[i]));
        }
    }
    for (const TrackPlaces::NamedDevice& d : w.places.otherDevices()) {
        out.beginObject();
        out.key("id").integer(d.number).key("name").text(d.name);
        out.endObject();
    }
    out.endArray();
}

const std::string* property(const model::TraceInfo& info, std::string_view key)
{
    const auto it = std::find_if(info.properties.begin(), info.properties.end(),
                                 [&](const auto& p) { return p.first == key; });
    return it == info.properties.end() ? nullptr : &it->second;
}

void writeRank(const model::TraceInfo& info, io::JsonWriter& out)
{
    const std::string* const known = property(info, "distributedInfo");
    const auto json = known != nullptr ? minified(*known) : std::nullopt;
    if (json && json->starts_with('{')) {
        out.key("distributedInfo").raw(*json);
    } else if (info.rank >= 0) {
        out.key("distributedInfo").beginObject();
        out.key("rank").integer(info.rank);
        if (info.worldSize > 0) {
            out.key("world_size").integer(info.worldSize);
        }
        out.endObject();
    }
}

// Other than texts go back as what they were.
void writeProperties(const model::TraceInfo& info, io::JsonWriter& out)
{
    std::set<std::string_view> written{
        "schemaVersion",      "deviceProperties", "distributedInfo",   "baseTimeNanoseconds",
        "baseTimeNanosecond", "longpole_zero_ns", "longpole_producer", "traceEvents"};
    for (const auto& [key, value] : info.properties) {
        if (!written.insert(key).second) {
            continue;
        }
        const auto json = minified(value);
        out.key(key);
        json && !json->starts_with('"') ? out.raw(*json) : out.text(value);
    }
}

} // namespace

void writeHead(Writer& w)
{
    const model::TraceInfo& info = w.trace.info();
    io::JsonWriter out;
    out.beginObject();
    const std::string* const schema = property(info, "schemaVersion");
    const auto version = schema != nullptr ? minified(*schema) : std::nullopt;
    out.key("schemaVersion").raw(version.value_or("1"));
    writeDevices(w, out);
    writeRank(info, out);
    if (info.startUnixNs) {
        out.key("baseTimeNanoseconds").integer(*info.startUnixNs);
    }
    out.key("longpole_zero_ns").integer(0);
    if (!info.producer.empty()) {
        out.key("longpole_producer").text(info.producer);
    }
    writeProperties(info, out);
    out.key("traceEvents").beginArray();
    w.sink.text() += out.take();
}

namespace {

// {"name":TEXT}
std::string oneText(const char* key, std::string_view value)
{
    io::JsonWriter out;
    out.beginObject();
    out.key(key).text(value);
    out.endObject();
    return out.take();
}

Result<void> tell(Writer& w, const char* what, const std::string& pid, const std::string& tid,
                  const std::string& args)
{
    return w.event.begin('M').name(what).place(pid, tid).raw("args", args).end();
}

std::string sortArgs(std::int64_t index)
{
    return "{\"sort_index\":" + std::to_string(index) + "}";
}

Result<void> nameProcess(Writer& w, const ProcessPlace& p)
{
    if (p.isDevice && w.places.isHost(p.pid)) {
        return {}; // it would be taken for the name of the host process
    }
    if (!p.name.empty()) {
        if (auto done = tell(w, "process_name", p.pid, "0", oneText("name", p.name)); !done) {
            return done;
        }
    }
    if (!p.labels.empty()) {
        if (auto done = tell(w, "process_labels", p.pid, "0", oneText("labels", p.labels)); !done) {
            return done;
        }
    }
    return p.sortIndex == 0 ? Result<void>()
                            : tell(w, "process_sort_index", p.pid, "0", sortArgs(p.sortIndex));
}

Result<void> nameThread(Writer& w, const Track& track)
{
    const TrackPlace& p = w.places.of(track.id);
    const bool host = track.kind == TrackKind::Thread || track.kind == TrackKind::Other
        || track.kind == TrackKind::Overhead;
    if (p.tid.empty() || track.kind == TrackKind::Counter || track.kind == TrackKind::Async
        || (!host && w.places.isHost(p.pid, p.tid))) {
        return {};
    }
    if (!p.threadName.empty()) {
        if (auto done = tell(w, "thread_name", p.pid, p.tid, oneText("name", p.threadName));
            !done) {
            return done;
        }
    }
    return track.sortIndex == 0
        ? Result<void>()
        : tell(w, "thread_sort_index", p.pid, p.tid, sortArgs(track.sortIndex));
}

Result<void> tellUnit(Writer& w, const Track& track)
{
    if (track.kind != TrackKind::Counter || track.unit.empty()) {
        return {};
    }
    const TrackPlace& p = w.places.of(track.id);
    io::JsonWriter args;
    args.beginObject();
    args.key("counter").text(track.name).key("unit").text(track.unit);
    args.endObject();
    return w.event.begin('M')
        .name("longpole_counter_unit")
        .place(p.pid, p.tid)
        .lane(p.needsLane ? p.lane : std::string())
        .raw("args", args.take())
        .end();
}

} // namespace

Result<void> writeNames(Writer& w)
{
    for (const ProcessPlace& p : w.places.processes()) {
        if (auto done = nameProcess(w, p); !done) {
            return done;
        }
    }
    for (const Track& t : w.trace.tracks()) {
        if (auto done = nameThread(w, t); !done) {
            return done;
        }
        if (auto done = tellUnit(w, t); !done) {
            return done;
        }
    }
    return {};
}

} // namespace longpole::exporting
