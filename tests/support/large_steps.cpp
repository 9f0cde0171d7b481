// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/large_steps.h"

#include "core/model/memory_columns.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace longpole::test {

namespace {

using namespace model;

struct Op
{
    std::uint32_t name = 0;
    std::uint32_t grid = 1;
    std::int64_t ns = 0;
    std::uint32_t launch = 0; // number of the launch call
    std::int64_t start = 0;
};

// One step's operations: the same in every step.
struct Template
{
    std::uint32_t name = 0;
    std::uint32_t grid = 1;
    std::int64_t ns = 0;
    std::uint32_t stream = 0;
};

std::vector<Template> stepOf(const LargeStepsOptions& o)
{
    std::mt19937_64 random(99);
    std::vector<Template> out;
    for (std::uint32_t i = 0; i < o.opsPerStep; ++i) {
        Template t;
        t.name = static_cast<std::uint32_t>(random() % o.names);
        t.grid = static_cast<std::uint32_t>(1 + random() % 64);
        t.ns = static_cast<std::int64_t>(2'000 + random() % 8'000);
        t.stream = random() % 8 == 0 ? static_cast<std::uint32_t>(random() % o.streams) : 0;
        if (o.changed && i % 500 < 3) {
            if (i % 500 > 0) {
                continue; // three of 500 became one
            }
            t.name = o.names; // the fused kernel
        }
        t.ns = o.changed && t.name % 10 == 0 ? t.ns * 8 / 10 : t.ns;
        t.grid += o.changed && t.name % 50 == 7 ? 100 : 0;
        out.push_back(t);
    }
    return out;
}

template <class T>
std::vector<T> same(std::size_t n, T value)
{
    return std::vector<T>(n, value);
}

class Builder
{
public:
    explicit Builder(const LargeStepsOptions& options)
        : m_options(options)
        , m_streams(options.streams)
    { }
    std::shared_ptr<const Trace> build()
    {
        run();
        addHost();
        for (std::uint32_t s = 0; s < m_options.streams; ++s) {
            addStream(s);
        }
        addOps();
        addCalls();
        m_parts.strings = m_strings.build();
        m_parts.devices.push_back({0, -1, "Test GPU", {}});
        m_parts.info.format = "test";
        m_parts.info.hash = m_options.changed ? "changed" : "plain";
        m_parts.info.span = m_parts.info.extent = {TimeNs{0}, TimeNs{m_now}};
        m_parts.counts.gpuOps = m_parts.counts.kernels = m_total;
        m_parts.counts.apiCalls = m_calls.size();
        return std::make_shared<const Trace>(std::move(m_parts), m_columns);
    }

private:
    void run()
    {
        const auto step = stepOf(m_options);
        std::mt19937_64 random(m_options.seed);
        std::vector<std::int64_t> free(m_options.streams, 0);
        for (std::uint32_t s = 0; s < m_options.steps; ++s) {
            const std::int64_t begin = m_now;
            std::int64_t host = m_now + 1'000;
            for (const Template& t : step) {
                Op op;
                op.name = t.name;
                op.grid = t.grid;
                op.ns = t.ns + static_cast<std::int64_t>(random() % 200);
                op.launch = static_cast<std::uint32_t>(m_calls.size());
                op.start = std::max(host + 4'000, free[t.stream] + 500);
                free[t.stream] = op.start + op.ns;
                m_calls.push_back(host);
                m_streams[t.stream].push_back(op);
                host += 3'000;
            }
            m_now = std::max(host, *std::max_element(free.begin(), free.end())) + 5'000;
            m_steps.push_back({TimeNs{begin}, TimeNs{m_now}});
        }
        m_total = static_cast<std::uint32_t>(m_calls.size());
    }

    Track& track(TrackKind kind, std::string name, std::uint32_t slices)
    {
        Track t;
        t.id = TrackId::of(m_parts.tracks.size());
        t.kind = kind;
        t.name = std::move(name);
        t.firstSlice = static_cast<std::uint32_t>(m_parts.counts.slices);
        t.sliceCount = slices;
        t.rows = {{0, slices}};
        m_parts.counts.slices += slices;
        m_parts.tracks.push_back(std::move(t));
        return m_parts.tracks.back();
    }

    // Row 0: the steps; row 1: the launch calls in them.
    void addHost()
    {
        const auto marks =
            static_cast<std::uint32_t>(m_options.marked ? m_steps.size() : std::size_t{0});
        Track& t = track(TrackKind::Thread, "thread 1", marks + m_total);
        t.pid = t.tid = 1;
        t.rows = {{0, marks}, {marks, m_total}};
        m_firstCall = t.firstSlice + marks;
        std::vector<TimeNs> start;
        std::vector<DurationNs> duration;
        std::vector<StringId> name;
        std::vector<SliceClass> cls;
        std::vector<SliceId> parent;
        std::vector<std::uint16_t> depth;
        for (std::uint32_t s = 0; s < marks; ++s) {
            const std::string text = "ProfilerStep#" + std::to_string(s);
            start.push_back(m_steps[s].begin);
            duration.push_back(m_steps[s].duration());
            name.push_back(m_strings.intern(text));
            cls.push_back(SliceClass::Annotation);
            parent.emplace_back();
            depth.push_back(0);
            m_parts.iterations.push_back({SliceId(t.firstSlice + s), text, m_steps[s]});
        }
        const StringId call = m_strings.intern("cudaLaunchKernel");
        std::uint32_t s = 0;
        for (const std::int64_t at : m_calls) {
            while (m_steps[s].end.ns <= at) {
                ++s;
            }
            start.push_back({at});
            duration.push_back({2'000});
            name.push_back(call);
            cls.push_back(SliceClass::Api);
            parent.push_back(marks == 0 ? SliceId() : SliceId(t.firstSlice + s));
            depth.push_back(marks == 0 ? 0 : 1);
        }
        putSlices(t.id.value, std::move(start), std::move(duration), std::move(name),
                  std::move(cls), std::move(parent), std::move(depth));
    }

    void addStream(std::uint32_t s)
    {
        const std::vector<Op>& ops = m_streams[s];
        Track& t = track(TrackKind::Stream, "stream " + std::to_string(7 + s),
                         static_cast<std::uint32_t>(ops.size()));
        t.stream = 7 + s;
        t.device = 0;
        std::vector<TimeNs> start;
        std::vector<DurationNs> duration;
        std::vector<StringId> name;
        for (const Op& op : ops) {
            start.push_back({op.start});
            duration.push_back({op.ns});
            name.push_back(nameOf(op));
        }
        const std::size_t n = ops.size();
        putSlices(t.id.value, std::move(start), std::move(duration), std::move(name),
                  same(n, SliceClass::OtherKernel), same(n, SliceId()), same(n, std::uint16_t{0}));
    }

    StringId nameOf(const Op& op)
    {
        if (m_names.empty()) {
            for (std::uint32_t i = 0; i <= m_options.names; ++i) {
                m_names.push_back(m_strings.intern("void kernel_" + std::to_string(i)
                                                   + "<float, 128>(float*, int)"));
            }
        }
        return m_names[op.name];
    }

    void putSlices(std::uint32_t part, std::vector<TimeNs> start, std::vector<DurationNs> duration,
                   std::vector<StringId> name, std::vector<SliceClass> cls,
                   std::vector<SliceId> parent, std::vector<std::uint16_t> depth)
    {
        const std::size_t n = start.size();
        m_columns->put(slice::kStart, part, std::move(start));
        m_columns->put(slice::kDuration, part, std::move(duration));
        m_columns->put(slice::kName, part, std::move(name));
        m_columns->put(slice::kClass, part, std::move(cls));
        m_columns->put(slice::kParent, part, std::move(parent));
        m_columns->put(slice::kDepth, part, std::move(depth));
        m_columns->put(slice::kCategory, part, same(n, std::uint16_t{0}));
        m_columns->put(slice::kFlags, part, same(n, std::uint8_t{0}));
        m_columns->put(slice::kArgs, part, same(n, kNull32));
    }

    template <class T, class Value>
    void ofOps(const ColumnSpec<T>& spec, Value value)
    {
        std::vector<T> out;
        out.reserve(m_total);
        for (std::uint32_t s = 0; s < m_options.streams; ++s) {
            for (std::uint32_t i = 0; i < m_streams[s].size(); ++i) {
                out.push_back(value(s, i, m_streams[s][i]));
            }
        }
        m_columns->put(spec, 0, std::move(out));
    }

    void addOps()
    {
        namespace op = gpu_op;
        const auto always = [](auto v) {
            return [v](std::uint32_t, std::uint32_t, const Op&) { return v; };
        };
        ofOps(op::kSlice, [&](std::uint32_t s, std::uint32_t i, const Op&) {
            return SliceId(m_parts.tracks[1 + s].firstSlice + i);
        });
        ofOps(op::kTrack, [](std::uint32_t s, std::uint32_t, const Op&) { return TrackId(1 + s); });
        ofOps(op::kName, [&](std::uint32_t, std::uint32_t, const Op& o) { return nameOf(o); });
        ofOps(op::kStart,
              [](std::uint32_t, std::uint32_t, const Op& o) { return TimeNs{o.start}; });
        ofOps(op::kDuration,
              [](std::uint32_t, std::uint32_t, const Op& o) { return DurationNs{o.ns}; });
        ofOps(op::kGridX, [](std::uint32_t, std::uint32_t, const Op& o) { return o.grid; });
        ofOps(op::kLaunch, [&](std::uint32_t, std::uint32_t, const Op& o) {
            return SliceId(m_firstCall + o.launch);
        });
        ofOps(op::kCorrelation,
              [](std::uint32_t, std::uint32_t, const Op& o) { return std::int64_t{o.launch} + 1; });
        ofOps(op::kStream,
              [](std::uint32_t s, std::uint32_t, const Op&) { return std::int64_t{7} + s; });
        ofOps(op::kKind, always(GpuOpKind::Kernel));
        ofOps(op::kClass, always(SliceClass::OtherKernel));
        ofOps(op::kDevice, always(std::uint32_t{0}));
        ofOps(op::kContext, always(std::int64_t{1}));
        for (const auto& spec : {op::kGridY, op::kGridZ, op::kBlockY, op::kBlockZ}) {
            ofOps(spec, always(std::uint32_t{1}));
        }
        ofOps(op::kBlockX, always(std::uint32_t{128}));
        for (const auto& spec : {op::kRegisters, op::kSharedStatic, op::kSharedDynamic}) {
            ofOps(spec, always(std::uint32_t{0}));
        }
        for (const auto& spec : {op::kBytes, op::kGraphId, op::kGraphNode, op::kQueued,
                                 op::kSubmitted, op::kGroupSize}) {
            ofOps(spec, always(kNull64));
        }
        ofOps(op::kCollective, always(StringId(0)));
        ofOps(op::kGroup, always(StringId(0)));
    }

    void addCalls()
    {
        namespace call = api_call;
        const std::size_t n = m_total;
        std::vector<SliceId> slices;
        std::vector<TimeNs> start;
        std::vector<std::int64_t> correlation;
        for (std::uint32_t i = 0; i < m_total; ++i) {
            slices.emplace_back(m_firstCall + i);
            start.push_back({m_calls[i]});
            correlation.push_back(std::int64_t{i} + 1);
        }
        m_columns->put(call::kSlice, 0, std::move(slices));
        m_columns->put(call::kStart, 0, std::move(start));
        m_columns->put(call::kCorrelation, 0, std::move(correlation));
        m_columns->put(call::kTrack, 0, same(n, TrackId(0)));
        m_columns->put(call::kName, 0, same(n, m_strings.intern("cudaLaunchKernel")));
        m_columns->put(call::kDuration, 0, same(n, DurationNs{2'000}));
        m_columns->put(call::kKind, 0, same(n, ApiKind::KernelLaunch));
        m_columns->put(call::kStream, 0, same(n, kNull64));
        m_columns->put(call::kReturnCode, 0, same(n, std::int64_t{0}));
    }

    LargeStepsOptions m_options;
    std::vector<std::vector<Op>> m_streams;
    std::vector<std::int64_t> m_calls; // start of each launch
    std::vector<TimeRange> m_steps;
    std::vector<StringId> m_names;
    std::int64_t m_now = 0;
    std::uint32_t m_total = 0;
    std::uint32_t m_firstCall = 0;
    TraceParts m_parts;
    StringInterner m_strings;
    std::shared_ptr<MemoryColumns> m_columns = std::make_shared<MemoryColumns>();
};

} // namespace

std::shared_ptr<const Trace> largeSteps(const LargeStepsOptions& options)
{
    return Builder(options).build();
}

} // namespace longpole::test
