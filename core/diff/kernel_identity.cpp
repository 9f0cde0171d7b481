// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/kernel_identity.h"

#include "core/diff/slice_lookup.h"
#include "core/model/names.h"

#include <algorithm>
#include <cctype>
#include <unordered_set>

namespace longpole::diff {

namespace {

using model::kNull32;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isHex(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f');
}

// "name_0d1d2d3de": which arguments were specialised. "name_12": a compiler's counter.
std::string_view withoutSignature(std::string_view name)
{
    const std::size_t at = name.rfind('_');
    if (at == std::string_view::npos || at + 1 == name.size()) {
        return name;
    }
    const std::string_view tail = name.substr(at + 1);
    const bool generated = name.starts_with("triton_");
    const bool number = std::all_of(tail.begin(), tail.end(), isDigit);
    const bool signature = isDigit(tail.front()) && tail.find('d') != std::string_view::npos
        && tail.find_first_not_of("0123456789dec") == std::string_view::npos;
    const bool hash = tail.size() >= 8 && std::all_of(tail.begin(), tail.end(), isHex)
        && std::any_of(tail.begin(), tail.end(), isDigit);
    return (generated && number) || signature || hash ? name.substr(0, at) : name;
}

// Folded and normalised names of a trace's strings, each made once.
class Names
{
public:
    Names(const model::Trace& trace, IdentityTable& table)
        : m_trace(trace)
        , m_table(table)
        , m_known(trace.strings().size())
    { }
    struct Name
    {
        std::uint32_t full = kNull32;
        std::uint32_t normalised = kNull32;
    };
    const Name& operator()(StringId id)
    {
        Name& n = m_known[id.value < m_known.size() ? id.value : 0];
        if (n.full == kNull32) {
            const std::string folded = foldedKernelName(m_trace.string(id));
            n.full = m_table.text(folded);
            n.normalised = m_table.text(model::normalisedKernelName(folded));
        }
        return n;
    }

private:
    const model::Trace& m_trace;
    IdentityTable& m_table;
    std::vector<Name> m_known;
};

// Launch shapes as numbers.
class Shapes
{
public:
    Shapes(const model::Trace& trace, IdentityTable& table)
        : m_table(table)
        , m_gridX(trace.column(model::gpu_op::kGridX))
        , m_gridY(trace.column(model::gpu_op::kGridY))
        , m_gridZ(trace.column(model::gpu_op::kGridZ))
        , m_blockX(trace.column(model::gpu_op::kBlockX))
        , m_blockY(trace.column(model::gpu_op::kBlockY))
        , m_blockZ(trace.column(model::gpu_op::kBlockZ))
        , m_static(trace.column(model::gpu_op::kSharedStatic))
        , m_dynamic(trace.column(model::gpu_op::kSharedDynamic))
        , m_bytes(trace.column(model::gpu_op::kBytes))
    { }
    std::uint32_t operator()(std::size_t i)
    {
        const auto two = [](std::uint64_t high, std::uint64_t low) { return high << 32U | low; };
        const std::uint32_t threads =
            m_table.tuple(two(m_blockX[i], m_blockY[i]), two(m_blockZ[i], m_static[i]),
                          m_dynamic[i], static_cast<std::uint64_t>(m_bytes[i]));
        return m_table.tuple(two(m_gridX[i], m_gridY[i]), two(m_gridZ[i], threads));
    }

private:
    IdentityTable& m_table;
    model::Column<std::uint32_t> m_gridX, m_gridY, m_gridZ, m_blockX, m_blockY, m_blockZ;
    model::Column<std::uint32_t> m_static, m_dynamic;
    model::Column<std::int64_t> m_bytes;
};

// Annotations around a launch, from the outermost to the innermost.
class Paths
{
public:
    Paths(const model::Trace& trace, const Iterations& iterations, IdentityTable& table)
        : m_trace(trace)
        , m_table(table)
        , m_slices(trace)
    {
        for (const Iteration& n : iterations.all) {
            m_marks.insert(n.slice.value);
        }
    }
    std::uint32_t operator()(SliceId launch)
    {
        if (!launch.valid()) {
            return 0;
        }
        const SliceId parent = m_slices.parent(launch);
        if (parent != m_lastParent) {
            m_lastParent = parent;
            m_last = of(parent);
        }
        return m_last;
    }

private:
    std::uint32_t of(SliceId slice)
    {
        while (slice.valid()
               && (m_slices.cls(slice) != model::SliceClass::Annotation
                   || m_marks.count(slice.value) != 0)) {
            if (m_marks.count(slice.value) != 0) {
                return 0;
            }
            slice = m_slices.parent(slice);
        }
        if (!slice.valid()) {
            return 0;
        }
        const auto known = m_known.find(slice.value);
        if (known != m_known.end()) {
            return known->second;
        }
        const std::uint32_t name =
            m_table.text(foldedRangeName(m_trace.string(m_slices.name(slice))));
        const std::uint32_t outer = of(m_slices.parent(slice));
        const std::uint32_t path = m_table.tuple(name, outer, 1) + 1; // 0 is "outside"
        m_known.emplace(slice.value, path);
        return path;
    }

    const model::Trace& m_trace;
    IdentityTable& m_table;
    SliceLookup m_slices;
    std::unordered_set<std::uint32_t> m_marks;
    std::unordered_map<std::uint32_t, std::uint32_t> m_known;
    SliceId m_lastParent;
    std::uint32_t m_last = 0;
};

// Rows whose launching call launches graphs, or that carry a graph's number.
std::vector<bool> graphMembers(const model::Trace& trace)
{
    const auto graph = trace.column(model::gpu_op::kGraphId);
    const auto launch = trace.column(model::gpu_op::kLaunch);
    const auto kind = trace.column(model::gpu_op::kKind);
    const auto callSlice = trace.column(model::api_call::kSlice);
    const auto callKind = trace.column(model::api_call::kKind);
    std::vector<std::uint32_t> graphCalls; // ordered: calls are ordered by slice
    for (std::size_t i = 0; i < callSlice.size(); ++i) {
        if (callKind[i] == model::ApiKind::GraphLaunch) {
            graphCalls.push_back(callSlice[i].value);
        }
    }
    std::vector<bool> out(graph.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = (graph[i] != model::kNull64 && graph[i] != 0) || kind[i] == model::GpuOpKind::Graph
            || (launch[i].valid() && !graphCalls.empty()
                && std::binary_search(graphCalls.begin(), graphCalls.end(), launch[i].value));
    }
    return out;
}

} // namespace

std::string foldedKernelName(std::string_view name)
{
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool address = name.substr(i, 2) == "0x" && i + 2 < name.size() && isHex(name[i + 2])
            && (i == 0 || std::isalnum(static_cast<unsigned char>(name[i - 1])) == 0);
        if (!address) {
            out += name[i];
            continue;
        }
        out += "0x#";
        for (i += 2; i < name.size() && isHex(name[i]); ++i) { }
        --i;
    }
    return std::string(withoutSignature(out));
}

std::string foldedRangeName(std::string_view name)
{
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i) {
        out += name[i];
        const bool number = name[i] == '#' || name.substr(0, i + 1).ends_with("op_id = ")
            || name.substr(0, i + 1).ends_with("seq = ");
        if (number) {
            while (i + 1 < name.size() && isDigit(name[i + 1])) {
                ++i;
            }
        }
    }
    return out;
}

std::uint64_t IdentityTable::hashOf(const Tuple& t)
{
    std::uint64_t h = 0x9e3779b97f4a7c15U;
    for (const std::uint64_t v : {t.a, t.b, t.c, t.d}) {
        h = (h ^ v) * 0xff51afd7ed558ccdU;
        h ^= h >> 32U;
    }
    return h;
}

// Asked some times for each of millions of operations: a map of nodes would take most of that time.
void IdentityTable::grow()
{
    m_slots.assign(std::max<std::size_t>(1024, m_slots.size() * 2), 0);
    const std::size_t mask = m_slots.size() - 1;
    for (std::uint32_t i = 0; i < m_tuples.size(); ++i) {
        std::size_t slot = hashOf(m_tuples[i]) & mask;
        while (m_slots[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        m_slots[slot] = i + 1;
    }
}

std::uint32_t IdentityTable::text(std::string_view text)
{
    const auto [it, added] =
        m_ids.emplace(std::string(text), static_cast<std::uint32_t>(m_texts.size()));
    if (added) {
        m_texts.push_back(&it->first);
    }
    return it->second;
}

std::uint32_t IdentityTable::tuple(std::uint64_t a, std::uint64_t b, std::uint64_t c,
                                   std::uint64_t d)
{
    if (m_tuples.size() * 2 >= m_slots.size()) {
        grow();
    }
    const Tuple wanted{a, b, c, d};
    const std::size_t mask = m_slots.size() - 1;
    std::size_t slot = hashOf(wanted) & mask;
    while (m_slots[slot] != 0) {
        if (m_tuples[m_slots[slot] - 1] == wanted) {
            return m_slots[slot] - 1;
        }
        slot = (slot + 1) & mask;
    }
    m_tuples.push_back(wanted);
    m_slots[slot] = static_cast<std::uint32_t>(m_tuples.size());
    return m_slots[slot] - 1;
}

OpKeys opKeys(const model::Trace& trace, const Iterations& iterations, IdentityTable& table)
{
    const auto name = trace.column(model::gpu_op::kName);
    const auto kind = trace.column(model::gpu_op::kKind);
    const auto launch = trace.column(model::gpu_op::kLaunch);
    const std::size_t n = name.size();
    Names names(trace, table);
    Shapes shapes(trace, table);
    Paths paths(trace, iterations, table);
    OpKeys out;
    out.name.resize(n);
    out.shape.resize(n);
    out.path.resize(n);
    out.exact.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const Names::Name& known = names(name[i]);
        out.name[i] = known.normalised;
        out.shape[i] = shapes(i);
        out.path[i] = paths(launch[i]);
        out.exact[i] =
            table.tuple(known.full, static_cast<std::uint64_t>(kind[i]), out.shape[i], out.path[i]);
    }
    out.inGraph = graphMembers(trace);
    return out;
}

std::vector<std::uint32_t> shapedKeys(const model::Trace& trace,
                                      std::span<const std::uint32_t> rows)
{
    IdentityTable table;
    const auto name = trace.column(model::gpu_op::kName);
    const auto kind = trace.column(model::gpu_op::kKind);
    Names names(trace, table);
    Shapes shapes(trace, table);
    std::vector<std::uint32_t> out;
    out.reserve(rows.size());
    for (const std::uint32_t i : rows) {
        out.push_back(
            table.tuple(names(name[i]).normalised, static_cast<std::uint64_t>(kind[i]), shapes(i)));
    }
    return out;
}

} // namespace longpole::diff
