// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/details/kernel_counters.h"

#include "ui/session/format.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QLocale>
#include <QSet>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace longpole::panels {
namespace {

QString say(const char* words)
{
    return QCoreApplication::translate("Counters", words);
}

// A figure that matters, by the names it has: of the metric in reports and --page raw, of the label
// in --page details.
struct Headline
{
    const char* label;
    std::initializer_list<const char*> names;
};

const Headline kHeadlines[] = {
    {"Duration", {"gpu__time_duration.sum", "Duration"}},
    {"Compute use",
     {"sm__throughput.avg.pct_of_peak_sustained_elapsed", "Compute (SM) Throughput"}},
    {"Memory use",
     {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed", "Memory Throughput"}},
    {"DRAM use",
     {"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed",
      "dram__throughput.avg.pct_of_peak_sustained_elapsed", "DRAM Throughput"}},
    {"DRAM rate", {"dram__bytes.sum.per_second", "Memory Workload Analysis: Memory Throughput"}},
    {"Occupancy", {"sm__warps_active.avg.pct_of_peak_sustained_active", "Achieved Occupancy"}},
    {"Occupancy limit", {"sm__maximum_warps_per_active_cycle_pct", "Theoretical Occupancy"}},
    {"Waves per SM", {"launch__waves_per_multiprocessor", "Waves Per SM"}},
    {"L1 hit rate", {"l1tex__t_sector_hit_rate.pct", "L1/TEX Hit Rate"}},
    {"L2 hit rate", {"lts__t_sector_hit_rate.pct", "L2 Hit Rate"}},
    {"Registers", {"launch__registers_per_thread", "Registers Per Thread"}},
};

// The unit where the file names none: reports hold it in the metric's name.
QString unitOf(const QString& metric, const QJsonObject& units)
{
    QString told = units[metric].toString();
    if (!told.isEmpty()) {
        return told;
    }
    if (metric.contains(QLatin1String("pct")) && !metric.contains(QLatin1String("limit"))) {
        return QStringLiteral("%");
    }
    if (metric.contains(QLatin1String("time_duration"))) {
        return QStringLiteral("ns");
    }
    const bool bytes = metric.contains(QLatin1String("bytes"));
    if (metric.endsWith(QLatin1String("per_second"))) {
        return bytes                                           ? QStringLiteral("byte/s")
            : metric.contains(QLatin1String("cycles_elapsed")) ? QStringLiteral("hz")
                                                               : QString();
    }
    return bytes && metric.endsWith(QLatin1String(".sum")) ? QStringLiteral("byte") : QString();
}

QString numberText(double value)
{
    if (value == std::trunc(value) && std::abs(value) < 1e15) {
        return session::groupedCount(static_cast<std::int64_t>(value));
    }
    return std::abs(value) >= 1000 ? session::humanCount(value) : session::threeDigits(value);
}

QString valueText(const QJsonValue& value, const QString& unit)
{
    if (!value.isDouble()) {
        return value.toVariant().toString();
    }
    const double number = value.toDouble();
    const QString lower = unit.toLower();
    if (lower == QLatin1String("ns") || lower == QLatin1String("nsecond")) {
        return session::humanDuration(static_cast<std::int64_t>(std::llround(number)));
    }
    if (lower == QLatin1String("byte")) {
        return session::humanBytes(number);
    }
    if (lower == QLatin1String("byte/s") || lower == QLatin1String("byte/second")) {
        return session::humanBytes(number) + QStringLiteral("/s");
    }
    if (lower == QLatin1String("hz")) {
        return session::humanCount(number) + QStringLiteral("Hz");
    }
    if (unit == QLatin1String("%")) {
        return session::threeDigits(number) + QStringLiteral(" %");
    }
    return unit.isEmpty() ? numberText(number) : numberText(number) + QLatin1Char(' ') + unit;
}

QString exactText(const QString& metric, const QJsonValue& value, const QString& unit)
{
    const QString exact = value.isDouble()
        ? QLocale::c().toString(value.toDouble(), 'g', std::numeric_limits<double>::max_digits10)
        : value.toVariant().toString();
    return metric + QStringLiteral(" = ") + exact
        + (unit.isEmpty() ? QString() : QLatin1Char(' ') + unit);
}

class Profile
{
public:
    Profile(const QJsonObject& profile, bool ofNsight)
        : m_profile(profile)
        , m_ofNsight(ofNsight)
        , m_metrics(profile[QStringLiteral("metrics")].toObject())
        , m_units(profile[QStringLiteral("units")].toObject())
    { }

    std::vector<CounterGroup> groups()
    {
        std::vector<CounterGroup> out;
        const auto keep = [&](CounterGroup group) {
            if (!group.rows.empty()) {
                out.push_back(std::move(group));
            }
        };
        CounterGroup first = headlines();
        bool figures = first.rows.size() > (m_profile.contains(QLatin1String("match")) ? 1 : 0);
        keep(std::move(first));
        keep(advice());
        for (CounterGroup& section : sections()) {
            section.open = !figures; // of the first that has any
            const bool any = !section.rows.empty();
            keep(std::move(section));
            figures = figures || any;
        }
        keep(others());
        return out;
    }

private:
    CounterRow row(const QString& label, const QString& metric) const
    {
        const QJsonValue value = m_metrics[metric];
        const QString unit = unitOf(metric, m_units);
        return {label, valueText(value, unit), exactText(metric, value, unit)};
    }

    CounterGroup headlines() const
    {
        CounterGroup group{m_ofNsight ? say("Nsight Compute") : say("Hardware counters"), {}, true};
        for (const Headline& h : kHeadlines) {
            const auto found = std::find_if(h.names.begin(), h.names.end(), [&](const char* name) {
                return m_metrics.contains(QLatin1String(name));
            });
            if (found != h.names.end()) {
                group.rows.push_back(row(say(h.label), QLatin1String(*found)));
            }
        }
        const QString match = m_profile[QStringLiteral("match")].toString();
        if (!match.isEmpty()) {
            group.rows.push_back(
                {say("Matched by"), match,
                 say("%1: how this launch was found among those that were measured").arg(match)});
        }
        return group;
    }

    CounterGroup advice() const
    {
        CounterGroup group{say("Nsight Compute advises"), {}, true, true};
        for (const auto& one : m_profile[QStringLiteral("rules")].toArray()) {
            const QJsonObject rule = one.toObject();
            const QString message = rule[QStringLiteral("message")].toString();
            if (message.isEmpty()) {
                continue;
            }
            const QString title = rule[QStringLiteral("title")].toString();
            const double percent =
                rule[QStringLiteral("speedup")].toObject()[QStringLiteral("percent")].toDouble();
            const QString gain =
                percent > 0 ? say("up to %1 %").arg(session::threeDigits(percent)) : QString();
            group.rows.push_back({title.isEmpty() ? rule[QStringLiteral("name")].toString() : title,
                                  gain.isEmpty() ? message : gain + QStringLiteral(" · ") + message,
                                  message});
        }
        return group;
    }

    std::vector<CounterGroup> sections()
    {
        std::vector<QJsonObject> all;
        for (const auto& one : m_profile[QStringLiteral("sections")].toArray()) {
            all.push_back(one.toObject());
        }
        std::stable_sort(all.begin(), all.end(), [](const QJsonObject& a, const QJsonObject& b) {
            const auto order = [](const QJsonObject& s) {
                return s[QStringLiteral("order")].toInt(std::numeric_limits<int>::max());
            };
            return order(a) < order(b);
        });
        std::vector<CounterGroup> out;
        for (const QJsonObject& section : all) {
            CounterGroup group{section[QStringLiteral("name")].toString(), {}, false};
            for (const auto& one : section[QStringLiteral("metrics")].toArray()) {
                const QString metric = one[QStringLiteral("metric")].toString();
                if (m_metrics.contains(metric)) {
                    const QString label = one[QStringLiteral("label")].toString();
                    group.rows.push_back(row(label.isEmpty() ? metric : label, metric));
                    m_told.insert(metric);
                }
            }
            out.push_back(std::move(group));
        }
        return out;
    }

    CounterGroup others() const
    {
        CounterGroup group{say("All other metrics"), {}, false};
        for (auto it = m_metrics.begin(); it != m_metrics.end(); ++it) {
            if (!m_told.contains(it.key())) {
                group.rows.push_back(row(it.key(), it.key()));
            }
        }
        return group;
    }

    const QJsonObject& m_profile;
    bool m_ofNsight;
    QJsonObject m_metrics;
    QJsonObject m_units;
    QSet<QString> m_told; // by a section
};

} // namespace

QString profileMember(const QJsonObject& args)
{
    const QString ours = QStringLiteral("counters");
    const QString nsight = QStringLiteral("ncu");
    return args.contains(ours) && !args.contains(nsight) ? ours : nsight;
}

std::vector<CounterGroup> counterGroups(const QJsonObject& profile, const QString& member)
{
    if (profile[QStringLiteral("metrics")].toObject().isEmpty()) {
        return {};
    }
    return Profile(profile, member == QLatin1String("ncu")).groups();
}

} // namespace longpole::panels
