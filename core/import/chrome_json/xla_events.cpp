// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/xla_events.h"

#include "core/import/chrome_json/args_scanner.h"
#include "core/import/decimal_time.h"
#include "core/import/xla_details.h"

namespace longpole::import {

namespace {

struct XlaEvent
{
    SliceRole role = SliceRole::Plain; // GpuOp, Api, or Plain: none of them
    GpuFacts gpu;
    ApiFacts api;
};

XlaEvent xlaEvent(const RawEvent& event)
{
    XlaEvent out;
    if (!event.category.empty()
        || event.args.find("\"correlation_id\"") == std::string_view::npos) {
        return out;
    }
    XlaDetails details;
    std::int64_t correlation = model::kNull64;
    ArgsScanner scanner(event.args);
    std::string_view name;
    Scalar value;
    while (scanner.next(name, value)) {
        if (name == "correlation_id") {
            const auto id = parseInteger(value.text);
            correlation = id && *id != 0 ? *id : model::kNull64;
        } else if (name == "context_id") {
            out.gpu.context = parseInteger(value.text).value_or(model::kNull64);
        } else if (name == "kernel_details") {
            details.kernel = value.text;
        } else if (name == "memcpy_details") {
            details.memcpy = value.text;
        } else if (name == "memset_details") {
            details.memset = value.text;
        }
    }
    // Calls that copy have memcpy_details, too.
    if (isGpuApiName(event.name)) {
        out.role = SliceRole::Api;
        out.api.correlation = correlation;
    } else if (details.any()) {
        out.role = SliceRole::GpuOp;
        out.gpu.correlation = correlation;
        readXlaDetails(details, event.name, out.gpu);
    }
    return out;
}

// JAX and TensorFlow mark a step of the program by this argument.
std::optional<std::uint32_t> stepNumber(const RawEvent& event)
{
    if (!event.category.empty() || event.args.find("\"step_num\"") == std::string_view::npos) {
        return std::nullopt;
    }
    ArgsScanner scanner(event.args);
    std::string_view name;
    Scalar value;
    while (scanner.next(name, value)) {
        if (name == "step_num") {
            return stepNumberOf(parseInteger(value.text));
        }
    }
    return std::nullopt;
}

} // namespace

bool addXlaWork(const RawEvent& event, const TrackKey& thread, EventBatch& batch,
                SliceRecord& slice)
{
    if (const auto step = stepNumber(event)) {
        slice.role = SliceRole::Step;
        slice.facts = *step;
        slice.track = batch.track(thread);
        return true;
    }
    XlaEvent work = xlaEvent(event);
    if (work.role == SliceRole::Plain) {
        return false;
    }
    slice.role = work.role;
    if (work.role == SliceRole::Api) {
        slice.track = batch.track(thread);
        slice.facts = static_cast<std::uint32_t>(batch.api.size());
        batch.api.push_back(work.api);
        return true;
    }
    TrackKey stream = thread;
    stream.kind = model::TrackKind::Stream;
    work.gpu.stream = stream.tidIsText ? model::kNull64 : stream.tid;
    slice.track = batch.track(stream);
    slice.facts = static_cast<std::uint32_t>(batch.gpu.size());
    batch.gpu.push_back(work.gpu);
    return true;
}

} // namespace longpole::import
