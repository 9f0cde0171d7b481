// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/kernel_profiles.h"

#include "core/base/time.h"
#include "core/import/args_reader.h"
#include "core/import/json_writer.h"
#include "core/import/kernel_args.h"
#include "core/import/kernel_identity.h"
#include "core/import/kernel_occurrences.h"
#include "core/model/laid_out.h"
#include "core/model/names.h"

#include <algorithm>
#include <map>

namespace longpole::import {

namespace {

using model::kNull32;
using model::kNull64;
using model::Severity;

struct Kernel
{
    SliceBody* slice = nullptr;
    std::string name; // comparable
    std::uint32_t track = 0;
    std::uint32_t profile = kNull32; // that matched
    std::string_view rule;
};

// How names and shapes are compared, the strictest first.
struct Rule
{
    bool fullName;
    bool kernelShape; // the kernel's shape is known and must be equal
    bool profileShape; // the profile's shape is known and must be equal
    std::string_view says;
};

constexpr Rule kRules[] = {
    {true, true, true, "name and launch shape"},
    {true, false, true, "name; the trace has no launch shape"},
    {true, true, false, "name; the profile has no launch shape"},
    {false, true, true, "name without template arguments, and launch shape"},
    {false, false, true, "name without template arguments; the trace has no launch shape"},
    {false, true, false, "name without template arguments; the profile has no launch shape"},
};

class Joining
{
public:
    Joining(RawTrace& raw, BatchJoiner& joiner)
        : m_raw(raw)
        , m_joiner(joiner)
        , m_profiles(std::move(raw.profiles))
        , m_done(m_profiles.size(), false)
        , m_profileArgs(raw)
    {
        raw.profiles.clear();
        std::stable_sort(m_profiles.begin(), m_profiles.end(), [](const auto& a, const auto& b) {
            return std::pair(a.source, a.order) < std::pair(b.source, b.order);
        });
    }

    void run()
    {
        collectKernels();
        if (m_kernels.empty()) {
            layOut();
            return;
        }
        matchByOccurrence();
        for (const Rule& rule : kRules) {
            match(rule);
        }
        attach();
        report();
    }

private:
    void collectKernels()
    {
        forEachKernel(m_raw, [&](SliceBody& s, const std::string& name, std::uint32_t track) {
            m_kernels.push_back({&s, name, track, kNull32, {}});
        });
        std::stable_sort(m_kernels.begin(), m_kernels.end(), [](const Kernel& a, const Kernel& b) {
            return a.slice->start < b.slice->start;
        });
    }

    LaunchIdentity identityOf(const Kernel& k) const
    {
        const GpuFacts& facts = m_raw.gpu[k.slice->facts];
        const TrackKey& track = m_raw.tracks[k.track];
        const bool ofGraph = facts.rare != kNull32 && m_raw.rare[facts.rare].graphId != kNull64;
        return {k.name,       launchShapeKey(facts.grid, facts.block),
                track.pid,    facts.stream,
                track.source, ofGraph};
    }

    std::string textArgs(const KernelProfileRecord& p)
    {
        const std::string_view text = m_profileArgs.read(p.args);
        return text.size() > 2 ? std::string(text) : std::string("{}");
    }

    std::string memberOf(const KernelProfileRecord& p) const
    {
        return p.member.valid() ? std::string(m_raw.strings.get(p.member)) : std::string("ncu");
    }

    // No kernels in the trace: the profiles are the trace, each file's from time 0 on.
    void layOut()
    {
        const std::uint32_t current = m_raw.source;
        for (std::size_t i = 0; i < m_profiles.size();) {
            EventBatch batch;
            m_raw.source = m_profiles[i].source; // the joiner books the batch under it
            std::int64_t at = 0;
            for (; i < m_profiles.size() && m_profiles[i].source == m_raw.source; ++i) {
                at = saturatingAdd(at, layOut(m_profiles[i], at, batch));
            }
            batch.seal();
            m_joiner.append(std::move(batch));
        }
        m_raw.source = current;
        m_raw.ledger.add(model::kLaidOutKind, Severity::Info,
                         "kernels were profiled one by one, each replayed on its own: they are "
                         "shown one after another in launch order, which is no timeline",
                         {}, m_profiles.size());
    }

    // Returns the duration.
    std::int64_t layOut(const KernelProfileRecord& p, std::int64_t at, EventBatch& batch)
    {
        GpuFacts facts;
        facts.kind = model::kernelKind(m_raw.strings.get(p.name));
        facts.registers = p.registers;
        facts.context = p.context;
        facts.stream = p.stream;
        facts.sharedStatic = p.sharedStatic;
        facts.sharedDynamic = p.sharedDynamic;
        std::copy(std::begin(p.grid), std::end(p.grid), facts.grid);
        std::copy(std::begin(p.block), std::end(p.block), facts.block);
        SliceRecord s;
        s.start = at;
        s.duration = p.durationNs == kNull64 ? 0 : std::max<std::int64_t>(p.durationNs, 0);
        s.name = batch.intern(m_raw.strings.get(p.name));
        s.category = batch.category("kernel");
        s.role = SliceRole::GpuOp;
        s.facts = static_cast<std::uint32_t>(batch.gpu.size());
        TrackKey track;
        track.kind = model::TrackKind::Stream;
        track.pid = p.device;
        track.tid = p.stream == kNull64 ? 0 : p.stream;
        s.track = batch.track(track);
        std::string args = "{";
        appendJsonText(args, memberOf(p));
        s.args = batch.keepArgs(args + ":" + textArgs(p) + "}");
        batch.gpu.push_back(facts);
        batch.slices.push_back(s);
        return s.duration;
    }

    void match(const Rule& rule)
    {
        std::map<std::string, std::vector<std::uint32_t>> groups; // key → profiles, in order
        for (std::uint32_t i = 0; i < m_profiles.size(); ++i) {
            const KernelProfileRecord& p = m_profiles[i];
            const std::string shape = launchShapeKey(p.grid, p.block);
            if (!m_done[i] && m_profiles[i].occurrence == kNull32
                && shape.empty() == !rule.profileShape) {
                groups[key(comparableKernelName(m_raw.strings.get(p.name)), shape, rule)].push_back(
                    i);
            }
        }
        if (groups.empty()) {
            return;
        }
        std::map<std::string, std::vector<std::uint32_t>> launches;
        for (std::uint32_t k = 0; k < m_kernels.size(); ++k) {
            if (m_kernels[k].profile != kNull32) {
                continue;
            }
            const GpuFacts& facts = m_raw.gpu[m_kernels[k].slice->facts];
            const std::string shape = launchShapeKey(facts.grid, facts.block);
            if (rule.kernelShape && rule.profileShape && shape.empty()) {
                continue;
            }
            if (!rule.kernelShape && !shape.empty()) {
                continue;
            }
            const auto group = groups.find(key(m_kernels[k].name, shape, rule));
            if (group != groups.end()) {
                launches[group->first].push_back(k);
            }
        }
        for (const auto& [name, kernels] : launches) {
            pair(groups[name], kernels, rule);
        }
    }

    void matchByOccurrence()
    {
        if (std::all_of(m_profiles.begin(), m_profiles.end(),
                        [](const auto& p) { return p.occurrence == kNull32; })) {
            return;
        }
        std::vector<LaunchIdentity> launches;
        launches.reserve(m_kernels.size());
        for (const Kernel& k : m_kernels) {
            launches.push_back(identityOf(k));
        }
        const auto found = matchOccurrences(m_raw, m_profiles, launches, m_raw.ledger);
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (found[i] != kNull32) {
                m_kernels[found[i]].profile = static_cast<std::uint32_t>(i);
                m_kernels[found[i]].rule = "name, launch shape and number on the stream";
                ++m_used;
            }
            m_done[i] = m_done[i] || found[i] != kNull32;
        }
    }

    static std::string key(const std::string& name, const std::string& shape, const Rule& rule)
    {
        std::string text = rule.fullName ? name : model::normalisedKernelName(name);
        return rule.kernelShape && rule.profileShape ? text + '\n' + shape : text;
    }

    void pair(const std::vector<std::uint32_t>& profiles, const std::vector<std::uint32_t>& kernels,
              const Rule& rule)
    {
        for (const std::uint32_t i : profiles) {
            m_done[i] = true;
        }
        m_beyondLast += profiles.size() > kernels.size() ? profiles.size() - kernels.size() : 0;
        for (std::size_t k = 0; k < kernels.size(); ++k) {
            m_kernels[kernels[k]].profile = profiles[std::min(k, profiles.size() - 1)];
            m_kernels[kernels[k]].rule = rule.says;
        }
        m_used += std::min(profiles.size(), kernels.size());
        if (profiles.size() < kernels.size()) {
            m_shared += kernels.size() - profiles.size();
        }
    }

    void attach()
    {
        EventBatch batch;
        const std::uint32_t base = m_raw.argsCount;
        std::vector<Kernel*> matched;
        for (Kernel& k : m_kernels) {
            if (k.profile != kNull32) {
                matched.push_back(&k);
            }
        }
        // By args number: every packed block of args is unpacked once.
        std::stable_sort(matched.begin(), matched.end(), [](const Kernel* a, const Kernel* b) {
            return a->slice->args < b->slice->args;
        });
        std::vector<std::string> texts(m_profiles.size());
        std::size_t spent = 0;
        ArgsReader reader(m_raw);
        for (Kernel* k : matched) {
            std::string& text = texts[k->profile];
            if (text.empty()) {
                text = textArgs(m_profiles[k->profile]);
            }
            std::string member = text;
            if (spent + text.size() > kFullTextBudget) {
                member = headline(text);
                ++m_shortened;
            }
            spent += member.size();
            m_attached.push_back(k);
            k->slice->args = base
                + batch.keepArgs(withProfile(reader.read(k->slice->args),
                                             memberOf(m_profiles[k->profile]), member, k->rule));
        }
        batch.seal();
        m_joiner.append(std::move(batch));
    }

    void report()
    {
        const bool ncu = std::none_of(m_profiles.begin(), m_profiles.end(),
                                      [](const auto& p) { return p.member.valid(); });
        std::string rate = std::to_string(m_attached.size()) + " of "
            + std::to_string(m_kernels.size()) + " kernels carry "
            + (ncu ? "Nsight Compute metrics" : "the metrics of a kernel profiler") + ", from "
            + std::to_string(m_used) + " of " + std::to_string(m_profiles.size()) + " profiles";
        if (m_used < m_profiles.size()) {
            const std::size_t left = m_profiles.size() - m_used;
            rate += "; " + std::to_string(left)
                + (left == 1 ? " profile matched nothing" : " profiles matched nothing");
        }
        m_raw.ledger.add("kernel-metrics-joined", Severity::Info, rate, {}, m_attached.size());
        if (m_shared > 0) {
            m_raw.ledger.add("kernel-metrics-shared", Severity::Info,
                             "launches that carry the metrics of another launch of the same kernel "
                             "and shape, because there are fewer profiles than launches",
                             {}, m_shared);
        }
        for (std::size_t i = 0; i < m_profiles.size(); ++i) {
            if (!m_done[i]) {
                m_raw.ledger.add("profile-without-kernel", Severity::Info,
                                 "profiled kernels that the trace doesn't hold by name and shape",
                                 m_raw.strings.get(m_profiles[i].name));
            }
        }
        if (m_beyondLast > 0) {
            m_raw.ledger.add("profile-beyond-last-launch", Severity::Info,
                             "profiles of kernels that the trace holds fewer launches of", {},
                             m_beyondLast);
        }
        if (m_shortened > 0) {
            m_raw.ledger.add("kernel-metrics-shortened", Severity::Info,
                             "launches that carry the headline metrics only, to bound memory; the "
                             "first launches carry all of them",
                             {}, m_shortened);
        }
    }

    RawTrace& m_raw;
    BatchJoiner& m_joiner;
    std::vector<KernelProfileRecord> m_profiles;
    std::vector<bool> m_done;
    ArgsReader m_profileArgs;
    std::vector<Kernel> m_kernels; // in order of time
    std::vector<Kernel*> m_attached;
    std::size_t m_used = 0;
    std::size_t m_shared = 0;
    std::size_t m_beyondLast = 0;
    std::size_t m_shortened = 0;
};

} // namespace

void applyKernelProfiles(RawTrace& raw, BatchJoiner& joiner)
{
    if (!raw.profiles.empty()) {
        Joining(raw, joiner).run();
    }
}

} // namespace longpole::import
