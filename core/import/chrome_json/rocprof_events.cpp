// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/rocprof_events.h"

#include "core/import/chrome_json/args_scanner.h"
#include "core/import/chrome_json/xla_events.h"
#include "core/import/decimal_time.h"
#include "core/model/names.h"

#include <optional>

namespace longpole::import {

namespace {

constexpr std::int64_t kMarkers = 0;
constexpr std::int64_t kCopies = 1;
constexpr std::int64_t kHip = 2;
constexpr std::int64_t kHsa = 3;
constexpr std::int64_t kFirstGpu = 6;

struct RocprofArgs
{
    bool begins = false;
    bool ends = false;
    std::optional<std::int64_t> device;
    std::optional<std::int64_t> queue;
};

RocprofArgs rocprofArgs(std::string_view args)
{
    RocprofArgs out;
    ArgsScanner scanner(args);
    std::string_view name;
    Scalar value;
    while (scanner.next(name, value)) {
        if (name == "BeginNs") {
            out.begins = true;
        } else if (name == "EndNs") {
            out.ends = true;
        } else if (name == "dev-id" || name == "gpu-id") {
            out.device = parseInteger(value.text);
        } else if (name == "queue-id") {
            out.queue = parseInteger(value.text);
        }
    }
    return out;
}

model::GpuOpKind kindOf(std::string_view name, bool copies)
{
    if (name.find("FillBuffer") != std::string_view::npos) {
        return model::GpuOpKind::Memset;
    }
    const bool copy = name.starts_with("Copy") || name.starts_with("hcMemcpy");
    return copies || copy ? model::GpuOpKind::Memcpy : model::kernelKind(name);
}

bool addRocprofEvent(const RawEvent& event, const TrackKey& thread, EventBatch& batch,
                     SliceRecord& slice)
{
    if (!event.category.empty() || event.args.size() <= 2 || thread.pidIsText) {
        return false;
    }
    const RocprofArgs args = rocprofArgs(event.args);
    if (!args.begins || !args.ends) {
        return false;
    }
    if (thread.pid == kHip || thread.pid == kHsa) {
        slice.role = SliceRole::Api;
        slice.track = batch.track(thread);
        slice.facts = static_cast<std::uint32_t>(batch.api.size());
        batch.api.emplace_back();
        return true;
    }
    if (thread.pid == kMarkers) {
        slice.role = SliceRole::Annotation;
        slice.track = batch.track(thread);
        return true;
    }
    if (thread.pid != kCopies && thread.pid < kFirstGpu) {
        return false;
    }
    GpuFacts facts;
    facts.kind = kindOf(event.name, thread.pid == kCopies);
    TrackKey stream = thread;
    stream.kind = model::TrackKind::Stream;
    stream.pid = thread.pid >= kFirstGpu ? thread.pid - kFirstGpu : args.device.value_or(0);
    facts.stream = stream.tidIsText ? args.queue.value_or(model::kNull64) : stream.tid;
    slice.role = SliceRole::GpuOp;
    slice.track = batch.track(stream);
    slice.facts = static_cast<std::uint32_t>(batch.gpu.size());
    batch.gpu.push_back(facts);
    return true;
}

} // namespace

bool addUncategorised(const RawEvent& event, const TrackKey& thread, EventBatch& batch,
                      SliceRecord& slice)
{
    return addXlaWork(event, thread, batch, slice) || addRocprofEvent(event, thread, batch, slice);
}

TrackKey flowEnd(const RawEvent& event, TrackKey thread)
{
    if (event.category == "DataFlow" && !thread.pidIsText && thread.pid >= kFirstGpu) {
        thread.kind = model::TrackKind::Stream;
        thread.pid -= kFirstGpu;
    }
    return thread;
}

} // namespace longpole::import
