// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/proto_fixtures.h"
#include "tests/support/proto_writer.h"

#include <map>

namespace longpole::test {

namespace {

// A plane under construction; names get their numbers as they come.
class PlaneMaker
{
public:
    explicit PlaneMaker(std::string name)
        : m_name(std::move(name))
    { }

    using Stats = std::vector<std::pair<std::string, std::string>>; // value "#12" is a number

    ProtoWriter stat(const std::string& name, const std::string& value)
    {
        ProtoWriter w;
        w.number(1, statNumber(name));
        if (value.starts_with('#')) {
            w.number(4, std::stoll(value.substr(1)));
        } else if (value.starts_with('@')) { // a text in the table of names
            w.natural(7, static_cast<std::uint64_t>(statNumber(value.substr(1))));
        } else {
            w.text(5, value);
        }
        return w;
    }

    ProtoWriter event(const std::string& name, std::int64_t offsetPs, std::int64_t durationPs,
                      const Stats& stats = {})
    {
        ProtoWriter w;
        w.number(1, eventNumber(name)).number(2, offsetPs).number(3, durationPs);
        for (const auto& [key, value] : stats) {
            w.message(4, stat(key, value));
        }
        return w;
    }

    void line(std::int64_t id, const std::string& name, std::int64_t timestampNs,
              const std::vector<ProtoWriter>& events)
    {
        ProtoWriter w;
        w.number(1, id).text(2, name).number(3, timestampNs);
        for (const ProtoWriter& e : events) {
            w.message(4, e);
        }
        m_lines.push_back(w);
    }

    void property(const std::string& name, const std::string& value)
    {
        m_stats.push_back(stat(name, value));
    }

    // Leaves that event's name out of the plane.
    void forget(const std::string& eventName) { m_forgotten = eventName; }

    ProtoWriter plane(std::int64_t id) const
    {
        ProtoWriter w;
        w.number(1, id).text(2, m_name);
        for (const ProtoWriter& l : m_lines) {
            w.message(3, l);
        }
        const auto table = [&](std::uint32_t field, const std::map<std::string, std::int64_t>& t) {
            for (const auto& [name, number] : t) {
                if (name != m_forgotten) {
                    w.message(field,
                              ProtoWriter().number(1, number).message(
                                  2, ProtoWriter().number(1, number).text(2, name)));
                }
            }
        };
        table(4, m_events);
        table(5, m_statNames);
        for (const ProtoWriter& s : m_stats) {
            w.message(6, s);
        }
        return w;
    }

private:
    std::int64_t statNumber(const std::string& name)
    {
        return m_statNames.emplace(name, static_cast<std::int64_t>(m_statNames.size()) + 1)
            .first->second;
    }
    std::int64_t eventNumber(const std::string& name)
    {
        return m_events.emplace(name, static_cast<std::int64_t>(m_events.size()) + 1).first->second;
    }

    std::string m_name;
    std::string m_forgotten;
    std::vector<ProtoWriter> m_lines;
    std::map<std::string, std::int64_t> m_events;
    std::map<std::string, std::int64_t> m_statNames;
    std::vector<ProtoWriter> m_stats;
};

constexpr std::int64_t kUs = 1'000'000; // ps

ProtoWriter gpuPlane(std::int64_t number)
{
    PlaneMaker gpu("/device:GPU:" + std::to_string(number));
    const std::string details =
        "regs:32 static_shared:1024 dynamic_shared:2048 grid:8,4,2 block:256,1,1 occ_pct:100";
    gpu.line(7, "Stream #7(Kernel,Memset)", 1000,
             {gpu.event("gemm_fusion", 30 * kUs, 20 * kUs,
                        {{"correlation_id", "#11"},
                         {"kernel_details", details},
                         {"hlo_op", "@gemm.1"},
                         {"hlo_module", "@jit_step"},
                         {"context_id", "#1"}}),
              gpu.event("loop_fusion", 60 * kUs + 400, 10 * kUs + 100,
                        {{"correlation_id", "#12"}, {"kernel_details", details}}),
              gpu.event(
                  "Memset", 75 * kUs, 1 * kUs,
                  {{"correlation_id", "#14"}, {"memset_details", "kind:device size:64 async:1"}})});
    gpu.line(14, "Stream #14(MemcpyH2D)", 1000,
             {gpu.event("MemcpyH2D", 20 * kUs, 5 * kUs,
                        {{"correlation_id", "#13"},
                         {"memcpy_details",
                          "kind_src:pageable kind_dst:device size:4096 dest:0 async:1"}})});
    gpu.line(1000001, "XLA Modules", 1000, {gpu.event("jit_step(1)", 30 * kUs, 41 * kUs)});
    gpu.line(1000002, "XLA Ops", 1000,
             {gpu.event("gemm.1", 30 * kUs, 20 * kUs), gpu.event("add.2", 60 * kUs, 11 * kUs)});
    gpu.property("device_vendor", "Nvidia");
    gpu.property("core_count", "#132");
    return gpu.plane(number);
}

ProtoWriter hostPlane()
{
    PlaneMaker host("/host:CPU");
    host.line(501, "python", 1000,
              {host.event("train", 0, 100 * kUs, {{"step_num", "#4"}, {"_r", "#1"}}),
               host.event("$main.py:3 step", 1 * kUs, 98 * kUs),
               host.event("PjitFunction(step)", 2 * kUs, 50 * kUs, {{"_pt", "#7"}, {"_p", "#99"}}),
               host.event("cuLaunchKernel", 10 * kUs, 3 * kUs, {{"correlation_id", "#11"}}),
               host.event("cuLaunchKernel", 14 * kUs, 3 * kUs, {{"correlation_id", "#12"}}),
               host.event("cuMemcpyHtoDAsync_v2", 18 * kUs, 2 * kUs, {{"correlation_id", "#13"}})});
    host.line(502, "tf_pool/9", 1000,
              {host.event("Run", 55 * kUs, 20 * kUs,
                          {{"_ct", "#7"}, {"_c", "#99"}, {"_src", "a.cc"}, {"_src", "b.cc"}}),
               host.event("dot.3", 56 * kUs, 5 * kUs, {{"hlo_op", "dot.3"}})});
    host.property("process_id", "#4242");
    return host.plane(9);
}

ProtoWriter environment()
{
    PlaneMaker task("Task Environment");
    task.property("profile_start_time", "#1700000000000000000");
    return task.plane(20);
}

std::string runBytes()
{
    PlaneMaker metadata("/host:metadata");
    metadata.property("jax_version", "0.8.0");
    ProtoWriter space;
    space.message(1, metadata.plane(30)).message(1, gpuPlane(0)).message(1, hostPlane());
    space.message(1, environment()).text(4, "node7");
    return space.str();
}

std::string hazardBytes()
{
    PlaneMaker host("/host:CPU");
    ProtoWriter sum; // an aggregate: occurrences instead of an offset
    sum.number(1, 1).number(5, 17).number(3, kUs);
    host.line(1, "main", 0,
              {host.event("bad \xff name", 0, 10 * kUs), sum, host.event("backwards", 20 * kUs, -5),
               host.event("forgotten", 30 * kUs, 1 * kUs),
               host.event("stat without name", 40 * kUs, 0, {{"a", "\"quoted\"\n"}})});
    host.line(1, "another of the same number", 0, {host.event("late", 50 * kUs, kUs)});
    host.forget("forgotten");
    PlaneMaker custom("/device:CUSTOM:Megascale");
    custom.line(3, "transfers", 0, {custom.event("send", 5 * kUs, kUs)});
    ProtoWriter space;
    space.message(1, host.plane(1)).message(1, custom.plane(2));
    space.text(2, "dropped 5 events").text(3, "slow clock");
    return space.str();
}

} // namespace

std::vector<Fixture> xplaneFixtures()
{
    const std::string run = runBytes();
    // Cut within the second event of the GPU plane's first line: names come after the lines.
    const std::string hazards = hazardBytes();
    return {{"xplane/run/input.xplane.pb", run},
            {"xplane/hazards/input.xplane.pb", hazards},
            {"xplane/cut/input.xplane.pb", run.substr(0, run.find("jit_step(1)"))},
            {"xplane/garbage-after/input.xplane.pb", run + std::string(40, '\xff')}};
}

std::string largeXplane(std::size_t bytes)
{
    PlaneMaker gpu("/device:GPU:0");
    PlaneMaker host("/host:CPU");
    std::vector<ProtoWriter> ops;
    std::vector<ProtoWriter> calls;
    std::size_t size = 0;
    for (std::int64_t i = 1; size < bytes; ++i) {
        const std::string id = "#" + std::to_string(i);
        ops.push_back(gpu.event("fusion_" + std::to_string(i % 97), i * 10 * kUs + 5 * kUs,
                                8 * kUs + i % 1000,
                                {{"correlation_id", id},
                                 {"kernel_details",
                                  "regs:40 static_shared:0 dynamic_shared:0 "
                                  "grid:64,1,1 block:128,1,1 occ_pct:75"},
                                 {"hlo_op", "@fusion." + std::to_string(i % 97)},
                                 {"hlo_module", "@jit_train_step"}}));
        calls.push_back(host.event("cuLaunchKernel", i * 10 * kUs, 4 * kUs,
                                   {{"correlation_id", id}, {"device_id", "#0"}}));
        size += ops.back().str().size() + calls.back().str().size();
    }
    gpu.line(7, "Stream #7(Kernel)", 0, ops);
    host.line(1, "python", 0, calls);
    return ProtoWriter().message(1, gpu.plane(1)).message(1, host.plane(2)).str();
}

} // namespace longpole::test
