// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/open_trace.h"

#include "core/open/file_list.h"
#include "core/open/joiner.h"
#include "core/open/nsys_report.h"
#include "core/open/trace_file.h"
#include "core/store/cache.h"
#include "core/store/store_reader.h"
#include "core/store/store_writer.h"
#include "core/timeline/lod.h"

#include <algorithm>
#include <optional>

namespace longpole::open {

namespace {

using Identity = std::optional<model::SourceStamp>;

// Null where there is no usable cached store; a broken one is as good as none.
std::shared_ptr<const model::Trace> fromCache(const Identity& identity, const OpenOptions& options,
                                              const JobContext& job)
{
    if (!identity || !options.useCache || !options.format.empty()) {
        return nullptr;
    }
    const auto cached = store::findCached(*identity);
    if (!cached) {
        return nullptr;
    }
    auto trace = store::load(*cached, job);
    if (!trace) {
        return nullptr;
    }
    if (options.keepCached) {
        store::touchCached(*cached);
    }
    return *trace;
}

Result<std::shared_ptr<const model::Trace>> finish(import::TraceBuilder& builder,
                                                   const JobContext& job)
{
    if (builder.eventCount() == 0) {
        builder.ledger().add("no-events", model::Severity::Info,
                             "the file is a trace, but holds no event");
    }
    return builder.finish(job);
}

Result<std::shared_ptr<const model::Trace>> importTrace(TraceFile& file, const Identity& identity,
                                                        const OpenOptions& options,
                                                        const JobContext& job)
{
    auto chosen = chooseImporter(file, options, job);
    if (!chosen) {
        return fail(chosen.error());
    }
    import::TraceBuilder builder;
    builder.info().sources = {file.converted ? file.path : file.source->name()};
    builder.info().stamp = identity;
    builder.info().importerReason = chosen->reason;
    if (auto read = chosen->importer->read(*file.source, builder, job); !read) {
        return fail(read.error());
    }
    return finish(builder, job);
}

Result<std::shared_ptr<const model::Trace>>
openOne(const std::string& path, const OpenOptions& options, const JobContext& job)
{
    const auto identity = store::stampOf(path);
    if (auto cached = fromCache(identity, options, job)) {
        return cached;
    }
    auto file = openTraceFile(path, options, job);
    if (!file) {
        return fail(file.error());
    }
    if (file->isStore) {
        if (path == "-" || !file->source->container().empty()) {
            return fail(
                Errc::Unsupported,
                "is a Longpole store inside a container or a pipe; unpack it to a file first",
                file->source->name());
        }
        return store::load(path, job);
    }
    auto trace = importTrace(*file, identity, options, job);
    if (!trace) {
        return fail(located(trace.error(), path));
    }
    return trace;
}

// Stands for all the files of a joined trace; none where one of them is no regular file. The cache
// finds a trace by the hash of these three, so any change of any file gives another.
Identity identityOf(const std::vector<NamedFile>& files)
{
    model::SourceStamp all;
    for (const NamedFile& file : files) {
        const auto stamp = store::stampOf(file.path);
        if (!stamp) {
            return std::nullopt;
        }
        all.path += stamp->path + '\n' + std::to_string(stamp->size) + ' '
            + std::to_string(stamp->modifiedNs) + '\n';
        all.size += stamp->size;
        all.modifiedNs = std::max(all.modifiedNs, stamp->modifiedNs);
    }
    return all;
}

} // namespace

std::vector<std::string> reportsToConvert(const std::vector<std::string>& paths)
{
    if (paths.size() == 1) {
        const auto identity = store::stampOf(paths.front());
        if (identity && store::findCached(*identity)) {
            return {};
        }
    }
    return reportsAmong(paths);
}

Result<std::shared_ptr<const model::Trace>>
openTrace(const std::vector<std::string>& paths, const OpenOptions& options, const JobContext& job)
{
    if (paths.empty()) {
        return fail(Errc::Unsupported, "no file given");
    }
    auto files = namedFiles(paths);
    if (!files) {
        return fail(files.error());
    }
    if (files->size() == 1) {
        return openOne(files->front().path, options, job);
    }
    const Identity identity = identityOf(*files);
    if (auto cached = fromCache(identity, options, job)) {
        return cached;
    }
    Joiner joiner(options, job);
    for (const NamedFile& file : *files) {
        if (auto added = joiner.add(file); !added) {
            return fail(added.error());
        }
    }
    if (joiner.files() == 0) {
        return fail(Errc::Unsupported, "holds no trace that Longpole knows", paths.front());
    }
    joiner.builder().setStamp(identity);
    return finish(joiner.builder(), job);
}

Result<void> saveTrace(const model::Trace& trace, const std::string& path, const JobContext& job)
{
    auto built = timeline::buildLod(trace, job);
    if (!built) {
        return fail(built.error());
    }
    store::LodBlobs blobs;
    blobs.reserve(built->size());
    for (timeline::LodBlob& b : *built) {
        blobs.push_back({b.track, b.row, std::move(b.bytes)});
    }
    return store::save(trace, blobs, path, job);
}

Result<void> cacheTrace(const model::Trace& trace, const JobContext& job)
{
    // Smaller files parse about as fast as their store opens, unless they have to be converted.
    constexpr std::uint64_t kWorthCaching = 1U << 20U;
    const auto& stamp = trace.info().stamp;
    if (!stamp || (stamp->size < kWorthCaching && reportsAmong({stamp->path}).empty())) {
        return {};
    }
    auto target = store::cacheTarget(*stamp);
    if (!target) {
        return fail(target.error());
    }
    if (auto saved = saveTrace(trace, *target, job); !saved) {
        return saved;
    }
    store::trimCache();
    return {};
}

} // namespace longpole::open
