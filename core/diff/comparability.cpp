// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/comparability.h"

#include "core/diff/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <set>

namespace longpole::diff {

namespace {

using model::Trace;

constexpr double kEqualWindow = 0.98; // of the GPU operations
constexpr double kUnlikeShapes = 0.02; // of the calls

std::string percent(double share)
{
    std::array<char, 32> text{};
    // Downwards: 97.96 % must not read as the 98 % it falls short of.
    std::snprintf(text.data(), text.size(), "%.1f %%", std::floor(share * 1000) / 10);
    return text.data();
}

// Devices with GPU operations.
std::set<std::uint32_t> usedDevices(const Trace& trace)
{
    const auto device = trace.column(model::gpu_op::kDevice);
    std::set<std::uint32_t> out;
    std::uint32_t last = model::kNull32;
    for (const std::uint32_t d : device) {
        if (d != last && d < trace.devices().size()) {
            out.insert(d);
        }
        last = d;
    }
    return out;
}

std::string models(const Trace& trace)
{
    std::set<std::string> names;
    for (const std::uint32_t d : usedDevices(trace)) {
        if (!trace.devices()[d].name.empty()) {
            names.insert(trace.devices()[d].name);
        }
    }
    std::string out;
    for (const std::string& n : names) {
        out += (out.empty() ? "" : ", ") + n;
    }
    return out;
}

// The first of the properties that a trace has; those of joined files have a label before them.
std::string property(const Trace& trace, std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys) {
        for (const auto& [name, value] : trace.info().properties) {
            if (name == key || name.ends_with(": " + std::string(key))) {
                return value;
            }
        }
    }
    return {};
}

bool hasClass(const Trace& trace, model::SliceClass cls)
{
    constexpr std::size_t kLooked = 20'000; // per track
    for (const model::Track& t : trace.tracks()) {
        if (t.kind == model::TrackKind::Thread && t.sliceCount > 0) {
            const auto c = trace.column(model::slice::kClass, t.id);
            const auto* const end = c.begin() + std::min(c.size(), kLooked);
            if (std::find(c.begin(), end, cls) != end) {
                return true;
            }
        }
    }
    return false;
}

std::string losses(const Trace& trace)
{
    std::string out;
    const model::Ledger ledger = trace.ledger();
    for (const model::LedgerEntry& e : ledger.entries()) {
        if (e.severity == model::Severity::DataLoss) {
            out += (out.empty() ? "" : ", ") + std::to_string(e.count) + " × " + e.kind;
        }
    }
    return out.empty() ? "none" : out;
}

std::uint64_t orphans(const Trace& trace)
{
    const auto launch = trace.column(model::gpu_op::kLaunch);
    return static_cast<std::uint64_t>(
        std::count_if(launch.begin(), launch.end(), [](SliceId s) { return !s.valid(); }));
}

std::string repairs(const Trace& trace)
{
    std::string out;
    const model::Ledger ledger = trace.ledger();
    for (const model::LedgerEntry& e : ledger.entries()) {
        if (e.kind.find("clock") != std::string::npos) {
            out += (out.empty() ? "" : ", ") + std::to_string(e.count) + " × " + e.kind;
        }
    }
    return out.empty() ? "none" : out;
}

class Checks
{
public:
    Checks(const Side& before, const Side& after, Comparability& out)
        : m_before(before)
        , m_after(after)
        , m_out(out)
    { }

    Comparison& add(std::string key, std::string title, std::string before, std::string after,
                    std::string ifDifferent, bool blocks = false)
    {
        Comparison c;
        c.agreement = before.empty() || after.empty() ? Agreement::Unknown
            : before == after                         ? Agreement::Same
                                                      : Agreement::Differs;
        c.blocks = blocks && c.agreement == Agreement::Differs;
        c.consequence = c.agreement == Agreement::Differs ? std::move(ifDifferent) : std::string();
        c.key = std::move(key);
        c.title = std::move(title);
        c.before = std::move(before);
        c.after = std::move(after);
        m_out.checks.push_back(std::move(c));
        return m_out.checks.back();
    }
    void properties(std::string key, std::string title,
                    std::initializer_list<std::string_view> names, std::string ifDifferent)
    {
        add(std::move(key), std::move(title), property(*m_before.trace, names),
            property(*m_after.trace, names), std::move(ifDifferent));
    }

    void machine()
    {
        const Trace& a = *m_before.trace;
        const Trace& b = *m_after.trace;
        add("gpu_model", "GPU model", models(a), models(b),
            "the difference is the machine's as well as the change's; record both on the same GPU "
            "model",
            true);
        const auto world = [](const Trace& t) {
            return t.info().worldSize > 0 ? std::to_string(t.info().worldSize) : std::string();
        };
        add("world_size", "Ranks of the run", world(a), world(b),
            "another number of ranks is another share of the work and of the communication; record "
            "both with the same number",
            true);
        add("gpu_count", "GPUs recorded", std::to_string(usedDevices(a).size()),
            std::to_string(usedDevices(b).size()),
            "sums over GPUs are of different numbers of them; record the same ranks on both sides",
            true);
        const std::string version = "part of the difference may be the version's";
        properties("driver", "Driver", {"cuda_driver_version", "hip_driver_version", "driver"},
                   version);
        properties("runtime", "CUDA or ROCm",
                   {"cuda_runtime_version", "hip_runtime_version", "CUDA_VERSION"}, version);
        properties("framework", "Framework", {"pytorch_version", "torch_version", "framework"},
                   version);
        add("producer", "Recorded by", a.info().producer, b.info().producer,
            "two profilers cost different time and mark different things");
        properties("clocks", "GPU clocks", {"gpu_clocks", "clock_rate"},
                   "another clock is another speed; lock the clocks for both");
    }

    void profiler()
    {
        const std::string cost =
            "what is recorded costs time, here not the same; record both with the same options";
        const auto yes = [](bool b) { return std::string(b ? "yes" : "no"); };
        add("python_stacks", "Python stacks recorded",
            yes(hasClass(*m_before.trace, model::SliceClass::Python)),
            yes(hasClass(*m_after.trace, model::SliceClass::Python)), cost);
        properties("with_stack", "with_stack", {"with_stack"}, cost);
        properties("record_shapes", "record_shapes", {"record_shapes"}, cost);
        properties("profile_memory", "profile_memory", {"profile_memory"}, cost);
        properties("graph_mode", "Graph tracing", {"CUDA_GRAPH_TRACE_OPTIONS:MODE", "graph_mode"},
                   "graphs are recorded whole on one side and by their nodes on the other");
    }

    void status()
    {
        const Trace& a = *m_before.trace;
        const Trace& b = *m_after.trace;
        Comparison& lost = add("data_loss", "Data lost while reading", losses(a), losses(b), {});
        if (lost.before != "none" || lost.after != "none") {
            lost.consequence = "what is missing counts as gone; see longpole ledger";
        }
        add("clock_repairs", "Clocks repaired", repairs(a), repairs(b),
            "times of the side with repaired clocks are less sure");
        Comparison& orphan = add("orphans", "GPU operations without a launch",
                                 std::to_string(orphans(a)), std::to_string(orphans(b)), {});
        if (orphan.before != "0" || orphan.after != "0") {
            orphan.consequence =
                "these belong to the iteration they run in, which may not be the one that launched "
                "them";
        }
    }

    void iterations(const Matching& matching, const Sources& sources)
    {
        const Iterations& a = m_before.iterations;
        const Iterations& b = m_after.iterations;
        const bool markedA = sources.before <= IterationSource::Marked;
        const bool markedB = sources.after <= IterationSource::Marked;
        add("iteration_source", "Iterations are", std::string(iterationSourceName(sources.before)),
            std::string(iterationSourceName(sources.after)),
            "only one side marks its iterations; mark both, or choose ranges by name (--range)",
            markedA != markedB);
        add("iterations", "Iterations", std::to_string(sources.countBefore),
            std::to_string(sources.countAfter),
            a.source == IterationSource::Window
                ? std::string("operations are compared over the whole windows")
                : "operations are compared over the first "
                    + std::to_string(matching.iterations.size())
                    + " of each side, durations over all");
        const auto incomplete = [](const Iterations& i) {
            return std::to_string(std::count_if(i.all.begin(), i.all.end(), [](const Iteration& n) {
                return n.state == IterationState::Incomplete;
            }));
        };
        Comparison& cut = add("incomplete", "Iterations cut off", incomplete(a), incomplete(b), {});
        if (cut.before != "0" || cut.after != "0") {
            cut.consequence = "these are left out";
        }
        const auto perIteration = [&](std::uint64_t ops) {
            const double n =
                static_cast<double>(std::max<std::size_t>(1, matching.iterations.size()));
            return std::to_string(std::llround(static_cast<double>(ops) / n));
        };
        add("gpu_ops", "GPU operations per iteration", perIteration(matching.opsBefore),
            perIteration(matching.opsAfter),
            a.marked() && b.marked()
                ? "a finding, not an obstacle: a marked iteration is the same work however many "
                  "operations it takes"
                : "the recordings hold different amounts of work");
    }

    void work(const Matching& matching, const InputShapes& left, const InputShapes& right,
              const IdentityTable& table)
    {
        const bool marked = m_before.iterations.marked() && m_after.iterations.marked();
        Comparison shapes;
        shapes.key = "shapes";
        shapes.title = "Input shapes";
        shapes.before = left.recorded ? "recorded" : "";
        shapes.after = right.recorded ? "recorded" : "";
        if (left.recorded && right.recorded) {
            const ShapeAgreement s = compareShapes(left, right, table);
            const bool unlike = s.unlikeShare() > kUnlikeShapes;
            shapes.agreement = unlike ? Agreement::Differs : Agreement::Same;
            shapes.blocks = unlike;
            if (s.unlikeBefore + s.unlikeAfter > 0) {
                const auto of = [](std::uint64_t n, std::uint64_t all) {
                    return std::to_string(n) + " of " + std::to_string(all)
                        + " calls have shapes the other side never has";
                };
                shapes.before = of(s.unlikeBefore, s.callsBefore);
                shapes.after = of(s.unlikeAfter, s.callsAfter);
            }
            if (unlike) {
                shapes.consequence = "the inputs are not the same (" + s.example
                    + "), so neither is the work; record both with the same inputs";
            }
        } else {
            shapes.consequence = "whether the inputs were the same is not in the traces; record "
                                 "with record_shapes=True";
        }
        m_out.equalWork = marked ? !shapes.blocks : matching.identicalShare() >= kEqualWindow;
        m_out.checks.push_back(std::move(shapes));
        Comparison work;
        work.key = "equal_work";
        work.title = "Work of the windows";
        work.before = std::to_string(matching.opsBefore) + " GPU operations";
        work.after = std::to_string(matching.opsAfter) + " GPU operations";
        work.agreement = m_out.equalWork ? Agreement::Same : Agreement::Differs;
        if (!marked && !m_out.equalWork) {
            work.blocks = true;
            work.consequence = "nothing marks an iteration and only "
                + percent(matching.identicalShare())
                + " of the GPU operations match (98 % are needed), so the two windows hold unequal "
                  "work: sums over them say nothing; mark iterations (a profiler step or an NVTX "
                  "range) or choose ranges by name (--range)";
        } else if (marked && !m_out.equalWork) {
            work.consequence = "the inputs differ";
        }
        m_out.checks.push_back(std::move(work));
    }

private:
    const Side& m_before;
    const Side& m_after;
    Comparability& m_out;
};

} // namespace

std::string_view agreementName(Agreement agreement)
{
    constexpr std::array<std::string_view, 3> kNames{"same", "differs", "unknown"};
    return kNames[static_cast<std::size_t>(agreement)];
}

const Comparison* Comparability::blocking() const
{
    const auto it =
        std::find_if(checks.begin(), checks.end(), [](const Comparison& c) { return c.blocks; });
    return it == checks.end() ? nullptr : &*it;
}

Comparability compareRuns(const Side& before, const Side& after, const Matching& matching,
                          const Sources& sources, const InputShapes& shapesBefore,
                          const InputShapes& shapesAfter, const IdentityTable& table)
{
    Comparability out;
    Checks checks(before, after, out);
    checks.machine();
    checks.iterations(matching, sources);
    checks.work(matching, shapesBefore, shapesAfter, table);
    checks.status();
    checks.profiler();
    return out;
}

} // namespace longpole::diff
