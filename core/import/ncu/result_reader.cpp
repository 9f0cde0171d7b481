// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ncu/result_reader.h"

#include "core/import/ncu/ncu_report.pb.h"
#include "core/import/ncu/profile_json.h"

#include <array>
#include <limits>
#include <optional>

namespace longpole::import {

namespace {

using model::Severity;

void writeValue(JsonWriter& out, const ncu::Value& v)
{
    if (v.has_text()) {
        out.text(v.text());
    } else if (v.has_single()) {
        out.real(v.single());
    } else if (v.has_real()) {
        out.real(v.real());
    } else if (v.has_natural32()) {
        out.natural(v.natural32());
    } else {
        out.natural(v.natural64());
    }
}

bool hasValue(const ncu::Value& v)
{
    return v.has_text() || v.has_single() || v.has_real() || v.has_natural32() || v.has_natural64();
}

std::optional<double> number(const ncu::Value& v)
{
    if (v.has_text() || !hasValue(v)) {
        return std::nullopt;
    }
    return v.has_single()   ? double{v.single()}
        : v.has_real()      ? v.real()
        : v.has_natural32() ? static_cast<double>(v.natural32())
                            : static_cast<double>(v.natural64());
}

std::string_view ruleType(std::uint32_t type)
{
    constexpr std::array<std::string_view, 5> kNames{"none", "ok", "warning", "error",
                                                     "optimization"};
    return type < kNames.size() ? kNames[type] : "unknown";
}

std::string_view speedupType(std::uint32_t kind)
{
    constexpr std::array<std::string_view, 3> kNames{"unknown", "local", "global"};
    return kind < kNames.size() ? kNames[kind] : "unknown";
}

void writeSections(JsonWriter& out, const ncu::Result& result)
{
    out.key("sections").beginArray();
    for (const ncu::Section& s : result.sections()) {
        out.beginObject();
        out.key("id").text(s.identifier()).key("name").text(s.name());
        out.key("order").natural(s.order());
        if (!s.description().empty()) {
            out.key("description").text(s.description());
        }
        out.key("metrics").beginArray();
        for (const ncu::HeaderMetric& m : s.header().metrics()) {
            out.beginObject().key("metric").text(m.metric()).key("label").text(m.label());
            out.endObject();
        }
        out.endArray().endObject();
    }
    out.endArray();
}

void writeItem(JsonWriter& out, const ncu::RuleItem& item)
{
    if (item.has_message()) {
        out.key("title").text(item.message().title());
        out.key("type").text(ruleType(item.message().type()));
        out.key("message").text(plainRuleText(item.message().text()));
    }
    if (item.has_speedup()) {
        out.key("speedup").beginObject();
        out.key("type").text(speedupType(item.speedup().kind()));
        out.key("percent").real(item.speedup().percent()).endObject();
    }
}

void writeFocus(JsonWriter& out, const ncu::RuleItem& item)
{
    if (item.has_focus()) {
        out.beginObject().key("name").text(item.focus().name());
        out.key("value").real(item.focus().value());
        out.key("info").text(item.focus().info()).endObject();
    }
}

// One object per message of a rule; rules that had nothing to say have none.
void writeRules(JsonWriter& out, const ncu::Result& result)
{
    out.key("rules").beginArray();
    for (const ncu::RuleResult& r : result.rules()) {
        bool open = false;
        for (const ncu::RuleItem& item : r.body().items()) {
            if (item.has_message() || !open) {
                if (open) {
                    out.endArray().endObject();
                }
                out.beginObject().key("id").text(r.identifier()).key("name").text(r.name());
                out.key("section").text(r.section());
                writeItem(out, item);
                out.key("focus").beginArray();
                open = true;
            }
            writeFocus(out, item);
        }
        if (open) {
            out.endArray().endObject();
        }
    }
    out.endArray();
}

void writeNvtx(JsonWriter& out, const ncu::Result& result)
{
    if (!result.has_nvtx()) {
        return;
    }
    out.key("nvtx").beginArray();
    for (const ncu::NvtxThread& thread : result.nvtx().threads()) {
        for (const ncu::NvtxDomain& domain : thread.domains()) {
            for (const ncu::NvtxRange& range : domain.ranges()) {
                out.text(range.name());
            }
        }
    }
    out.endArray();
}

void dimensions(const ncu::Dimensions& from, std::uint32_t (&to)[3])
{
    to[0] = from.x();
    to[1] = from.has_y() ? from.y() : 1;
    to[2] = from.has_z() ? from.z() : 1;
}

} // namespace

bool ResultReader::read(std::string_view bytes, EventBatch& batch)
{
    ncu::Result result;
    constexpr std::size_t kMost = std::numeric_limits<int>::max();
    if (bytes.size() > kMost
        || !result.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        return false;
    }
    addFacts(result, batch);
    return true;
}

void ResultReader::addFacts(const ncu::Result& result, EventBatch& batch)
{
    KernelProfileRecord p;
    p.order = m_order++;
    const std::string& name = !result.demangled_name().empty() ? result.demangled_name()
        : !result.mangled_name().empty()                       ? result.mangled_name()
                                                               : result.function_name();
    p.name = batch.intern(name.empty() ? "(kernel without a name)" : name);
    if (result.has_grid()) {
        dimensions(result.grid(), p.grid);
    }
    if (result.has_block()) {
        dimensions(result.block(), p.block);
    }
    p.context = result.has_context() ? result.context() : model::kNull64;
    p.stream = result.has_stream() ? result.stream() : model::kNull64;
    for (const ncu::Metric& m : result.metrics()) {
        const auto value = number(m.value());
        if (m.name() >= strings.size() || !value) {
            continue;
        }
        const std::string& metric = strings[m.name()];
        if (metric == "gpu__time_duration.sum") {
            p.durationNs = asDurationNs(*value);
        } else if (metric == "launch__registers_per_thread") {
            p.registers = asCount(*value);
        } else if (metric == "launch__shared_mem_per_block_static") {
            p.sharedStatic = asCount(*value);
        } else if (metric == "launch__shared_mem_per_block_dynamic") {
            p.sharedDynamic = asCount(*value);
        } else if (metric == "launch__device_id" && *value >= 0 && *value < 65536) {
            p.device = static_cast<std::int64_t>(*value);
        }
    }
    if (p.durationNs == model::kNull64) {
        batch.ledger.add("profile-without-duration", Severity::Info,
                         "profiled kernels without gpu__time_duration.sum have length 0; collect "
                         "it with --metrics or a section that holds it",
                         name);
    }
    p.args = batch.keepArgs(argsOf(result, batch));
    batch.profiles.push_back(p);
    ++batch.events;
}

std::string ResultReader::argsOf(const ncu::Result& result, EventBatch& batch) const
{
    JsonWriter out;
    out.beginObject().key("metrics").beginObject();
    std::uint64_t instances = 0;
    for (const ncu::Metric& m : result.metrics()) {
        instances += static_cast<std::uint64_t>(m.instances_size());
        if (m.name() >= strings.size()) {
            batch.ledger.add("metric-without-name", Severity::DataLoss,
                             "metrics whose names are missing in the report were left out",
                             result.function_name());
            continue;
        }
        out.key(strings[m.name()]);
        if (hasValue(m.value())) {
            writeValue(out, m.value());
        } else {
            out.null();
        }
    }
    out.endObject();
    if (instances > 0) {
        batch.ledger.add("metric-instances", Severity::Info,
                         "values of metrics per instruction or instance were not read; their "
                         "totals were",
                         {}, instances);
    }
    out.key("function").text(result.function_name()).key("mangled").text(result.mangled_name());
    out.key("created_unix_s").integer(result.created());
    writeSections(out, result);
    writeRules(out, result);
    writeNvtx(out, result);
    out.endObject();
    return out.take();
}

} // namespace longpole::import
