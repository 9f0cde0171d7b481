// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/joiner.h"

#include "core/export/exporter.h"
#include "core/open/temporary_folder.h"
#include "core/store/store_reader.h"

#include <string_view>

namespace longpole::open {

namespace {

constexpr std::string_view kChromeJson = "chrome-json";

} // namespace

Result<void> Joiner::add(const NamedFile& named)
{
    auto file = openTraceFile(named.path, m_options, m_job);
    if (!file) {
        return fail(file.error());
    }
    if (file->isStore) {
        return addStore(*file);
    }
    auto chosen = chooseImporter(*file, m_options, m_job);
    if (!chosen && named.fromFolder && chosen.error().code == Errc::Unsupported) {
        m_builder.ledger().add("file-skipped", model::Severity::Info,
                               "files of the folder that are no traces; they were left out",
                               named.path);
        return {};
    }
    if (!chosen) {
        return fail(located(chosen.error(), named.path));
    }
    return addImported(*file, *chosen);
}

Result<void> Joiner::addImported(TraceFile& file, const Chosen& chosen)
{
    const std::string folder = file.path.substr(0, file.path.find_last_of('/') + 1);
    const bool sameRun =
        chosen.importer->oneRunPerFolder && chosen.importer == m_importer && folder == m_folder;
    if (!sameRun) {
        m_builder.beginSource(file.converted ? file.path : file.source->name());
        m_builder.info().importerReason = chosen.reason;
    }
    m_importer = chosen.importer;
    m_folder = folder;
    ++m_files;
    if (auto read = chosen.importer->read(*file.source, m_builder, m_job); !read) {
        return fail(located(read.error(), file.path));
    }
    return {};
}

// A store holds a finished trace, not the records it was made from. It is written as Chrome JSON,
// which keeps slices, links, arguments and times as they are, and read like any other file.
Result<void> Joiner::addStore(TraceFile& file)
{
    if (file.path == "-" || !file.source->container().empty()) {
        return fail(Errc::Unsupported,
                    "is a Longpole store inside a container or a pipe; unpack it to a file first",
                    file.source->name());
    }
    auto trace = store::load(file.path, m_job);
    if (!trace) {
        return fail(located(trace.error(), file.path));
    }
    if ((*trace)->info().sources.size() > 1) {
        return fail(Errc::Unsupported,
                    "is a Longpole store of several files joined, which can't be joined once more; "
                    "name the files it was made from",
                    file.path);
    }
    auto folder = TemporaryFolder::create();
    if (!folder) {
        return fail(folder.error());
    }
    const std::string path = (*folder)->path() + "/trace.json";
    auto written = exporting::findExporter(kChromeJson)->write(**trace, path, m_job);
    if (!written) {
        return fail(located(written.error(), file.path));
    }
    auto source = io::openUnpacked(path);
    if (!source) {
        return fail(located(source.error(), file.path));
    }
    m_builder.beginSource(file.path);
    m_importer = import::findImporter(kChromeJson);
    m_folder.clear();
    ++m_files;
    if (auto read = m_importer->read(**source, m_builder, m_job); !read) {
        return fail(located(read.error(), file.path));
    }
    m_builder.ledger().merge((*trace)->ledger());
    model::TraceInfo& info = m_builder.info();
    info.format = (*trace)->info().format;
    info.producer = (*trace)->info().producer;
    info.importerReason = "a Longpole store";
    if (info.rank < 0) { // the file that it was made from may have told it by its name
        info.rank = (*trace)->info().rank;
    }
    return {};
}

} // namespace longpole::open
