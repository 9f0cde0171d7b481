// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/gpu_events.h"

#include "core/base/time.h"
#include "core/import/json_writer.h"
#include "core/import/perfetto/gpu_units.h"
#include "core/model/names.h"

#include <algorithm>
#include <limits>

namespace longpole::import {

namespace {

using model::Severity;
using Stage = perfetto::GpuRenderStageEvent;

std::int64_t clampToSigned(std::uint64_t v)
{
    constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return static_cast<std::int64_t>(std::min(v, kMax));
}

bool startsLike(std::string_view name, std::string_view what)
{
    return name.size() >= what.size()
        && std::equal(what.begin(), what.end(), name.begin(),
                      [](char a, char b) { return a == (b | 0x20); });
}

model::GpuOpKind kindOf(std::string_view name)
{
    return startsLike(name, "memcpy") ? model::GpuOpKind::Memcpy
        : startsLike(name, "memset")  ? model::GpuOpKind::Memset
                                      : model::kernelKind(name);
}

void readLaunch(const Stage::Launch& launch, GpuFacts& facts)
{
    const auto triple = [](const Stage::Dim3& from, std::uint32_t(&to)[3]) {
        to[0] = from.x();
        to[1] = from.has_y() ? from.y() : 1;
        to[2] = from.has_z() ? from.z() : 1;
    };
    if (launch.has_grid_size()) {
        triple(launch.grid_size(), facts.grid);
    }
    if (launch.has_workgroup_size()) {
        triple(launch.workgroup_size(), facts.block);
    }
    for (const Stage::LaunchArg& arg : launch.args()) {
        const std::uint64_t value = arg.has_uint_value() ? arg.uint_value()
            : arg.int_value() > 0 ? static_cast<std::uint64_t>(arg.int_value())
                                  : 0;
        const auto small =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(value, model::kNull32 - 1));
        if (arg.name() == "registers_per_thread") {
            facts.registers = small;
        } else if (arg.name() == "shared_mem_static") {
            facts.sharedStatic = small;
        } else if (arg.name() == "shared_mem_dynamic") {
            facts.sharedDynamic = small;
        }
    }
}

void writeLaunchArg(JsonWriter& json, const Stage::LaunchArg& arg)
{
    json.key(arg.name());
    if (arg.has_int_value()) {
        json.integer(arg.int_value());
    } else if (arg.has_uint_value()) {
        json.natural(arg.uint_value());
    } else if (arg.has_double_value()) {
        json.real(arg.double_value());
    } else {
        json.text(arg.string_value());
    }
}

std::string stageArgs(const Stage& e, const std::string& stage)
{
    JsonWriter json;
    json.beginObject();
    json.key("stage").text(stage);
    const auto number = [&](bool has, std::string_view name, std::uint64_t value) {
        if (has) {
            json.key(name).natural(value);
        }
    };
    number(e.has_event_id(), "event id", e.event_id());
    number(e.has_context(), "context", e.context());
    number(e.has_submission_id(), "submission id", e.submission_id());
    number(e.has_command_buffer_handle(), "command buffer", e.command_buffer_handle());
    number(e.has_render_pass_handle(), "render pass", e.render_pass_handle());
    number(e.has_render_target_handle(), "render target", e.render_target_handle());
    if (e.event_wait_ids_size() > 0) {
        json.key("waited for events").beginArray();
        for (const std::uint64_t id : e.event_wait_ids()) {
            json.natural(id);
        }
        json.endArray();
    }
    for (const Stage::ExtraData& extra : e.extra_data()) {
        json.key(extra.name()).text(extra.value());
    }
    for (const Stage::LaunchArg& arg : e.launch().args()) {
        writeLaunchArg(json, arg);
    }
    json.endObject();
    return json.take();
}

template <class List>
void takeNames(const List& from, std::vector<std::string>& into)
{
    if (from.size() > 0) {
        into.clear();
        for (const auto& d : from) {
            into.push_back(d.name());
        }
    }
}

std::string numbered(const std::vector<std::string>& names, std::int32_t index, const char* what)
{
    const auto i = static_cast<std::size_t>(index);
    return index >= 0 && i < names.size() && !names[i].empty()
        ? names[i]
        : what + std::string(" ") + std::to_string(index);
}

} // namespace

std::string GpuEvents::queueName(const Stage& e, const Sequence& s)
{
    if (!e.has_hw_queue_iid()) {
        return numbered(m_queues, e.hw_queue_id(), "queue");
    }
    const std::string* const name = find(s.gpuSpecifications, e.hw_queue_iid());
    return name != nullptr && !name->empty() ? *name : "queue " + std::to_string(e.hw_queue_iid());
}

std::string GpuEvents::stageName(const Stage& e, const Sequence& s)
{
    if (!e.has_stage_iid()) {
        return numbered(m_stages, e.stage_id(), "stage");
    }
    const std::string* const name = find(s.gpuSpecifications, e.stage_iid());
    return name != nullptr && !name->empty() ? *name : "stage " + std::to_string(e.stage_iid());
}

void GpuEvents::renderStage(const Stage& e, std::int64_t timeNs, const Sequence& s)
{
    if (e.has_specifications()) {
        takeNames(e.specifications().hw_queue(), m_queues);
        takeNames(e.specifications().stage(), m_stages);
        if (!e.has_duration() && !e.has_event_id()) {
            return; // only tells the names
        }
    }
    const std::string stage = stageName(e, s);
    std::string name = e.name();
    if (e.has_name_iid()) {
        const std::string* const interned = find(s.names, e.name_iid());
        name = interned != nullptr ? *interned : name;
    }
    name = name.empty() ? stage : name;
    EventBatch& batch = m_records.batch();
    GpuFacts facts;
    facts.kind = kindOf(name);
    facts.context = e.has_context() ? static_cast<std::int64_t>(e.context()) : model::kNull64;
    if (e.submission_id() != 0) {
        facts.correlation = e.submission_id();
    }
    readLaunch(e.launch(), facts);
    SliceRecord slice;
    slice.start = timeNs;
    slice.duration = clampToSigned(e.duration());
    slice.name = batch.intern(name);
    slice.category = batch.category("gpu_render_stage");
    slice.track = m_directory.ofQueue(e.gpu_id(), queueName(e, s));
    slice.args = batch.keepArgs(stageArgs(e, stage));
    slice.role = SliceRole::GpuOp;
    slice.facts = static_cast<std::uint32_t>(batch.gpu.size());
    batch.gpu.push_back(facts);
    batch.slices.push_back(slice);
}

void GpuEvents::submit(const perfetto::VulkanApiEvent::QueueSubmit& submit, std::int64_t timeNs)
{
    EventBatch& batch = m_records.batch();
    ApiFacts facts;
    if (submit.submission_id() != 0) {
        facts.correlation = submit.submission_id();
    }
    SliceRecord slice;
    slice.start = timeNs;
    slice.duration = clampToSigned(submit.duration_ns());
    slice.name = batch.intern("vkQueueSubmit");
    slice.category = batch.category("vulkan");
    slice.track = m_directory.ofThread(submit.pid(), submit.tid());
    slice.role = SliceRole::Api;
    slice.facts = static_cast<std::uint32_t>(batch.api.size());
    batch.api.push_back(facts);
    batch.slices.push_back(slice);
}

void GpuEvents::learn(std::int64_t gpu, const perfetto::GpuCounterDescriptor& descriptor)
{
    constexpr int kForwards = 2;
    for (const perfetto::GpuCounterDescriptor::Spec& spec : descriptor.specs()) {
        Spec& known = m_specs[{gpu, spec.counter_id()}];
        known.name = spec.name();
        known.unit = gpuUnit(spec.numerator_units(), spec.denominator_units());
        known.forwards = spec.value_direction() == kForwards;
    }
}

void GpuEvents::counters(const perfetto::GpuCounterEvent& e, std::int64_t timeNs, const Sequence& s)
{
    std::int64_t gpu = e.gpu_id();
    if (e.has_counter_descriptor_iid()) {
        const auto known = s.gpuCounters.find(e.counter_descriptor_iid());
        if (known != s.gpuCounters.end()) {
            gpu = e.has_gpu_id() ? gpu : known->second.gpu_id();
            learn(gpu, known->second.counter_descriptor());
        }
    }
    if (e.has_counter_descriptor()) {
        learn(gpu, e.counter_descriptor());
    }
    for (const perfetto::GpuCounterEvent::Counter& c : e.counters()) {
        sample({gpu, c.counter_id()}, timeNs,
               c.has_double_value() ? c.double_value() : static_cast<double>(c.int_value()));
    }
}

void GpuEvents::put(std::uint32_t track, std::int64_t timeNs, double value)
{
    m_records.batch().counters.push_back({timeNs, value, track});
}

void GpuEvents::sample(const SpecKey& key, std::int64_t timeNs, double value)
{
    const auto known = m_specs.find(key);
    const Spec spec = known == m_specs.end() ? Spec{} : known->second;
    const std::string name =
        spec.name.empty() ? "counter " + std::to_string(key.second) : spec.name;
    const std::uint32_t track = m_directory.ofGpuCounter(key.first, name, spec.unit);
    if (spec.forwards) {
        put(track, timeNs, value);
        return;
    }
    // The value is that of the time since the sample before; of the first one that is not known:
    // as long as until the second.
    m_ledger.add("gpu-counter-looks-back", Severity::Info,
                 "GPU counter samples tell of the time before their time stamp: they are drawn "
                 "from the sample before on, the first one as long as the second");
    const auto [pending, first] = m_pending.emplace(key, Pending{track, timeNs, value, true});
    if (first) {
        return;
    }
    Pending& p = pending->second;
    if (p.isFirst) {
        put(p.track, saturatingSub(p.time, saturatingSub(timeNs, p.time)), p.firstValue);
        p.isFirst = false;
    }
    put(track, p.time, value);
    p.time = timeNs;
    p.track = track;
}

void GpuEvents::finish()
{
    for (const auto& [key, p] : m_pending) {
        if (p.isFirst) {
            put(p.track, p.time, p.firstValue);
        }
    }
    m_pending.clear();
}

} // namespace longpole::import
