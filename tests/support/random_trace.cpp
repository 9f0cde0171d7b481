// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/random_trace.h"

#include "core/model/args.h"
#include "core/model/memory_columns.h"
#include "tests/support/random_rows.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <tuple>

namespace longpole::test {
namespace {
using namespace model;

struct GpuOpDraft
{
    std::uint32_t slice = 0;
    std::uint32_t launch = kNull32;
};

class Builder
{
public:
    explicit Builder(const RandomTraceOptions& options)
        : m_options(options)
        , m_rng(options.seed)
    { }
    std::shared_ptr<const Trace> build();

private:
    std::int64_t pick(std::int64_t low, std::int64_t high) { return test::pick(m_rng, low, high); }
    bool chance(int percent) { return test::chance(m_rng, percent); }

    Track& addTrack(TrackKind kind, std::string name, TrackId parent);
    void addSlices(Track& track, const std::vector<RowDraft>& rows);
    void addThread(std::uint32_t i, TrackId process);
    void addStream(std::uint32_t i, TrackId device);
    void addCounter(std::uint32_t i, TrackId device);
    void addInstants(Track& track);
    std::uint32_t addArgs();
    void flushArgs();
    void addGpuOps();
    void addApiCalls();
    void addLinks();
    void finish();

    RandomTraceOptions m_options;
    std::mt19937 m_rng;
    TraceParts m_parts;
    StringInterner m_strings;
    std::shared_ptr<MemoryColumns> m_columns = std::make_shared<MemoryColumns>();
    ArgsBlockBuilder m_args;
    std::uint32_t m_argsCount = 0;
    std::uint32_t m_nextSlice = 0;
    std::vector<Slice> m_slices; // all, in slice order
    std::vector<std::uint32_t> m_launches;
    std::vector<GpuOpDraft> m_gpuOps;
};

Track& Builder::addTrack(TrackKind kind, std::string name, TrackId parent)
{
    Track t;
    t.id = TrackId::of(m_parts.tracks.size());
    t.parent = parent;
    t.kind = kind;
    t.name = std::move(name);
    t.firstSlice = m_nextSlice;
    t.sortIndex = pick(-3, 3);
    m_parts.tracks.push_back(std::move(t));
    return m_parts.tracks.back();
}

std::uint32_t Builder::addArgs()
{
    if (!m_options.withArgs || chance(50)) {
        return kNull32;
    }
    m_args.add(randomArgs(m_rng));
    const std::uint32_t number = m_argsCount++;
    if (m_args.full()) {
        flushArgs();
    }
    return number;
}

void Builder::flushArgs()
{
    if (m_args.count() == 0) {
        return;
    }
    m_parts.argsBlocks.push_back(m_argsCount - m_args.count());
    const auto block = static_cast<std::uint32_t>(m_parts.argsBlocks.size() - 1);
    m_columns->put(ColumnKey{Table::Args, 0, block}, m_args.take());
}

void Builder::addSlices(Track& track, const std::vector<RowDraft>& rows)
{
    std::uint32_t firstOfRowAbove = 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const std::uint32_t first = m_nextSlice;
        track.rows.push_back(
            {first - track.firstSlice, static_cast<std::uint32_t>(rows[r].size())});
        for (const SliceDraft& d : rows[r]) {
            Slice s;
            s.id = SliceId(m_nextSlice++);
            s.track = track.id;
            s.row = static_cast<std::uint32_t>(r);
            s.start = {d.start};
            s.duration = {d.duration};
            s.name = m_strings.intern(d.name);
            s.category = d.category;
            s.cls = d.cls;
            s.flags = d.flags;
            s.depth =
                track.kind == TrackKind::Thread ? static_cast<std::uint16_t>(r) : std::uint16_t{0};
            s.parent = d.parentInRowAbove == kNull32
                ? SliceId()
                : SliceId(firstOfRowAbove + d.parentInRowAbove);
            s.args = addArgs();
            if (s.cls == SliceClass::Api) {
                m_launches.push_back(s.id.value);
            }
            m_slices.push_back(s);
        }
        firstOfRowAbove = first;
    }
    track.sliceCount = m_nextSlice - track.firstSlice;
}

void Builder::addInstants(Track& track)
{
    std::vector<TimeNs> time(m_options.instantsPerThread);
    for (TimeNs& t : time) {
        t.ns = m_options.originNs + pick(0, 1'000'000);
    }
    std::sort(time.begin(), time.end());
    std::vector<StringId> name;
    std::vector<std::uint32_t> args;
    for (std::size_t i = 0; i < time.size(); ++i) {
        name.push_back(m_strings.intern("marker " + std::to_string(i % 7)));
        args.push_back(addArgs());
    }
    track.instantCount = m_options.instantsPerThread;
    m_columns->put(instant::kCategory, track.id.value, std::vector<std::uint16_t>(time.size(), 1));
    m_columns->put(instant::kScope, track.id.value,
                   std::vector<InstantScope>(time.size(), InstantScope::Process));
    m_columns->put(instant::kTime, track.id.value, std::move(time));
    m_columns->put(instant::kName, track.id.value, std::move(name));
    m_columns->put(instant::kArgs, track.id.value, std::move(args));
}

void Builder::addThread(std::uint32_t i, TrackId process)
{
    Track& t = addTrack(TrackKind::Thread, "thread " + std::to_string(100 + i), process);
    t.process = "python3";
    t.thread = i == 0 ? "main" : "";
    t.pid = 42;
    t.tid = 100 + i;
    addSlices(t, randomThreadRows(m_options, i, m_rng));
    addInstants(t);
}

void Builder::addStream(std::uint32_t i, TrackId device)
{
    Track& t = addTrack(TrackKind::Stream, "stream " + std::to_string(7 + i), device);
    t.device = 0;
    t.context = 1;
    t.stream = 7 + i;
    t.rank = 0;
    addSlices(t, randomStreamRows(m_options, m_rng));
}

void Builder::addCounter(std::uint32_t i, TrackId device)
{
    Track& t = addTrack(TrackKind::Counter, "counter " + std::to_string(i), device);
    t.unit = i == 0 ? "W" : "";
    t.device = 0;
    t.sampleCount = m_options.samplesPerCounter;
    std::vector<TimeNs> time(m_options.samplesPerCounter);
    std::vector<double> value;
    for (TimeNs& s : time) {
        s.ns = m_options.originNs + pick(0, 1'000'000);
        value.push_back(static_cast<double>(pick(-1000, 1000)) / 8.0);
    }
    std::sort(time.begin(), time.end());
    m_columns->put(counter::kTime, t.id.value, std::move(time));
    m_columns->put(counter::kValue, t.id.value, std::move(value));
}

GpuOpKind kindOf(const Slice& s)
{
    return s.cls == SliceClass::Copy  ? GpuOpKind::Memcpy
        : s.cls == SliceClass::Memset ? GpuOpKind::Memset
                                      : GpuOpKind::Kernel;
}

template <class T, class F>
std::vector<T> fill(std::size_t n, F make)
{
    std::vector<T> v;
    v.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
        v.push_back(make(i));
    }
    return v;
}

auto putter(MemoryColumns& columns, std::uint32_t part, std::size_t n)
{
    return [&columns, part, n]<class T>(const ColumnSpec<T>& spec, auto make) {
        columns.put(spec, part, fill<T>(n, make));
    };
}

void Builder::addGpuOps()
{
    for (const Slice& s : m_slices) {
        if (m_parts.tracks[s.track.value].kind == TrackKind::Stream) {
            const bool orphan = m_launches.empty() || chance(10);
            m_gpuOps.push_back(
                {s.id.value, orphan ? kNull32 : m_launches[m_gpuOps.size() % m_launches.size()]});
        }
    }
    const std::size_t n = m_gpuOps.size();
    const auto at = [&](std::size_t i) -> const Slice& { return m_slices[m_gpuOps[i].slice]; };
    const auto put = putter(*m_columns, 0, n);
    const auto kernel = [&](std::size_t i) { return kindOf(at(i)) == GpuOpKind::Kernel; };
    put(gpu_op::kSlice, [&](std::size_t i) { return at(i).id; });
    put(gpu_op::kTrack, [&](std::size_t i) { return at(i).track; });
    put(gpu_op::kName, [&](std::size_t i) { return at(i).name; });
    put(gpu_op::kKind, [&](std::size_t i) { return kindOf(at(i)); });
    put(gpu_op::kClass, [&](std::size_t i) { return at(i).cls; });
    put(gpu_op::kStart, [&](std::size_t i) { return at(i).start; });
    put(gpu_op::kDuration, [&](std::size_t i) { return at(i).duration; });
    put(gpu_op::kDevice, [](std::size_t) { return 0U; });
    put(gpu_op::kContext, [](std::size_t) { return std::int64_t{1}; });
    put(gpu_op::kStream, [&](std::size_t i) { return m_parts.tracks[at(i).track.value].stream; });
    put(gpu_op::kCorrelation, [](std::size_t i) { return static_cast<std::int64_t>(1000 + i); });
    for (const auto* spec :
         {&gpu_op::kGridX, &gpu_op::kGridY, &gpu_op::kGridZ, &gpu_op::kBlockX, &gpu_op::kBlockY,
          &gpu_op::kBlockZ, &gpu_op::kRegisters, &gpu_op::kSharedStatic, &gpu_op::kSharedDynamic}) {
        put(*spec, [&](std::size_t i) {
            return kernel(i) ? static_cast<std::uint32_t>(pick(1, 256)) : kNull32;
        });
    }
    put(gpu_op::kBytes, [&](std::size_t i) { return kernel(i) ? kNull64 : pick(0, 1 << 30); });
    put(gpu_op::kGraphId, [](std::size_t i) { return i % 5 == 0 ? std::int64_t{3} : kNull64; });
    put(gpu_op::kGraphNode,
        [](std::size_t i) { return i % 5 == 0 ? static_cast<std::int64_t>(i) : kNull64; });
    put(gpu_op::kQueued, [](std::size_t) { return kNull64; });
    put(gpu_op::kSubmitted, [&](std::size_t i) { return i % 2 == 0 ? kNull64 : at(i).start.ns; });
    put(gpu_op::kLaunch, [&](std::size_t i) { return SliceId(m_gpuOps[i].launch); });
    put(gpu_op::kCollective, [](std::size_t) { return StringId(0); });
    put(gpu_op::kGroup, [](std::size_t) { return StringId(0); });
    put(gpu_op::kGroupSize, [](std::size_t) { return kNull64; });
    m_parts.counts.gpuOps = n;
    for (std::size_t i = 0; i < n; ++i) {
        m_parts.counts.kernels += kindOf(at(i)) == GpuOpKind::Kernel ? 1U : 0U;
        m_parts.counts.memcpys += kindOf(at(i)) == GpuOpKind::Memcpy ? 1U : 0U;
        m_parts.counts.memsets += kindOf(at(i)) == GpuOpKind::Memset ? 1U : 0U;
    }
}

void Builder::addApiCalls()
{
    const std::size_t n = m_launches.size();
    const auto at = [&](std::size_t i) -> const Slice& { return m_slices[m_launches[i]]; };
    const auto put = putter(*m_columns, 0, n);
    put(api_call::kSlice, [&](std::size_t i) { return at(i).id; });
    put(api_call::kTrack, [&](std::size_t i) { return at(i).track; });
    put(api_call::kName, [&](std::size_t i) { return at(i).name; });
    put(api_call::kStart, [&](std::size_t i) { return at(i).start; });
    put(api_call::kDuration, [&](std::size_t i) { return at(i).duration; });
    put(api_call::kKind, [](std::size_t) { return ApiKind::KernelLaunch; });
    put(api_call::kCorrelation, [&](std::size_t i) {
        return i < m_gpuOps.size() ? static_cast<std::int64_t>(1000 + i) : kNull64;
    });
    put(api_call::kStream, [](std::size_t i) { return i % 3 == 0 ? kNull64 : std::int64_t{7}; });
    put(api_call::kReturnCode, [](std::size_t) { return std::int64_t{0}; });
    m_parts.counts.apiCalls = n;
}

void Builder::addLinks()
{
    std::vector<Link> links;
    for (const GpuOpDraft& op : m_gpuOps) {
        if (op.launch != kNull32) {
            links.push_back(
                {SliceId(op.launch), SliceId(op.slice), LinkKind::Launch, Provenance::Recorded});
        }
    }
    for (std::size_t i = 0; i < m_slices.size() / 20; ++i) {
        const auto last = static_cast<std::int64_t>(m_slices.size()) - 1;
        links.push_back({SliceId::of(pick(0, last)), SliceId::of(pick(0, last)),
                         chance(50) ? LinkKind::Flow : LinkKind::ForwardBackward,
                         chance(50) ? Provenance::Recorded : Provenance::Inferred});
    }
    const auto key = [](const Link& l) { return std::tuple(l.from.value, l.to.value, l.kind); };
    std::sort(links.begin(), links.end(),
              [&](const Link& a, const Link& b) { return key(a) < key(b); });
    links.erase(std::unique(links.begin(), links.end(),
                            [&](const Link& a, const Link& b) { return key(a) == key(b); }),
                links.end());
    std::vector<std::uint32_t> order(links.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tuple(links[a].to.value, links[a].from.value, a)
            < std::tuple(links[b].to.value, links[b].from.value, b);
    });
    m_parts.counts.links = links.size();
    const auto put = putter(*m_columns, 0, links.size());
    put(link::kFrom, [&](std::size_t i) { return links[i].from; });
    put(link::kTo, [&](std::size_t i) { return links[i].to; });
    put(link::kKind, [&](std::size_t i) { return links[i].kind; });
    put(link::kProvenance, [&](std::size_t i) { return links[i].provenance; });
    m_columns->put(link::kOrderByTo, 0, std::move(order));
}

void Builder::finish()
{
    std::int64_t begin = m_slices.empty() ? 0 : m_slices.front().start.ns;
    std::int64_t end = begin;
    for (const Track& t : m_parts.tracks) {
        const auto at = [&](std::size_t i) -> const Slice& { return m_slices[t.firstSlice + i]; };
        const auto put = putter(*m_columns, t.id.value, t.sliceCount);
        put(slice::kStart, [&](std::size_t i) { return at(i).start; });
        put(slice::kDuration, [&](std::size_t i) { return at(i).duration; });
        put(slice::kName, [&](std::size_t i) { return at(i).name; });
        put(slice::kCategory, [&](std::size_t i) { return at(i).category; });
        put(slice::kClass, [&](std::size_t i) { return at(i).cls; });
        put(slice::kFlags, [&](std::size_t i) { return at(i).flags; });
        put(slice::kDepth, [&](std::size_t i) { return at(i).depth; });
        put(slice::kParent, [&](std::size_t i) { return at(i).parent; });
        put(slice::kArgs, [&](std::size_t i) { return at(i).args; });
        m_parts.counts.instants += t.instantCount;
        m_parts.counts.counterSamples += t.sampleCount;
    }
    for (const Slice& s : m_slices) {
        begin = std::min(begin, s.start.ns);
        end = std::max(end, s.end().ns);
        const std::string_view name = m_strings.get(s.name);
        if (name.substr(0, 13) == "ProfilerStep#") {
            m_parts.iterations.push_back({s.id, std::string(name), {s.start, s.end()}});
        }
    }
    m_parts.counts.slices = m_slices.size();
    m_parts.info.span = {{begin}, {end}};
    m_parts.info.extent = {{std::min(begin, m_options.originNs)},
                           {std::max(end, m_options.originNs + 1'000'000)}};
    m_parts.strings = m_strings.build();
}

std::shared_ptr<const Trace> Builder::build()
{
    m_parts.info.format = "kineto";
    m_parts.info.importerReason = "randomly built for a test";
    m_parts.info.producer = "random_trace";
    m_parts.info.hash = std::string(22, '0') + std::to_string(1'000'000'000ULL + m_options.seed);
    m_parts.info.sources = {"/nowhere/random.json"};
    m_parts.info.startUnixNs = 1'700'000'000'123'456'789;
    std::tie(m_parts.info.rank, m_parts.info.worldSize) = std::tuple(0, 8);
    m_parts.info.properties = {{"displayTimeUnit", "ns"}, {"trace_id", "17"}};
    m_parts.categories = {"cpu_op", "user_annotation", "cuda_runtime",
                          "kernel", "gpu_memcpy",      "gpu_memset"};
    m_parts.devices = {{0, 0, "NVIDIA Test GPU", R"({"numSms": 132})"}};
    m_parts.ledger.add("clamped-duration", Severity::Repaired,
                       "a negative duration was set to zero", "events[3]", 2);
    m_parts.ledger.add("dropped-event", Severity::DataLoss, "an event without a time was dropped",
                       "events[9]", 1);
    m_parts.tracks.reserve(2 + m_options.threads + m_options.streams + m_options.counters);
    const TrackId process = addTrack(TrackKind::Process, "process 42", {}).id;
    for (std::uint32_t i = 0; i < m_options.threads; ++i) {
        addThread(i, process);
    }
    const TrackId device = addTrack(TrackKind::Device, "GPU 0", {}).id;
    for (std::uint32_t i = 0; i < m_options.streams; ++i) {
        addStream(i, device);
    }
    for (std::uint32_t i = 0; i < m_options.counters; ++i) {
        addCounter(i, device);
    }
    flushArgs();
    addGpuOps();
    addApiCalls();
    addLinks();
    finish();
    return std::make_shared<const Trace>(std::move(m_parts), m_columns);
}

} // namespace

std::shared_ptr<const model::Trace> randomTrace(const RandomTraceOptions& options)
{
    return Builder(options).build();
}

} // namespace longpole::test
