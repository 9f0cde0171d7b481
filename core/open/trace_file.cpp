// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/trace_file.h"

#include "core/store/store_reader.h"

#include <span>
#include <utility>

namespace longpole::open {

namespace {

std::span<const std::byte> asBytes(std::string_view text)
{
    return std::as_bytes(std::span(text.data(), text.size()));
}

std::string formatList()
{
    std::string out;
    for (const import::Importer& i : import::importers()) {
        out += (out.empty() ? "" : ", ") + std::string(i.id);
    }
    return out;
}

} // namespace

Error located(Error error, const std::string& path)
{
    if (error.where.empty()) {
        error.where = path == "-" ? "standard input" : path;
    }
    return error;
}

Result<TraceFile> openTraceFile(const std::string& path, const OpenOptions& options,
                                const JobContext& job)
{
    TraceFile file;
    file.path = path;
    auto source = io::openUnpacked(path);
    if (!source) {
        return fail(located(source.error(), path));
    }
    file.source = std::move(*source);
    auto head = file.source->peek(store::kSniffBytes);
    if (!head) {
        return fail(located(head.error(), path));
    }
    file.isStore = options.format.empty() && store::looksLikeStore(asBytes(*head));
    const bool regular = file.source->regularFile().has_value();
    if (options.convertReports && regular && import::isNsysReport(*head, path)) {
        auto converted = NsysExport::make(path, job);
        if (!converted) {
            return fail(located(converted.error(), path));
        }
        file.converted = std::move(*converted);
        source = io::openUnpacked(file.converted->path());
        if (!source) {
            return fail(located(source.error(), path));
        }
        file.source = std::move(*source);
    }
    return file;
}

Result<Chosen> chooseImporter(TraceFile& file, const OpenOptions& options, const JobContext& job)
{
    Chosen out;
    io::ByteSource& source = *file.source;
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
    out.reason += file.converted ? ", converted by nsys export" : "";
    return out;
}

} // namespace longpole::open
