// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/chrome_json/chrome_json.h"

#include "core/export/chrome_json/writer.h"
#include "core/store/part_file.h"

#include <filesystem>

namespace longpole::exporting {

namespace {

namespace fs = std::filesystem;

Result<void> writeTracks(Writer& w)
{
    std::int64_t nextAsyncId = 1;
    for (const model::Track& t : w.trace.tracks()) {
        auto done =
            t.kind == model::TrackKind::Async ? writeAsync(w, t, nextAsyncId) : writeSlices(w, t);
        done = done ? writeInstants(w, t) : done;
        done = done ? writeSamples(w, t) : done;
        if (!done) {
            return done;
        }
    }
    return {};
}

Result<void> writeAll(Writer& w)
{
    writeHead(w);
    auto done = writeNames(w);
    done = done ? writeTracks(w) : done;
    done = done ? writeFlows(w) : done;
    if (!done) {
        return done;
    }
    w.sink.text() += "\n]}\n";
    return w.sink.finish();
}

std::string counted(std::uint64_t n, const char* one, const char* many)
{
    return std::to_string(n) + " " + (n == 1 ? one : many);
}

std::vector<std::string> notes(const Writer& w)
{
    std::vector<std::string> out;
    if (w.places.renumbered() + w.correlations.renumbered() > 0) {
        out.emplace_back("several ranks or processes share numbers that a Chrome trace has once: "
                         "processes, devices and correlation ids were given new ones");
    }
    if (w.lostLinks > 0) {
        out.push_back(counted(w.lostLinks, "link", "links")
                      + " could not be written: a slice on top hides an end of each");
    }
    if (w.lostSamples > 0) {
        out.push_back(counted(w.lostSamples, "counter sample", "counter samples")
                      + " without a finite value left out: JSON has no number for it");
    }
    if (w.opArgs.invalid() > 0) {
        out.push_back(counted(w.opArgs.invalid(), "slice has arguments", "slices have arguments")
                      + " that are no valid JSON; written as text");
    }
    return out;
}

std::uint64_t eventCount(const model::TraceCounts& n)
{
    return n.slices + n.instants + n.counterSamples + 2 * n.links;
}

Result<Outcome> write(const model::Trace& trace, const std::string& path, const JobContext& context)
{
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
        return fail(Errc::Io, "is a folder; name a file", path);
    }
    auto part = store::PartFile::create(path);
    if (!part) {
        return fail(part.error());
    }
    const Packing packing = path.ends_with(".gz") ? Packing::Gzip : Packing::None;
    auto sink = TextSink::open(part->path(), path, packing);
    if (!sink) {
        return fail(sink.error());
    }
    ExportJob job(context, eventCount(trace.counts()));
    Writer w(trace, *sink, job);
    if (auto done = writeAll(w); !done) {
        return fail(done.error());
    }
    if (auto placed = part->commit(); !placed) {
        return fail(placed.error());
    }
    return Outcome{sink->bytes(), notes(w)};
}

} // namespace

const Exporter kChromeJson{"chrome-json", "Chrome JSON by PyTorch's (Kineto) conventions", write};

} // namespace longpole::exporting
