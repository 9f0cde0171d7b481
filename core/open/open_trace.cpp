// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/open_trace.h"

#include "core/import/importer.h"
#include "core/io/byte_source.h"
#include "core/open/file_list.h"
#include "core/store/cache.h"
#include "core/store/store_reader.h"
#include "core/store/store_writer.h"
#include "core/timeline/lod.h"

#include <optional>

namespace longpole::open {

namespace {

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

std::string formatList()
{
    std::string out;
    for (const import::Importer& i : import::importers()) {
        out += (out.empty() ? "" : ", ") + std::string(i.id);
    }
    return out;
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

struct Chosen
{
    const import::Importer* importer = nullptr;
    std::string reason;
};

Result<Chosen> chooseImporter(io::ByteSource& source, const OpenOptions& options,
                              const JobContext& job)
{
    Chosen out;
    if (options.format.empty()) {
        auto found = import::detect(source, out.reason, job);
        if (!found) {
            return fail(found.error());
        }
        out.importer = *found;
    } else {
        out.reason = "asked for with --format";
        out.importer = import::findImporter(options.format);
        if (out.importer == nullptr) {
            return fail(Errc::Unsupported,
                        "there is no format " + options.format + "; there are: " + formatList(),
                        source.name());
        }
    }
    const std::string container = source.container();
    out.reason += container.empty() ? "" : ", in " + container;
    return out;
}

Result<std::shared_ptr<const model::Trace>> importTrace(io::ByteSource& source,
                                                        const Identity& identity,
                                                        const OpenOptions& options,
                                                        const JobContext& job)
{
    auto chosen = chooseImporter(source, options, job);
    if (!chosen) {
        return fail(chosen.error());
    }
    import::TraceBuilder builder;
    builder.info().sources = {source.name()};
    builder.info().stamp = identity;
    builder.info().importerReason = chosen->reason;
    if (auto read = chosen->importer->read(source, builder, job); !read) {
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

// Reads the files of one run into one builder.
class Joiner
{
public:
    Joiner(const OpenOptions& options, const JobContext& job)
        : m_options(options)
        , m_job(job)
    { }

    Result<void> add(const NamedFile& file)
    {
        auto source = io::openUnpacked(file.path);
        if (!source) {
            return fail(located(source.error(), file.path));
        }
        auto chosen = choose(**source);
        if (!chosen && file.fromFolder && chosen.error().code == Errc::Unsupported) {
            m_builder.ledger().add("file-skipped", model::Severity::Info,
                                   "files of the folder that are no traces; they were left out",
                                   file.path);
            return {};
        }
        if (!chosen) {
            return fail(located(chosen.error(), file.path));
        }
        const std::string folder = file.path.substr(0, file.path.find_last_of('/') + 1);
        const bool sameRun = chosen->importer->oneRunPerFolder && chosen->importer == m_importer
            && folder == m_folder;
        if (!sameRun) {
            m_builder.beginSource((*source)->name());
            m_builder.info().importerReason = chosen->reason;
        }
        m_importer = chosen->importer;
        m_folder = folder;
        ++m_files;
        if (auto read = chosen->importer->read(**source, m_builder, m_job); !read) {
            return fail(located(read.error(), file.path));
        }
        return {};
    }
    std::size_t files() const { return m_files; }
    import::TraceBuilder& builder(){return m_builder;
}

private : Result<Chosen>
          choose(io::ByteSource& source)
{
    auto head = source.peek(store::kSniffBytes);
    if (!head) {
        return fail(head.error());
    }
    if (m_options.format.empty() && store::looksLikeStore(asBytes(*head))) {
        return fail(Errc::Limit,
                    "is a Longpole store, which cannot be joined with other files; name the "
                    "files it was made from",
                    source.name());
    }
    return chooseImporter(source, m_options, m_job);
}

const OpenOptions& m_options;
const JobContext& m_job;
import::TraceBuilder m_builder;
const import::Importer* m_importer = nullptr;
std::string m_folder;
std::size_t m_files = 0;
}; // namespace

} // namespace longpole::open

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
    Joiner joiner(options, job);
    for (const NamedFile& file : *files) {
        if (auto added = joiner.add(file); !added) {
            return fail(added.error());
        }
    }
    if (joiner.files() == 0) {
        return fail(Errc::Unsupported, "holds no trace that Longpole knows", paths.front());
    }
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
    // Smaller files parse about as fast as their store opens.
    constexpr std::uint64_t kWorthCaching = 1U << 20U;
    const auto& stamp = trace.info().stamp;
    if (!stamp || stamp->size < kWorthCaching) {
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
