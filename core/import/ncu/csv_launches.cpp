// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ncu/csv_launches.h"

#include "core/import/csv_reader.h"
#include "core/import/decimal_time.h"
#include "core/import/ncu/profile_json.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <unordered_set>

namespace longpole::import {

namespace {

using model::kNull32;
using model::kNull64;
using model::Severity;

bool looksNumeric(std::string_view text)
{
    return !text.empty() && text.find_first_of("0123456789") != std::string_view::npos
        && text.find_first_not_of("0123456789.,+-eE") == std::string_view::npos;
}

bool ambiguous(std::string_view text)
{
    return text.find_first_of(".,") != std::string_view::npos;
}

// A number that only another locale writes: the file as a whole is in that locale.
bool otherLocale(const std::vector<CsvLaunch>& launches)
{
    return std::any_of(launches.begin(), launches.end(), [](const CsvLaunch& l) {
        return std::any_of(l.metrics.begin(), l.metrics.end(), [](const CsvMetric& m) {
            return looksNumeric(m.value) && !parseGrouped(m.value);
        });
    });
}

std::int64_t integerOr(std::string_view text, std::int64_t other)
{
    return parseInteger(text).value_or(other);
}

class LaunchWriter
{
public:
    LaunchWriter(const CsvLaunch& launch, bool foreign, EventBatch& batch)
        : m_launch(launch)
        , m_foreign(foreign)
        , m_batch(batch)
    { }

    void write(std::uint32_t order)
    {
        KernelProfileRecord& p = m_profile;
        p.order = order;
        p.name =
            m_batch.intern(m_launch.kernel.empty() ? "(kernel without a name)" : m_launch.kernel);
        parseDimensions(m_launch.grid, p.grid);
        parseDimensions(m_launch.block, p.block);
        p.device = integerOr(m_launch.device, 0);
        p.context = integerOr(m_launch.context, kNull64);
        p.stream = integerOr(m_launch.stream, kNull64);
        m_out.beginObject();
        metrics();
        units();
        rules();
        for (const auto& [key, value] :
             {std::pair("id", &m_launch.id), std::pair("process", &m_launch.process),
              std::pair("compute_capability", &m_launch.computeCapability)}) {
            if (!value->empty()) {
                m_out.key(key).text(*value);
            }
        }
        m_out.endObject();
        if (p.durationNs == kNull64) {
            m_batch.ledger.add("profile-without-duration", Severity::Info,
                               "profiled kernels without a duration have length 0; collect "
                               "gpu__time_duration.sum or the section SpeedOfLight",
                               m_launch.kernel);
        }
        p.args = m_batch.keepArgs(m_out.str());
        m_batch.profiles.push_back(p);
        ++m_batch.events;
    }

private:
    std::optional<double> number(const std::string& text)
    {
        if (!looksNumeric(text)) {
            return std::nullopt;
        }
        const auto value = parseGrouped(text);
        if (!value || (m_foreign && ambiguous(text))) {
            m_batch.ledger.add("number-of-another-locale", Severity::DataLoss,
                               "values in the style of another locale (61,84) were kept as text; "
                               "print the page again with LC_ALL=C",
                               text);
            return std::nullopt;
        }
        return value;
    }

    // The name alone where it is the only one, else with its section.
    std::string_view keyOf(const CsvMetric& m)
    {
        if (m_taken.insert(m.name).second) {
            return m.name;
        }
        const std::string withSection = std::string(m.section) + ": " + std::string(m.name);
        std::string key = withSection;
        for (int i = 2; m_taken.contains(key); ++i) {
            key = withSection + " (" + std::to_string(i) + ")";
        }
        m_longKeys.push_back(std::move(key));
        return *m_taken.insert(m_longKeys.back()).first;
    }

    void metrics()
    {
        m_keys.reserve(m_launch.metrics.size());
        m_taken.reserve(m_launch.metrics.size());
        m_out.key("metrics").beginObject();
        for (const CsvMetric& m : m_launch.metrics) {
            if (m.value.empty()) {
                continue;
            }
            m_keys.push_back({&m, keyOf(m)});
            m_out.key(m_keys.back().second);
            if (const auto v = number(m.value)) {
                value(m, *v);
            } else {
                m_out.text(m.value);
            }
        }
        m_out.endObject();
    }

    void value(const CsvMetric& m, double v)
    {
        const bool whole = m.value.find_first_of(".eE") == std::string::npos;
        if (whole && v > -9e15 && v < 9e15) {
            m_out.integer(static_cast<std::int64_t>(v));
        } else {
            m_out.real(v);
        }
        if (m.name == "gpu__time_duration.sum" || m.name == "Duration") {
            m_profile.durationNs = durationOf(v, m.unit);
        } else if (m.name == "launch__registers_per_thread" || m.name == "Registers Per Thread") {
            m_profile.registers = asCount(v);
        } else if (m.name == "launch__shared_mem_per_block_static"
                   || m.name == "Static Shared Memory Per Block") {
            m_profile.sharedStatic = asCount(v * bytesOf(m.unit));
        } else if (m.name == "launch__shared_mem_per_block_dynamic"
                   || m.name == "Dynamic Shared Memory Per Block") {
            m_profile.sharedDynamic = asCount(v * bytesOf(m.unit));
        }
    }

    // Nsight Compute's prefixes of bytes are decimal. Unknown units give no count.
    static double bytesOf(std::string_view unit)
    {
        unit = unit.substr(0, unit.find('/'));
        return unit == "byte" || unit.empty() ? 1
            : unit == "Kbyte"                 ? 1e3
            : unit == "Mbyte"                 ? 1e6
                                              : -1;
    }

    void units()
    {
        m_out.key("units").beginObject();
        for (const auto& [metric, key] : m_keys) {
            if (!metric->unit.empty()) {
                m_out.key(key).text(metric->unit);
            }
        }
        m_out.endObject();
        sections();
    }

    void sections()
    {
        std::vector<std::string_view> order;
        for (const auto& [metric, key] : m_keys) {
            if (!metric->section.empty()
                && std::find(order.begin(), order.end(), metric->section) == order.end()) {
                order.push_back(metric->section);
            }
        }
        m_out.key("sections").beginArray();
        for (const std::string_view section : order) {
            m_out.beginObject().key("name").text(section).key("metrics").beginArray();
            for (const auto& [metric, key] : m_keys) {
                if (metric->section == section) {
                    m_out.beginObject().key("metric").text(key).key("label").text(metric->name);
                    m_out.endObject();
                }
            }
            m_out.endArray().endObject();
        }
        m_out.endArray();
    }

    void rules()
    {
        m_out.key("rules").beginArray();
        for (const CsvRule& r : m_launch.rules) {
            std::string type = r.type; // INF, OPT, WRN … or words
            m_out.beginObject().key("name").text(r.name).key("section").text(r.section);
            m_out.key("type").text(ruleType(type));
            m_out.key("message").text(plainRuleText(r.description));
            if (const auto percent = r.speedup.empty() ? std::nullopt : number(r.speedup)) {
                m_out.key("speedup").beginObject().key("type").text(r.speedupType);
                m_out.key("percent").real(*percent).endObject();
            }
            m_out.endObject();
        }
        m_out.endArray();
    }

    static std::string_view ruleType(std::string_view type)
    {
        return type == "OPT" ? "optimization"
            : type == "WRN"  ? "warning"
            : type == "ERR"  ? "error"
            : type == "INF"  ? "ok"
                             : type;
    }

    const CsvLaunch& m_launch;
    bool m_foreign;
    EventBatch& m_batch;
    KernelProfileRecord m_profile;
    JsonWriter m_out;
    std::unordered_set<std::string_view> m_taken;
    std::deque<std::string> m_longKeys; // that no name is; stable addresses
    std::vector<std::pair<const CsvMetric*, std::string_view>> m_keys;
};

} // namespace

void LaunchConverter::add(const std::vector<CsvLaunch>& launches, EventBatch& batch)
{
    m_otherLocale = m_otherLocale || otherLocale(launches);
    for (const CsvLaunch& l : launches) {
        LaunchWriter(l, m_otherLocale, batch).write(m_launches++);
    }
}

void parseDimensions(std::string_view text, std::uint32_t (&out)[3])
{
    std::uint32_t found[3] = {kNull32, kNull32, kNull32};
    std::size_t pos = 0;
    for (std::uint32_t& v : found) {
        const std::size_t from = text.find_first_of("0123456789", pos);
        if (from == std::string_view::npos) {
            return;
        }
        pos = std::min(text.find_first_not_of("0123456789", from), text.size());
        const auto n = parseInteger(text.substr(from, pos - from));
        if (!n || *n >= std::int64_t{kNull32}) {
            return;
        }
        v = static_cast<std::uint32_t>(*n);
    }
    std::copy(std::begin(found), std::end(found), out);
}

std::int64_t durationOf(double value, std::string_view unit)
{
    struct Scale
    {
        std::string_view unit;
        double ns;
    };
    constexpr Scale kScales[] = {
        {"ns", 1},        {"nsecond", 1}, {"us", 1e3},     {"usecond", 1e3}, {"ms", 1e6},
        {"msecond", 1e6}, {"s", 1e9},     {"second", 1e9}, {"sec", 1e9},
    };
    for (const Scale& s : kScales) {
        if (s.unit == unit) {
            return asDurationNs(value * s.ns);
        }
    }
    return kNull64;
}

} // namespace longpole::import
