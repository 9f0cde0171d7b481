// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/args_reader.h"

#include "core/import/json_writer.h"

#include <simdjson.h>

#include <algorithm>
#include <iterator>

namespace longpole::import {

std::string_view ArgsReader::read(std::uint32_t argsNumber)
{
    const auto& blocks = m_raw.argsBlocks;
    const auto it = std::upper_bound(blocks.begin(), blocks.end(), argsNumber);
    if (argsNumber == model::kNull32 || it == blocks.begin()) {
        return {};
    }
    const auto block = static_cast<std::uint32_t>(std::prev(it) - blocks.begin());
    if (block != m_block) {
        auto loaded = m_raw.columns->load({model::Table::Args, 0, block});
        m_block = loaded ? block : model::kNull32;
        m_bytes = loaded ? std::move(*loaded) : model::ColumnBytes{};
        if (!loaded) {
            return {};
        }
    }
    return model::argsInBlock(m_bytes.bytes, argsNumber - blocks[block]);
}

std::string headline(const std::string& profile)
{
    constexpr std::string_view kMetrics[] = {
        "gpu__time_duration.sum",
        "Duration",
        "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
        "sm__throughput.avg.pct_of_peak_sustained_elapsed",
        "Compute (SM) Throughput",
        "Memory Throughput",
        "dram__throughput.avg.pct_of_peak_sustained_elapsed",
        "DRAM Throughput",
        "dram__bytes.sum",
        "dram__bytes.sum.per_second",
        "sm__warps_active.avg.pct_of_peak_sustained_active",
        "Achieved Occupancy",
        "sm__maximum_warps_per_active_cycle_pct",
        "Theoretical Occupancy",
        "launch__registers_per_thread",
        "Registers Per Thread",
        "launch__waves_per_multiprocessor",
        "Waves Per SM",
    };
    simdjson::dom::parser parser;
    simdjson::dom::element root;
    simdjson::dom::object metrics;
    if (parser.parse(profile).get(root) != simdjson::SUCCESS
        || root["metrics"].get(metrics) != simdjson::SUCCESS) {
        return "{}";
    }
    JsonWriter out;
    out.beginObject().key("shortened").raw("true").key("metrics").beginObject();
    for (const std::string_view name : kMetrics) {
        simdjson::dom::element value;
        if (metrics[name].get(value) == simdjson::SUCCESS) {
            out.key(name).raw(simdjson::minify(value));
        }
    }
    out.endObject().endObject();
    return out.take();
}

} // namespace longpole::import
