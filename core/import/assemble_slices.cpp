// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/in_order.h"
#include "core/base/thread_pool.h"
#include "core/base/time.h"
#include "core/import/assembly.h"
#include "core/import/iteration_name.h"
#include "core/import/nesting.h"
#include "core/model/names.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <functional>
#include <limits>
#include <numeric>

namespace longpole::import {

namespace {

using model::SliceClass;
using model::TrackKind;

NestingRule ruleOf(TrackKind kind)
{
    switch (kind) {
    case TrackKind::Stream:
        return NestingRule::Flat;
    case TrackKind::Async:
        return NestingRule::Grouped;
    default:
        return NestingRule::Nested;
    }
}

// Class of a slice; what depends on the name alone is computed once per name.
class Classifier
{
public:
    explicit Classifier(const StringInterner& strings)
        : m_strings(strings)
        , m_operator(strings.size(), kUnknown)
        , m_kernel(strings.size(), kUnknown)
        , m_sync(strings.size(), kUnknown)
    { }
    SliceClass operator()(const SliceBody& s, const BlockVector<GpuFacts>& gpu)
    {
        switch (s.role) {
        case SliceRole::Annotation:
        case SliceRole::Step:
        case SliceRole::GpuAnnotation:
            return SliceClass::Annotation;
        case SliceRole::Python:
            return SliceClass::Python;
        case SliceRole::Sync:
            return SliceClass::Sync;
        case SliceRole::Overhead:
        case SliceRole::ProfilerSpan:
            return SliceClass::Overhead;
        case SliceRole::Operator:
            return cached(m_operator, s.name, model::classifyOperator);
        case SliceRole::Api:
            return cached(m_sync, s.name, apiClass);
        case SliceRole::GpuOp:
            break;
        case SliceRole::Plain:
            return SliceClass::Other;
        }
        switch (gpu[s.facts].kind) {
        case model::GpuOpKind::Memcpy:
            return SliceClass::Copy;
        case model::GpuOpKind::Memset:
            return SliceClass::Memset;
        default:
            return cached(m_kernel, s.name, model::classifyKernel);
        }
    }

private:
    static constexpr std::uint8_t kUnknown = 0xff;

    static SliceClass apiClass(std::string_view name)
    {
        switch (model::apiKind(name)) {
        case model::ApiKind::StreamSync:
        case model::ApiKind::DeviceSync:
        case model::ApiKind::EventSync:
            return SliceClass::Sync;
        default:
            return SliceClass::Api;
        }
    }
    // Several threads may compute the same value at once: they store the same byte.
    SliceClass cached(std::vector<std::uint8_t>& known, StringId name,
                      SliceClass (*compute)(std::string_view))
    {
        std::atomic_ref<std::uint8_t> cell(known[name.value]);
        std::uint8_t v = cell.load(std::memory_order_relaxed);
        if (v == kUnknown) {
            v = static_cast<std::uint8_t>(compute(m_strings.get(name)));
            cell.store(v, std::memory_order_relaxed);
        }
        return static_cast<SliceClass>(v);
    }

    const StringInterner& m_strings;
    std::vector<std::uint8_t> m_operator;
    std::vector<std::uint8_t> m_kernel;
    std::vector<std::uint8_t> m_sync;
};

// What is noticed while slices are written.
struct Notes
{
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    std::vector<model::Iteration> iterations;

    void add(Notes&& later)
    {
        first = std::min(first, later.first);
        last = std::max(last, later.last);
        std::move(later.iterations.begin(), later.iterations.end(), std::back_inserter(iterations));
    }
};

struct TrackResult
{
    model::Ledger ledger;
    std::vector<std::uint64_t> hashes; // of its pieces' times and names
    Notes notes;
};

class SliceWriter
{
public:
    explicit SliceWriter(Assembly& a)
        : m_a(a)
        , m_classify(a.raw.strings)
    { }

    // Writes the columns of one track. Called from several threads for different tracks.
    TrackResult write(std::uint32_t track, const SliceBodies& slices)
    {
        model::Track& t = m_a.tree.tracks[track];
        const Layout layout = layOut(slices, ruleOf(t.kind));
        t.rows = layout.rows;
        const auto n = static_cast<std::uint32_t>(layout.order.size());
        std::vector<std::uint32_t> place(n);
        for (std::uint32_t k = 0; k < n; ++k) {
            place[layout.order[k]] = k;
        }
        TrackResult result;
        // Side by side too: often one thread has most of the slices, and writes last.
        InOrder<Piece, std::function<void(Piece)>> pieces(
            [&](Piece piece) {
                result.hashes.push_back(piece.hash);
                result.notes.add(std::move(piece.notes));
                piece.columns.append(*m_a.raw.columns, track);
            },
            workerCount());
        parallelFor((n + kPiece - 1) / kPiece, [&](std::size_t i) {
            const std::uint32_t first = static_cast<std::uint32_t>(i) * kPiece;
            pieces.put(i, write(track, slices, layout, place, first, std::min(n, first + kPiece)));
        });
        noteOverlaps(result.ledger, t, slices, layout);
        return result;
    }

private:
    // Rows that are put together before they are handed over: bounds the memory in between.
    static constexpr std::uint32_t kPiece = 1U << 16U;

    struct Columns
    {
        Columns() = default;
        explicit Columns(std::size_t n)
            : start(n)
            , duration(n)
            , name(n)
            , category(n)
            , cls(n)
            , flags(n)
            , depth(n)
            , parent(n)
            , args(n)
        { }
        void append(model::MemoryColumns& to, std::uint32_t track)
        {
            to.append(model::slice::kStart, track, std::move(start));
            to.append(model::slice::kDuration, track, std::move(duration));
            to.append(model::slice::kName, track, std::move(name));
            to.append(model::slice::kCategory, track, std::move(category));
            to.append(model::slice::kClass, track, std::move(cls));
            to.append(model::slice::kFlags, track, std::move(flags));
            to.append(model::slice::kDepth, track, std::move(depth));
            to.append(model::slice::kParent, track, std::move(parent));
            to.append(model::slice::kArgs, track, std::move(args));
        }
        std::vector<TimeNs> start;
        std::vector<DurationNs> duration;
        std::vector<StringId> name;
        std::vector<std::uint16_t> category;
        std::vector<SliceClass> cls;
        std::vector<std::uint8_t> flags;
        std::vector<std::uint16_t> depth;
        std::vector<SliceId> parent;
        std::vector<std::uint32_t> args;
    };

    struct Piece
    {
        Columns columns;
        std::uint64_t hash = 0;
        Notes notes;
    };

    // Those that come first ... last - 1 on the track.
    Piece write(std::uint32_t track, const SliceBodies& slices, const Layout& layout,
                const std::vector<std::uint32_t>& place, std::uint32_t first, std::uint32_t last)
    {
        const std::uint32_t firstSlice = m_a.tree.tracks[track].firstSlice;
        Piece piece{Columns(last - first), 0, {}};
        for (std::uint32_t k = first; k < last; ++k) {
            const std::uint32_t i = layout.order[k];
            fill(piece.columns, k - first, slices[i], layout, i);
            const std::uint32_t p = layout.parent[i];
            piece.columns.parent[k - first] =
                p == Layout::kNoParent ? SliceId() : SliceId(firstSlice + place[p]);
            note(piece.notes, track, SliceId(firstSlice + k), slices[i]);
        }
        piece.hash = hashOf(piece.columns);
        return piece;
    }

    std::uint64_t hashOf(const Columns& c) const
    {
        std::vector<std::uint64_t> names(c.name.size());
        std::transform(c.name.begin(), c.name.end(), names.begin(),
                       [&](StringId id) { return m_a.raw.strings.hash(id); });
        const auto over = [](const auto& column) {
            return XXH3_64bits(column.data(), column.size() * sizeof(column[0]));
        };
        const std::uint64_t parts[] = {over(c.start), over(c.duration), over(names)};
        return XXH3_64bits(parts, sizeof parts);
    }

    void fill(Columns& c, std::uint32_t k, const SliceBody& s, const Layout& layout,
              std::uint32_t input)
    {
        c.start[k] = {saturatingSub(s.start, m_a.zero)};
        c.duration[k] = {s.duration};
        c.name[k] = s.name;
        c.category[k] = s.category;
        c.cls[k] = m_classify(s, m_a.raw.gpu);
        c.flags[k] =
            static_cast<std::uint8_t>(s.flags | (layout.spilled[input] ? model::SliceSpilled : 0));
        c.depth[k] = layout.depth[input];
        c.args[k] = s.args;
    }

    void note(Notes& r, std::uint32_t track, SliceId id, const SliceBody& s)
    {
        if (s.role != SliceRole::ProfilerSpan) {
            r.first = std::min(r.first, s.start);
            r.last = std::max(r.last, saturatingAdd(s.start, s.duration));
        }
        if (s.role == SliceRole::GpuOp || s.role == SliceRole::Api) {
            const bool gpu = s.role == SliceRole::GpuOp;
            (gpu ? m_a.gpuSlice : m_a.apiSlice)[s.facts] = id;
            (gpu ? m_a.gpuTrack : m_a.apiTrack)[s.facts] = track;
        }
        if (mayBeIteration(s.role)) {
            if (auto name = iterationName(s, m_a.raw.strings.get(s.name))) {
                const TimeNs start{saturatingSub(s.start, m_a.zero)};
                r.iterations.push_back(
                    {id, std::move(*name), {start, start + DurationNs{s.duration}}});
            }
        }
    }

    void noteOverlaps(model::Ledger& ledger, const model::Track& t, const SliceBodies& slices,
                      const Layout& layout) const
    {
        if (layout.overlaps.empty()) {
            return;
        }
        const bool stream = t.kind == TrackKind::Stream;
        const std::string_view kind = stream ? "same-stream-overlap" : "partial-overlap";
        const std::string_view meaning = stream
            ? "GPU operations of one stream overlap in time (programmatic dependent launch or "
              "coarse clocks); all are kept, on further rows"
            : "slices of one track overlap without nesting; all are kept, on further rows";
        for (std::size_t n = 0; n < layout.overlaps.size(); ++n) {
            const SliceBody& s = slices[layout.overlaps[n]];
            std::string example;
            if (n < model::LedgerEntry::kMaxExamples) {
                example = std::string(m_a.raw.strings.get(s.name)) + " on " + t.name + " at "
                    + std::to_string(saturatingSub(s.start, m_a.zero)) + " ns";
            }
            ledger.add(kind, model::Severity::Info, meaning, example);
        }
    }

    Assembly& m_a;
    Classifier m_classify;
};

std::string hexOf(const XXH128_hash_t& hash)
{
    std::array<char, 33> text{};
    std::snprintf(text.data(), text.size(), "%016llx%016llx",
                  static_cast<unsigned long long>(hash.high64),
                  static_cast<unsigned long long>(hash.low64));
    return text.data();
}

} // namespace

Result<void> assembleSlices(Assembly& a, const JobContext& job)
{
    std::vector<SliceBodies> byTrack(a.tree.tracks.size());
    for (std::size_t raw = 0; raw < a.raw.slices.size(); ++raw) {
        byTrack[a.tree.finalOf[raw]] = std::move(a.raw.slices[raw]);
    }
    a.raw.slices.clear();
    std::uint64_t total = 0;
    for (std::size_t t = 0; t < byTrack.size(); ++t) {
        a.tree.tracks[t].firstSlice = static_cast<std::uint32_t>(total);
        a.tree.tracks[t].sliceCount = static_cast<std::uint32_t>(byTrack[t].size());
        total += byTrack[t].size();
    }
    if (total >= model::kNull32) {
        return fail(
            Errc::Limit,
            "has over 4,294,967,294 slices, more than one trace can hold; record a shorter run");
    }
    a.gpuSlice.assign(a.raw.gpu.size(), {});
    a.apiSlice.assign(a.raw.api.size(), {});
    a.gpuTrack.assign(a.raw.gpu.size(), 0);
    a.apiTrack.assign(a.raw.api.size(), 0);
    SliceWriter writer(a);
    std::vector<TrackResult> results(byTrack.size());
    std::atomic<std::size_t> done{0};
    // The longest first, so that no core ends up alone with it.
    std::vector<std::uint32_t> order(byTrack.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) {
        return byTrack[x].size() > byTrack[y].size();
    });
    parallelFor(byTrack.size(), [&](std::size_t k) {
        const std::uint32_t t = order[k];
        if (!byTrack[t].empty() && !job.cancelled()) {
            results[t] = writer.write(t, byTrack[t]);
            byTrack[t] = {};
        }
        job.report({"nesting", static_cast<int>(1000 * ++done / byTrack.size()), 0, a.raw.events});
    });
    if (job.cancelled()) {
        return fail(Errc::Cancelled, "cancelled");
    }
    Notes notes;
    std::vector<std::uint64_t> hashes;
    for (TrackResult& r : results) {
        hashes.push_back(r.hashes.size());
        hashes.insert(hashes.end(), r.hashes.begin(), r.hashes.end());
        notes.add(std::move(r.notes));
        a.parts.ledger.merge(r.ledger);
    }
    a.parts.iterations = std::move(notes.iterations);
    std::stable_sort(a.parts.iterations.begin(), a.parts.iterations.end(),
                     [](const model::Iteration& x, const model::Iteration& y) {
                         return x.range.begin < y.range.begin;
                     });
    a.parts.info.hash = hexOf(XXH3_128bits(hashes.data(), hashes.size() * sizeof(std::uint64_t)));
    a.parts.counts.slices = total;
    if (notes.first <= notes.last) {
        a.parts.info.span = {{saturatingSub(notes.first, a.zero)},
                             {saturatingSub(notes.last, a.zero)}};
    }
    return {};
}

} // namespace longpole::import
