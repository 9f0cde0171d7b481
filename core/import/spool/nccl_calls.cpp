// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/spool/nccl_calls.h"

#include "core/import/collectives.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <limits>

namespace longpole::import {

namespace {

using wire::NvtxOp;

std::string lower(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

// "ncclAllReduce" → "AllReduce", "ncclAllReduce_impl" likewise; empty: not a call of NCCL.
std::string_view callName(std::string_view name)
{
    if (!name.starts_with("nccl") || name.size() < 5) {
        return {};
    }
    name.remove_prefix(4);
    if (name.ends_with("_impl")) {
        name.remove_suffix(5);
    }
    return name;
}

bool isCollective(std::string_view call)
{
    constexpr std::string_view kCalls[] = {"allreduce", "allgather", "reducescatter", "broadcast",
                                           "bcast",     "reduce",    "send",          "recv",
                                           "alltoall",  "alltoallv", "gather",        "scatter"};
    const std::string name = lower(call);
    return std::find(std::begin(kCalls), std::end(kCalls), name) != std::end(kCalls);
}

// A kernel of this kind may be such a call's.
bool mayBe(std::string_view kernelKind, std::string_view call)
{
    const std::string kind = lower(kernelKind);
    const std::string name = lower(call);
    if (kind.starts_with("generic")) {
        return true; // of several kinds in one
    }
    if (kind == "sendrecv") {
        constexpr std::string_view kMade[] = {"send",   "recv",    "alltoall", "alltoallv",
                                              "gather", "scatter", "sendrecv"};
        return std::find(std::begin(kMade), std::end(kMade), name) != std::end(kMade);
    }
    return kind == name || (kind == "broadcast" && name == "bcast");
}

const PayloadField* fieldWith(const std::vector<PayloadField>& fields, std::string_view part,
                              bool fromStart)
{
    for (const PayloadField& f : fields) {
        const std::string name = lower(f.name);
        if (fromStart ? name.starts_with(part) : name.find(part) != std::string::npos) {
            return &f;
        }
    }
    return nullptr;
}

std::optional<std::int64_t> numberWith(const std::vector<PayloadField>& fields,
                                       std::string_view part, bool fromStart = false)
{
    const PayloadField* f = fieldWith(fields, part, fromStart);
    return f != nullptr
            && (f->kind == PayloadField::Kind::Natural || f->kind == PayloadField::Kind::Integer)
        ? std::optional(static_cast<std::int64_t>(f->bits))
        : std::nullopt;
}

// Not the parent's. 0: NCCL was given none.
std::string communicatorOf(const std::vector<PayloadField>& fields)
{
    const auto id = numberWith(fields, "nccl communicator", true);
    return id.value_or(0) == 0 ? std::string() : communicatorText(static_cast<std::uint64_t>(*id));
}

} // namespace

void NcclCalls::add(std::uint32_t thread, const wire::NvtxEvent& e)
{
    if (e.domain == 0 || (e.op != NvtxOp::Push && e.op != NvtxOp::Pop && e.op != NvtxOp::Payload)
        || e.time > std::uint64_t{1} << 62U) {
        return;
    }
    // It may get its name later in the file.
    if (const std::string domain = m_names.domain(e.domain);
        !domain.empty() && domain != kNcclDomain) {
        return;
    }
    Event kept{static_cast<std::int64_t>(e.time), e.domain, e.op, {}, e.textId, e.id, {}};
    (e.op == NvtxOp::Payload ? kept.payload : kept.text) = e.text;
    m_events[thread].push_back(std::move(kept));
}

// One thread's events.
struct NcclCalls::Walk
{
    std::vector<Open> open;
    std::vector<PayloadField> fields; // of the event that comes next
    std::int64_t fieldsTime = 0;
    int groups = 0; // ncclGroupStart without its end
    std::vector<std::uint32_t> pending; // calls of the group
};

void NcclCalls::prepare()
{
    for (const auto& [thread, events] : m_events) {
        const auto first = static_cast<std::uint32_t>(m_launches.size());
        walk(events);
        const auto last = static_cast<std::uint32_t>(m_launches.size());
        std::sort(m_launches.begin() + first, m_launches.begin() + last,
                  [](const Launch& a, const Launch& b) { return a.start < b.start; });
        if (last > first) {
            m_ofThread[thread] = {first, last};
        }
    }
    m_events.clear();
}

void NcclCalls::walk(const std::vector<Event>& events)
{
    constexpr std::size_t kDeepest = 1'000;
    Walk w;
    for (const Event& e : events) {
        if (m_names.domain(e.domain) != kNcclDomain) {
            continue;
        }
        if (e.op == NvtxOp::Payload) {
            if (w.fieldsTime != e.time) {
                w.fields.clear();
            }
            w.fieldsTime = e.time;
            m_names.decode(e.domain, e.schema, e.payload, w.fields);
            continue;
        }
        std::vector<PayloadField> fields;
        if (w.fieldsTime == e.time) {
            fields = std::move(w.fields);
        }
        w.fields.clear();
        if (e.op == NvtxOp::Push) {
            if (w.open.size() < kDeepest) {
                w.open.push_back(
                    {e.time, e.textId != 0 ? m_names.text(e.textId) : e.text, std::move(fields)});
            }
        } else if (!w.open.empty()) {
            Open range = std::move(w.open.back());
            w.open.pop_back();
            range.fields.insert(range.fields.end(), fields.begin(), fields.end());
            ended(w, range, e.time);
        }
    }
}

void NcclCalls::ended(Walk& w, const Open& range, std::int64_t end)
{
    const std::string_view name = callName(range.name);
    communicatorMade(range.fields);
    // What a collective is made of: told by the outer call.
    const bool inner = std::any_of(w.open.begin(), w.open.end(),
                                   [](const Open& o) { return isCollective(callName(o.name)); });
    if (inner) {
        return;
    }
    if (name == "GroupStart") {
        ++w.groups;
    } else if (name == "GroupEnd") {
        if (w.groups > 0 && --w.groups == 0 && !w.pending.empty()) {
            m_launches.push_back({range.start, end, std::move(w.pending), true});
            w.pending.clear();
        }
    } else if (isCollective(name)) {
        Call c;
        c.name = name;
        c.facts.communicator = communicatorOf(range.fields);
        c.facts.bytes = numberWith(range.fields, "bytes");
        c.facts.root = numberWith(range.fields, "root", true);
        c.facts.peer = numberWith(range.fields, "peer", true);
        c.facts.sequence = numberWith(range.fields, "sequence");
        if (const PayloadField* f = fieldWith(range.fields, "reduction op", true);
            f != nullptr && f->kind == PayloadField::Kind::Text) {
            c.facts.operation = f->text;
        }
        const auto number = static_cast<std::uint32_t>(m_calls.size());
        m_calls.push_back(std::move(c));
        if (w.groups > 0) {
            w.pending.push_back(number);
        } else {
            m_launches.push_back({range.start, end, {number}, false});
        }
    }
}

void NcclCalls::communicatorMade(const std::vector<PayloadField>& fields)
{
    const auto ranks = numberWith(fields, "no. of ranks", true);
    const std::string communicator = communicatorOf(fields);
    if (ranks && *ranks > 0 && !communicator.empty()) {
        m_ranks[communicator] = *ranks;
    }
}

void NcclCalls::launch(std::uint32_t thread, std::int64_t time, std::int64_t correlation)
{
    const auto of = m_ofThread.find(thread);
    if (of == m_ofThread.end() || correlation == 0) {
        return;
    }
    const auto first = m_launches.begin() + of->second.first;
    const auto last = m_launches.begin() + of->second.second;
    const auto after = std::upper_bound(
        first, last, time, [](std::int64_t t, const Launch& l) { return t < l.start; });
    if (after != first && time <= std::prev(after)->end) {
        m_launchOf[correlation] = static_cast<std::uint32_t>(std::prev(after) - m_launches.begin());
    }
}

void NcclCalls::describe(NcclFacts& f, std::span<const std::uint32_t> calls) const
{
    const Call& first = m_calls[calls.front()];
    const auto same = [&](auto get) {
        return std::all_of(calls.begin(), calls.end(),
                           [&](std::uint32_t c) { return get(m_calls[c]) == get(first); });
    };
    if (same([](const Call& c) { return c.name; })) {
        f.collective = first.name;
    }
    if (same([](const Call& c) { return c.facts.operation; })) {
        f.operation = first.facts.operation;
    }
    if (same([](const Call& c) { return c.facts.root; })) {
        f.root = first.facts.root;
    }
    if (same([](const Call& c) { return c.facts.peer; })) {
        f.peer = first.facts.peer;
    }
    f.sequence = first.facts.sequence;
    f.calls = f.passes = calls.size();
    std::int64_t bytes = 0;
    bool all = true;
    for (const std::uint32_t c : calls) {
        const std::int64_t more = m_calls[c].facts.bytes.value_or(-1);
        all = all && more >= 0 && more <= std::numeric_limits<std::int64_t>::max() - bytes;
        bytes += all ? more : 0;
    }
    if (all) {
        f.bytes = bytes;
    }
}

// The kernels of one launch, by their correlation.
void NcclCalls::assign(std::span<const NcclKernel> kernels, const std::vector<std::size_t>& of,
                       const Launch& launch, std::vector<NcclFacts>& out) const
{
    std::vector<std::string_view> done;
    for (const std::size_t first : of) {
        const std::string_view kind = collectiveKind(kernels[first].name);
        if (std::find(done.begin(), done.end(), kind) != done.end()) {
            continue;
        }
        done.push_back(kind);
        std::vector<std::uint32_t> calls;
        std::copy_if(launch.calls.begin(), launch.calls.end(), std::back_inserter(calls),
                     [&](std::uint32_t c) { return mayBe(kind, m_calls[c].name); });
        std::vector<std::size_t> same;
        std::copy_if(of.begin(), of.end(), std::back_inserter(same),
                     [&](std::size_t k) { return collectiveKind(kernels[k].name) == kind; });
        if (calls.empty()) {
            continue;
        }
        const std::string& communicator = m_calls[calls.front()].facts.communicator;
        const bool one = std::all_of(calls.begin(), calls.end(), [&](std::uint32_t c) {
            return m_calls[c].facts.communicator == communicator;
        });
        for (std::size_t i = 0; i < same.size(); ++i) {
            NcclFacts& f = out[same[i]];
            f.collective = kind;
            f.byGroup = launch.group;
            if (!one) {
                continue;
            }
            f.communicator = communicator;
            if (const auto it = m_ranks.find(communicator); it != m_ranks.end()) {
                f.ranks = it->second;
            }
            if (same.size() == 1) {
                describe(f, calls);
            } else if (same.size() == calls.size()) {
                describe(f, std::span(calls).subspan(i, 1));
            } else if (i == 0) {
                f.passes = calls.size();
            }
        }
    }
}

std::vector<NcclFacts> NcclCalls::explain(std::span<const NcclKernel> kernels) const
{
    std::map<std::uint32_t, std::vector<std::size_t>> byLaunch;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        if (const auto it = m_launchOf.find(kernels[i].correlation); it != m_launchOf.end()) {
            byLaunch[it->second].push_back(i);
        }
    }
    std::vector<NcclFacts> out(kernels.size());
    std::vector<std::pair<std::int64_t, std::size_t>> order; // start of the launch, kernel
    for (auto& [number, of] : byLaunch) {
        std::stable_sort(of.begin(), of.end(), [&](std::size_t a, std::size_t b) {
            return kernels[a].correlation < kernels[b].correlation;
        });
        assign(kernels, of, m_launches[number], out);
        for (const std::size_t k : of) {
            order.emplace_back(m_launches[number].start, k);
        }
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::map<std::pair<std::string, std::int64_t>, std::int64_t> next; // communicator, device
    for (const auto& [start, k] : order) {
        NcclFacts& f = out[k];
        if (f.communicator.empty()) {
            continue;
        }
        std::int64_t& n = next[{f.communicator, kernels[k].device}];
        if (!f.sequence && f.calls > 0) {
            f.sequence = n;
            f.counted = true;
        }
        n += static_cast<std::int64_t>(f.passes);
    }
    return out;
}

} // namespace longpole::import
