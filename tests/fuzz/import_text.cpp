// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/import_text.h"

#include "core/import/importer.h"

#include <algorithm>

namespace longpole::test {

namespace {

namespace m = model;

class MemorySource final : public io::ByteSource
{
public:
    explicit MemorySource(std::string_view text)
        : ByteSource("memory")
        , m_text(text)
    { }
    std::uint64_t consumed() const override { return m_pos; }
    std::optional<std::uint64_t> total() const override { return m_text.size(); }

protected:
    Result<std::size_t> readSome(std::span<char> buffer) override
    {
        const std::size_t n = m_text.copy(buffer.data(), buffer.size(), m_pos);
        m_pos += n;
        return n;
    }

private:
    std::string_view m_text;
    std::size_t m_pos = 0;
};

std::string at(const m::Track& track, std::size_t i)
{
    return " (track " + std::to_string(track.id.value) + ", slice " + std::to_string(i) + ")";
}

std::string brokenTrack(const m::Trace& trace, const m::Track& track)
{
    const auto start = trace.column(m::slice::kStart, track.id);
    const auto duration = trace.column(m::slice::kDuration, track.id);
    const auto parent = trace.column(m::slice::kParent, track.id);
    std::uint32_t expected = 0;
    for (const m::Row& row : track.rows) {
        if (row.first != expected) {
            return "rows leave a gap" + at(track, row.first);
        }
        expected += row.count;
        for (std::size_t i = row.first; i < row.first + row.count; ++i) {
            if (duration[i].ns < 0) {
                return "negative duration" + at(track, i);
            }
            if (i > row.first && start[i] < start[i - 1] + duration[i - 1]) {
                return "overlap within a row" + at(track, i);
            }
            if (!parent[i].valid()) {
                continue;
            }
            const std::uint32_t p = parent[i].value - track.firstSlice;
            if (p >= track.sliceCount || start[i] < start[p] || p == i) {
                return "wrong parent" + at(track, i);
            }
        }
    }
    return expected == track.sliceCount ? std::string()
                                        : "rows don't hold all slices" + at(track, expected);
}

std::string brokenOps(const m::Trace& trace)
{
    const auto slices = trace.column(m::gpu_op::kSlice);
    const auto start = trace.column(m::gpu_op::kStart);
    const auto duration = trace.column(m::gpu_op::kDuration);
    const auto launch = trace.column(m::gpu_op::kLaunch);
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (slices[i].value >= trace.counts().slices || (i > 0 && !(slices[i - 1] < slices[i]))) {
            return "GPU operations out of order or without slice";
        }
        const m::Slice s = trace.slice(slices[i]);
        if (s.start != start[i] || s.duration != duration[i]) {
            return "GPU operation differs from its slice";
        }
        if (launch[i].valid() && !trace.apiCallOf(launch[i])) {
            return "launch that is no API call";
        }
    }
    return {};
}

std::string brokenLinks(const m::Trace& trace)
{
    const auto from = trace.column(m::link::kFrom);
    const auto to = trace.column(m::link::kTo);
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (from[i].value >= trace.counts().slices || to[i].value >= trace.counts().slices) {
            return "link to nowhere";
        }
        if (i > 0 && from[i] < from[i - 1]) {
            return "links out of order";
        }
    }
    return {};
}

} // namespace

Result<std::shared_ptr<const model::Trace>> importAs(std::string_view importer,
                                                     std::string_view bytes)
{
    MemorySource source(bytes);
    import::TraceBuilder builder;
    const JobContext job;
    if (auto read = import::findImporter(importer)->read(source, builder, job); !read) {
        return fail(read.error());
    }
    return builder.finish(job);
}

Result<std::shared_ptr<const model::Trace>> importChromeJson(std::string_view text)
{
    return importAs("chrome-json", text);
}

std::string brokenPromise(const model::Trace& trace)
{
    std::uint64_t slices = 0;
    for (const m::Track& track : trace.tracks()) {
        if (track.firstSlice != slices) {
            return "tracks leave a gap before track " + std::to_string(track.id.value);
        }
        slices += track.sliceCount;
        if (std::string broken = brokenTrack(trace, track); !broken.empty()) {
            return broken;
        }
    }
    const m::TraceCounts& c = trace.counts();
    if (slices != c.slices || c.gpuOps != c.kernels + c.memcpys + c.memsets + c.graphReplays) {
        return "counts don't add up";
    }
    if (std::string broken = brokenOps(trace); !broken.empty()) {
        return broken;
    }
    if (std::string broken = brokenLinks(trace); !broken.empty()) {
        return broken;
    }
    return trace.ledger().entries().size() == trace.parts().ledger.entries().size()
        ? std::string()
        : "columns that can't be read";
}

} // namespace longpole::test
