// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/xplane/event_stats.h"

#include "core/import/decimal_time.h"
#include "core/import/json_writer.h"

#include <algorithm>
#include <array>

namespace longpole::import {

namespace {

using model::kNull64;

enum class Known : std::uint8_t
{
    Correlation,
    Context,
    Graph,
    Kernel,
    Memcpy,
    Memset,
    Hlo,
    Step,
    ProducerType,
    ProducerId,
    ConsumerType,
    ConsumerId
};

struct KnownName
{
    std::string_view name;
    Known what;
};

constexpr KnownName kKnown[] = {
    {"correlation_id", Known::Correlation},
    {"context_id", Known::Context},
    {"cuda_graph_id", Known::Graph},
    {"cuda_graph_exec_id", Known::Graph},
    {"kernel_details", Known::Kernel},
    {"memcpy_details", Known::Memcpy},
    {"memset_details", Known::Memset},
    {"hlo_op", Known::Hlo},
    {"step_num", Known::Step},
    {"_pt", Known::ProducerType},
    {"_p", Known::ProducerId},
    {"_ct", Known::ConsumerType},
    {"_c", Known::ConsumerId},
};

std::string_view textOf(const Plane& plane, const xplane::Stat& stat)
{
    if (stat.has_ref_value()) {
        const auto it = plane.statNames.find(static_cast<std::int64_t>(stat.ref_value()));
        return it == plane.statNames.end() ? std::string_view() : std::string_view(it->second);
    }
    return stat.str_value();
}

std::int64_t integerOf(const Plane& plane, const xplane::Stat& stat)
{
    if (stat.has_int64_value()) {
        return stat.int64_value();
    }
    if (stat.has_uint64_value()) {
        return static_cast<std::int64_t>(stat.uint64_value());
    }
    return parseInteger(textOf(plane, stat)).value_or(kNull64);
}

void writeValue(JsonWriter& json, const Plane& plane, const xplane::Stat& stat)
{
    if (stat.has_int64_value()) {
        json.integer(stat.int64_value());
    } else if (stat.has_uint64_value()) {
        json.natural(stat.uint64_value());
    } else if (stat.has_double_value()) {
        json.real(stat.double_value());
    } else if (stat.has_bytes_value()) {
        json.text(std::to_string(stat.bytes_value().size()) + " bytes");
    } else {
        json.text(textOf(plane, stat));
    }
}

// Correlation 0 is no id.
std::int64_t idOrNull(std::int64_t id)
{
    return id == 0 ? kNull64 : id;
}

void takeKnown(Known what, const Plane& plane, const xplane::Stat& stat, EventStats& out)
{
    switch (what) {
    case Known::Correlation:
        out.correlation = idOrNull(integerOf(plane, stat));
        break;
    case Known::Context:
        out.context = integerOf(plane, stat);
        break;
    case Known::Graph:
        out.graphId = idOrNull(integerOf(plane, stat));
        break;
    case Known::Kernel:
        out.details.kernel = textOf(plane, stat);
        break;
    case Known::Memcpy:
        out.details.memcpy = textOf(plane, stat);
        break;
    case Known::Memset:
        out.details.memset = textOf(plane, stat);
        break;
    case Known::Hlo:
        out.ofHlo = true;
        break;
    case Known::Step:
        out.step = stepNumberOf(integerOf(plane, stat));
        break;
    case Known::ProducerType:
        out.producerType = integerOf(plane, stat);
        break;
    case Known::ProducerId:
        out.producerId = integerOf(plane, stat);
        break;
    case Known::ConsumerType:
        out.consumerType = integerOf(plane, stat);
        break;
    case Known::ConsumerId:
        out.consumerId = integerOf(plane, stat);
        break;
    }
}

// Writes members; a name that comes twice gets a number, so that none hides another.
class Members
{
public:
    explicit Members(JsonWriter& json)
        : m_json(json)
    { }
    void add(const Plane& plane, const xplane::Stat& stat, std::string_view name)
    {
        const auto times = std::count(m_names.begin(), m_names.end(), name);
        m_names.push_back(name);
        m_json.key(times == 0 ? std::string(name)
                              : std::string(name) + " (" + std::to_string(times + 1) + ")");
        writeValue(m_json, plane, stat);
    }

private:
    JsonWriter& m_json;
    std::vector<std::string_view> m_names;
};

} // namespace

std::string_view statName(const Plane& plane, const xplane::Stat& stat)
{
    const auto it = plane.statNames.find(stat.metadata_id());
    return it == plane.statNames.end() ? std::string_view() : std::string_view(it->second);
}

std::string statText(const Plane& plane, const xplane::Stat& stat)
{
    if (stat.has_int64_value()) {
        return std::to_string(stat.int64_value());
    }
    if (stat.has_uint64_value()) {
        return std::to_string(stat.uint64_value());
    }
    if (stat.has_double_value()) {
        return std::to_string(stat.double_value());
    }
    if (stat.has_bytes_value()) {
        return std::to_string(stat.bytes_value().size()) + " bytes";
    }
    return std::string(textOf(plane, stat));
}

EventStats readStats(const Plane& plane, const xplane::Event& event,
                     const xplane::EventMetadata* metadata)
{
    EventStats out;
    const int shared = metadata != nullptr ? metadata->stats_size() : 0;
    if (event.stats_size() + shared == 0) {
        return out;
    }
    JsonWriter json;
    json.beginObject();
    Members members(json);
    const auto take = [&](const xplane::Stat& stat) {
        std::string_view name = statName(plane, stat);
        const auto* const known = std::find_if(std::begin(kKnown), std::end(kKnown),
                                               [&](const KnownName& k) { return k.name == name; });
        if (known != std::end(kKnown)) {
            takeKnown(known->what, plane, stat, out);
        }
        members.add(plane, stat, name.empty() ? std::string_view("unnamed") : name);
    };
    for (const xplane::Stat& stat : event.stats()) {
        take(stat);
    }
    for (int i = 0; i < shared; ++i) {
        take(metadata->stats(i));
    }
    json.endObject();
    out.args = json.take();
    return out;
}

std::string planeProperties(const Plane& plane)
{
    JsonWriter json;
    json.beginObject();
    Members members(json);
    for (const xplane::Stat& stat : plane.stats) {
        members.add(plane, stat, statName(plane, stat));
    }
    json.endObject();
    return json.take();
}

} // namespace longpole::import
