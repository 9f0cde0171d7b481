// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys_sqlite/target_info.h"

#include "core/import/json_writer.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <utility>

namespace longpole::import {

namespace {

using model::Severity;

constexpr std::size_t kMaxProperty = 4096;
constexpr std::size_t kMaxProperties = 400;
constexpr std::size_t kMaxStreams = 4096;

// Columns of TARGET_INFO_GPU and what they become; those that mean the same as a member of
// Kineto's deviceProperties have its name.
struct Property
{
    const char* column;
    const char* key;
};
constexpr Property kProperties[] = {
    {"totalMemory", "totalGlobalMem"},
    {"computeMajor", "computeMajor"},
    {"computeMinor", "computeMinor"},
    {"maxThreadsPerBlock", "maxThreadsPerBlock"},
    {"maxRegistersPerBlock", "regsPerBlock"},
    {"maxRegistersPerSm", "regsPerMultiprocessor"},
    {"threadsPerWarp", "warpSize"},
    {"maxShmemPerBlock", "sharedMemPerBlock"},
    {"maxShmemPerBlockOptin", "sharedMemPerBlockOptin"},
    {"maxShmemPerSm", "sharedMemPerMultiprocessor"},
    {"smCount", "numSms"},
    {"maxWarpsPerSm", "maxWarpsPerMultiprocessor"},
    {"maxBlocksPerSm", "maxBlocksPerMultiprocessor"},
    {"clockRate", "clockRateHz"},
    {"memoryBandwidth", "memoryBandwidthBytesPerSecond"},
    {"l2CacheSize", "l2CacheSize"},
    {"asyncEngines", "asyncEngineCount"},
};

bool isPrivate(std::string_view key)
{
    return key.find("ENVIRONMENT_VARIABLE") != std::string_view::npos;
}

} // namespace

Result<void> TargetInfo::load()
{
    for (const auto step :
         {&TargetInfo::loadDeviceNumbers, &TargetInfo::loadDevices, &TargetInfo::loadMetadata,
          &TargetInfo::loadStreams, &TargetInfo::loadClock, &TargetInfo::loadNames,
          &TargetInfo::loadDiagnostics}) {
        if (auto done = (this->*step)(); !done) {
            return done;
        }
    }
    return {};
}

// CUDA counts the devices a process may see; CUDA_VISIBLE_DEVICES makes device 0 of two processes
// two GPUs. Where that is so, the profiler's own numbers tell them apart.
Result<void> TargetInfo::loadDeviceNumbers()
{
    static constexpr ColumnWish kColumns[] = {{"gpuId"}, {"cudaId"}, {"pid"}};
    std::map<std::int64_t, std::int64_t> gpuOfCuda;
    auto done = m_facts.each(
        "TARGET_INFO_CUDA_DEVICE", kColumns, [&](const RowBlock& block, std::size_t row) {
            const std::int64_t gpu = block.integer(row, 0, 0);
            const std::int64_t cuda = block.integer(row, 1, 0);
            m_facts.m_gpuOf[{block.integer(row, 2, 0), cuda}] = gpu;
            const auto [it, added] = gpuOfCuda.emplace(cuda, gpu);
            m_facts.m_useGpuIds = m_facts.m_useGpuIds || (!added && it->second != gpu);
        });
    if (m_facts.m_useGpuIds) {
        m_facts.input().ledger().add(
            "devices-renumbered", Severity::Info,
            "processes number their devices differently; devices have the profiler's numbers here");
    } else {
        for (const auto& [cuda, gpu] : gpuOfCuda) {
            m_facts.m_deviceOfGpu.emplace(gpu, cuda);
        }
    }
    return done;
}

Result<void> TargetInfo::loadDevices()
{
    std::vector<ColumnWish> columns{{"id"},
                                    {"cuDevice"},
                                    {"name", CellType::Text},
                                    {"busLocation", CellType::Text},
                                    {"uuid", CellType::Text},
                                    {"chipName", CellType::Text}};
    const std::size_t first = columns.size();
    for (const Property& p : kProperties) {
        columns.push_back({p.column});
    }
    return m_facts.each("TARGET_INFO_GPU", columns, [&](const RowBlock& block, std::size_t row) {
        KnownDevice device;
        const std::int64_t id = block.integer(row, 0, 0);
        if (!m_facts.m_useGpuIds && block.has(row, 1) && block.integer(row, 1) >= 0) {
            m_facts.m_deviceOfGpu.emplace(id, block.integer(row, 1));
        }
        device.number = m_facts.deviceOfGpu(id);
        device.name = block.text(row, 2);
        JsonWriter json;
        json.beginObject().key("id").integer(device.number).key("name").text(device.name);
        for (std::size_t i = 0; i < std::size(kProperties); ++i) {
            if (block.has(row, first + i)) {
                json.key(kProperties[i].key).integer(block.integer(row, first + i));
            }
        }
        const auto at = [&](const char* column) {
            const auto* const p = std::find_if(
                std::begin(kProperties), std::end(kProperties),
                [&](const Property& q) { return std::string_view(q.column) == column; });
            return block.integer(row, first + static_cast<std::size_t>(p - kProperties), 0);
        };
        if (at("maxWarpsPerSm") > 0 && at("maxWarpsPerSm") < 65536 && at("threadsPerWarp") > 0
            && at("threadsPerWarp") < 65536) {
            json.key("maxThreadsPerMultiprocessor")
                .integer(at("maxWarpsPerSm") * at("threadsPerWarp"));
        }
        const char* const texts[] = {"busLocation", "uuid", "chipName"};
        for (std::size_t i = 0; i < std::size(texts); ++i) {
            if (!block.text(row, 3 + i).empty()) {
                json.key(texts[i]).text(block.text(row, 3 + i));
            }
        }
        device.properties = json.endObject().take();
        m_builder.devices().push_back(std::move(device));
    });
}

Result<void> TargetInfo::loadMetadata()
{
    static constexpr ColumnWish kColumns[] = {{"name", CellType::Text}, {"value", CellType::Text}};
    model::TraceInfo& info = m_builder.info();
    std::string product = "NVIDIA Nsight Systems";
    std::string version;
    std::string derived;
    for (const char* table : {"META_DATA_EXPORT", "EXPORT_META_DATA", "META_DATA_CAPTURE"}) {
        auto done = m_facts.each(table, kColumns, [&](const RowBlock& block, std::size_t row) {
            const std::string_view name = block.text(row, 0);
            const std::string_view value = block.text(row, 1);
            if (name == "EXPORT_PRODUCT_NAME" && !value.empty()) {
                product = value;
            } else if (name == "EXPORT_PRODUCT_VERSION") {
                version = value;
            } else if (name == "DERIVED_WINDOW_NS") {
                derived = value;
            }
            if (!value.empty() && !isPrivate(name) && info.properties.size() < kMaxProperties) {
                info.properties.emplace_back(name, value.substr(0, kMaxProperty));
            }
        });
        if (!done) {
            return done;
        }
    }
    info.format = "nsys-sqlite";
    info.producer = version.empty() ? product : product + " " + version;
    if (!derived.empty()) {
        m_facts.input().ledger().add("derived-file", Severity::Info,
                                     "the file was cut out of a longer recording by another "
                                     "program (window in ns)",
                                     derived);
    }
    return {};
}

// How each stream was created: properties "cuda_stream/CONTEXT/STREAM" = "non-blocking, priority
// -5". The flags are CUPTI's (CUpti_ActivityStreamFlag).
Result<void> TargetInfo::loadStreams()
{
    static constexpr ColumnWish kColumns[] = {{"contextId"}, {"streamId"}, {"flag"}, {"priority"}};
    std::set<std::pair<std::string, std::string>> streams; // processes may have the same numbers
    std::uint64_t leftOut = 0;
    auto done = m_facts.each(
        "TARGET_INFO_CUDA_STREAM", kColumns, [&](const RowBlock& block, std::size_t row) {
            const std::int64_t flag = block.integer(row, 2, 0);
            if (!block.has(row, 0) || !block.has(row, 1) || flag < 1 || flag > 3) {
                return;
            }
            static constexpr const char* kFlags[] = {"default", "non-blocking", "null"};
            std::string value = kFlags[flag - 1];
            // Exporters write the signed priority as if it were unsigned.
            if (const auto priority = static_cast<std::int32_t>(block.integer(row, 3, 0));
                priority != 0) {
                value += ", priority " + std::to_string(priority);
            }
            if (streams.size() < kMaxStreams) {
                streams.emplace("cuda_stream/" + std::to_string(block.integer(row, 0)) + "/"
                                    + std::to_string(block.integer(row, 1)),
                                std::move(value));
            } else {
                ++leftOut;
            }
        });
    model::TraceInfo& info = m_builder.info();
    info.properties.insert(info.properties.end(), streams.begin(), streams.end());
    if (leftOut > 0) {
        m_facts.input().ledger().add("stream-flags-left-out", Severity::Info,
                                     "streams beyond the first 4096 whose flags were not kept",
                                     std::to_string(leftOut));
    }
    return done;
}

Result<void> TargetInfo::loadClock()
{
    static constexpr ColumnWish kColumns[] = {{"utcEpochNs"}};
    m_builder.setZero(0);
    return m_facts.each("TARGET_INFO_SESSION_START_TIME", kColumns,
                        [&](const RowBlock& block, std::size_t row) {
                            if (block.has(row, 0)) {
                                m_builder.setBaseUnixNs(block.integer(row, 0));
                            }
                        });
}

Result<void> TargetInfo::loadNames()
{
    static constexpr ColumnWish kProcess[] = {{"globalPid"}, {"name", CellType::Text}};
    static constexpr ColumnWish kThread[] = {{"globalTid"}, {"nameId"}};
    EventBatch batch;
    const auto add = [&](NamingRecord::Kind kind, std::int64_t global, std::string_view name) {
        NamingRecord n;
        n.kind = kind;
        n.thread.pid = pidOf(global);
        n.thread.tid = tidOf(global);
        n.text = batch.intern(name);
        batch.namings.push_back(n);
    };
    auto done = m_facts.each("PROCESSES", kProcess, [&](const RowBlock& block, std::size_t row) {
        if (block.has(row, 0) && !block.text(row, 1).empty()) {
            add(NamingRecord::Kind::ProcessName, block.integer(row, 0), block.text(row, 1));
        }
    });
    if (done) {
        done = m_facts.each("ThreadNames", kThread, [&](const RowBlock& block, std::size_t row) {
            const std::string_view name = m_facts.string(block.integer(row, 1));
            if (block.has(row, 0) && !name.empty()) {
                add(NamingRecord::Kind::ThreadName, block.integer(row, 0), name);
                m_facts.m_threadNames[block.integer(row, 0)] = block.integer(row, 1);
            }
        });
    }
    m_builder.append(std::move(batch));
    return done;
}

Result<void> TargetInfo::loadDiagnostics()
{
    static constexpr ColumnWish kColumns[] = {{"severity"}, {"text", CellType::Text}};
    return m_facts.each("DIAGNOSTIC_EVENT", kColumns, [&](const RowBlock& block, std::size_t row) {
        std::string text(block.text(row, 1).substr(0, 400));
        std::replace(text.begin(), text.end(), '\n', ' ');
        const auto says = [&](const char* word) { return text.find(word) != std::string::npos; };
        const std::int64_t severity = block.integer(row, 0, 0);
        if (says(" lost") || says(" dropped") || says("Not all ") || says("not all ")) {
            m_facts.input().ledger().add(
                "profiler-lost-events", Severity::Info,
                "the profiler says that it may not have recorded everything", text);
        } else if (severity >= 3) {
            m_facts.input().ledger().add("profiler-error", Severity::Info,
                                         "errors that the profiler reported while it recorded",
                                         text);
        } else if (severity == 2) {
            m_facts.input().ledger().add("profiler-warning", Severity::Info,
                                         "warnings that the profiler gave while it recorded", text);
        }
    });
}

} // namespace longpole::import
