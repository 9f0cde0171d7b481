// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/trace_metadata.h"

#include "core/import/decimal_time.h"

#include <simdjson.h>

#include <algorithm>

namespace longpole::import {

namespace {

namespace dom = simdjson::dom;
using model::Severity;

constexpr std::size_t kMaxProperty = 4096;

std::string minified(const dom::element& element)
{
    return simdjson::minify(element);
}

std::string asText(const dom::element& element)
{
    std::string_view s;
    return element.get(s) == simdjson::SUCCESS ? std::string(s) : minified(element);
}

void readDevices(const dom::element& list, TraceBuilder& builder)
{
    dom::array devices;
    if (list.get(devices) != simdjson::SUCCESS) {
        return;
    }
    for (const dom::element device : devices) {
        KnownDevice known;
        std::string_view name;
        if (device["id"].get(known.number) != simdjson::SUCCESS) {
            continue;
        }
        if (device["name"].get(name) == simdjson::SUCCESS) {
            known.name = name;
        }
        known.properties = minified(device);
        builder.devices().push_back(std::move(known));
    }
}

void readDistributed(const dom::element& element, TraceBuilder& builder)
{
    std::int64_t rank = -1;
    std::int64_t world = -1;
    if (element["rank"].get(rank) == simdjson::SUCCESS && rank >= 0 && rank < 1'000'000'000) {
        builder.info().rank = static_cast<std::int32_t>(rank);
    }
    if (element["world_size"].get(world) == simdjson::SUCCESS && world > 0
        && world < 1'000'000'000) {
        builder.info().worldSize = static_cast<std::int32_t>(world);
    }
}

void readProperty(std::string_view key, const dom::element& value, TraceBuilder& builder)
{
    if (key == "deviceProperties") {
        readDevices(value, builder);
        return;
    }
    if (key == "baseTimeNanoseconds" || key == "baseTimeNanosecond") {
        std::int64_t base = 0;
        if (value.get(base) == simdjson::SUCCESS) {
            builder.setBaseUnixNs(base);
        }
    }
    if (key == "distributedInfo") {
        readDistributed(value, builder);
    }
    if (key == "longpole_zero_ns") { // of traces that Longpole exported
        std::int64_t zero = 0;
        if (value.get(zero) == simdjson::SUCCESS) {
            builder.setZero(zero);
        }
        return;
    }
    if (key == "traceEvents") {
        return;
    }
    std::string text = asText(value);
    if (text.size() > kMaxProperty) {
        text.resize(kMaxProperty);
        text += "…";
        builder.ledger().add("long-metadata", Severity::Info, "metadata over 4 KiB was shortened",
                             key);
    }
    builder.info().properties.emplace_back(key, std::move(text));
}

bool readObject(const std::string& json, TraceBuilder& builder)
{
    dom::parser parser;
    dom::object object;
    if (parser.parse(json).get(object) != simdjson::SUCCESS) {
        return false;
    }
    for (const auto& [key, value] : object) {
        readProperty(key, value, builder);
    }
    return true;
}

std::string property(const model::TraceInfo& info, std::string_view key)
{
    const auto it = std::find_if(info.properties.begin(), info.properties.end(),
                                 [&](const auto& p) { return p.first == key; });
    return it == info.properties.end() ? std::string() : it->second;
}

// 12040 → "12.4"; HIP's 70051831 → "7.0.51831".
std::string dottedVersion(const std::string& number)
{
    const auto v = parseInteger(number).value_or(0);
    if (v >= 10'000'000) {
        return std::to_string(v / 10'000'000) + "." + std::to_string(v / 100'000 % 100) + "."
            + std::to_string(v % 100'000);
    }
    return v >= 1000 ? std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10) : number;
}

void setProducer(model::TraceInfo& info)
{
    const bool kineto =
        !property(info, "schemaVersion").empty() || !property(info, "distributedInfo").empty();
    info.format = kineto ? "kineto" : "chrome-json";
    info.producer = kineto                    ? "PyTorch profiler (Kineto)"
        : property(info, "traceName").empty() ? ""
                                              : "Chrome trace";
    if (const std::string torch = property(info, "torch_version"); !torch.empty()) {
        info.producer += ", PyTorch " + torch;
    }
    if (const std::string cuda = property(info, "cuda_runtime_version"); !cuda.empty()) {
        info.producer += ", CUDA " + dottedVersion(cuda);
    }
    if (const std::string hip = property(info, "hip_runtime_version"); !hip.empty()) {
        info.producer += ", HIP " + dottedVersion(hip);
    }
    if (std::string exported = property(info, "longpole_producer"); !exported.empty()) {
        info.producer = std::move(exported);
    }
}

} // namespace

void readMetadata(const std::string& head, const std::string& tail, TraceBuilder& builder)
{
    const std::size_t begin = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    if (begin != std::string::npos && head[begin] == '{') {
        if (!readObject(head.substr(begin) + "]" + tail, builder)) {
            // Without the tail, and if need be without what the head ends with.
            builder.ledger().add("damaged-metadata", Severity::DataLoss,
                                 "what stands before or after the events is not valid JSON; only "
                                 "part of it was read");
            (void)(readObject(head.substr(begin) + "]}", builder));
        }
    }
    setProducer(builder.info());
}

} // namespace longpole::import
