// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/open_trace.h"

#include "core/import/importer.h"
#include "core/io/byte_source.h"
#include "core/store/cache.h"
#include "core/store/store_reader.h"
#include "core/store/store_writer.h"
#include "core/timeline/lod.h"

#include <optional>

namespace longpole::open {

namespace {

constexpr std::size_t kHeadBytes = 64 * 1024;

std::span<const std::byte> asBytes(std::string_view text)
{
    return std::as_bytes(std::span(text.data(), text.size()));
}

Error located(Error error, const std::string& path)
{
    if (error.where.empty()) {
        error.where = path == "-" ? "standard input" : path;
    }
    return error;
}

using Identity = std::optional<store::SourceIdentity>;

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

Result<std::shared_ptr<const model::Trace>> importTrace(io::ByteSource& source,
                                                        const Identity& identity,
                                                        const OpenOptions& options,
                                                        const JobContext& job)
{
    auto head = source.peek(kHeadBytes);
    if (!head) {
        return fail(head.error());
    }
    std::string reason = "asked for with --format";
    const import::Importer* importer = nullptr;
    if (options.format.empty()) {
        auto found = import::detect(*head, reason, source.name());
        if (!found) {
            return fail(found.error());
        }
        importer = *found;
    } else {
        importer = import::findImporter(options.format);
        if (importer == nullptr) {
            return fail(Errc::Unsupported,
                        "there is no format " + options.format + "; see longpole info --help",
                        source.name());
        }
    }
    import::TraceBuilder builder;
    builder.info().sources = {source.name()};
    if (identity) {
        builder.info().stamp = {identity->path, identity->size, identity->modifiedNs};
    }
    const std::string container = source.container();
    builder.info().importerReason = reason + (container.empty() ? "" : ", in " + container);
    if (auto read = importer->read(source, builder, job); !read) {
        return fail(read.error());
    }
    if (builder.eventCount() == 0) {
        builder.ledger().add("no-events", model::Severity::Info,
                             "the file is a trace, but holds no event");
    }
    return builder.finish(job);
}

} // namespace

Result<std::shared_ptr<const model::Trace>>
openTrace(const std::vector<std::string>& paths, const OpenOptions& options, const JobContext& job)
{
    if (paths.size() != 1) {
        return fail(Errc::Unsupported,
                    paths.empty()
                        ? "no file given"
                        : "several files at once cannot be joined yet; open them one by one");
    }
    const std::string& path = paths.front();
    const auto identity = store::SourceIdentity::of(path);
    if (auto cached = fromCache(identity, options, job)) {
        return cached;
    }
    auto source = io::openUnpacked(path);
    if (!source) {
        return fail(located(source.error(), path));
    }
    auto head = (*source)->peek(store::kSniffBytes);
    if (!head) {
        return fail(located(head.error(), path));
    }
    if (options.format.empty() && store::looksLikeStore(asBytes(*head))) {
        if (path == "-" || !(*source)->container().empty()) {
            return fail(
                Errc::Unsupported,
                "is a Longpole store inside a container or a pipe; unpack it to a file first",
                (*source)->name());
        }
        return store::load(path, job);
    }
    auto trace = importTrace(**source, identity, options, job);
    if (!trace) {
        return fail(located(trace.error(), path));
    }
    return trace;
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
    // Smaller files parse about as fast as their store opens.
    constexpr std::uint64_t kWorthCaching = 1U << 20U;
    const auto& stamp = trace.info().stamp;
    if (!stamp || stamp->size < kWorthCaching) {
        return {};
    }
    auto target = store::cacheTarget({stamp->path, stamp->size, stamp->modifiedNs});
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
