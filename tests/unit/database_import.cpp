// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/database_import.h"

#include "core/import/importer.h"
#include "tests/support/make_database.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace longpole::test {

namespace m = model;

Folder::Folder()
{
    std::string pattern =
        (std::filesystem::temp_directory_path() / "longpole-test-XXXXXX").string();
    m_path = ::mkdtemp(pattern.data());
}

Folder::~Folder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

std::vector<std::string> Folder::names() const
{
    std::vector<std::string> out;
    for (const auto& entry : std::filesystem::directory_iterator(m_path)) {
        out.push_back(entry.path().filename().string());
    }
    std::sort(out.begin(), out.end());
    return out;
}

Result<std::shared_ptr<const model::Trace>>
importDatabase(const std::string& path, std::string* importerId, const JobContext& job)
{
    auto source = io::openUnpacked(path);
    if (!source) {
        return fail(source.error());
    }
    std::string reason;
    const auto importer = import::detect(**source, reason, job);
    if (!importer) {
        return fail(importer.error());
    }
    if (importerId != nullptr) {
        *importerId = (*importer)->id;
    }
    import::TraceBuilder builder;
    if (auto read = (*importer)->read(**source, builder, job); !read) {
        return fail(read.error());
    }
    return builder.finish(job);
}

std::shared_ptr<const model::Trace> importSql(const std::string& name, const std::string& more)
{
    const Folder folder;
    makeDatabase(folder / "a.sqlite", databaseSql(name) + more);
    auto trace = importDatabase(folder / "a.sqlite");
    return trace ? *trace : nullptr;
}

std::vector<Seen> slicesOf(const model::Trace& trace)
{
    std::vector<Seen> out;
    const auto launch = trace.column(m::gpu_op::kLaunch);
    for (std::uint32_t i = 0; i < trace.counts().slices; ++i) {
        const m::Slice s = trace.slice(SliceId(i));
        Seen seen;
        seen.name = trace.string(s.name);
        seen.track = trace.track(s.track).name;
        seen.category = trace.category(s.category);
        seen.args = trace.args(s.args);
        seen.start = s.start.ns;
        seen.duration = s.duration.ns;
        seen.cls = s.cls;
        seen.depth = s.depth;
        seen.row = s.row;
        seen.flags = s.flags;
        if (s.parent.valid()) {
            seen.parent = trace.string(trace.slice(s.parent).name);
        }
        if (const auto op = trace.gpuOpOf(s.id); op && launch[*op].valid()) {
            const m::Slice call = trace.slice(launch[*op]);
            seen.launch =
                std::string(trace.string(call.name)) + " on " + trace.track(call.track).name;
        }
        out.push_back(std::move(seen));
    }
    return out;
}

std::vector<Seen> named(const model::Trace& trace, const std::string& name)
{
    std::vector<Seen> out = slicesOf(trace);
    out.erase(std::remove_if(out.begin(), out.end(), [&](const Seen& s) { return s.name != name; }),
              out.end());
    return out;
}

std::string counterOf(const model::Trace& trace, const std::string& track)
{
    for (const m::Track& t : trace.tracks()) {
        if (t.kind == m::TrackKind::Counter && t.name == track) {
            std::string out;
            const auto times = trace.column(m::counter::kTime, t.id);
            const auto values = trace.column(m::counter::kValue, t.id);
            for (std::size_t i = 0; i < times.size(); ++i) {
                out += std::to_string(times[i].ns) + ":"
                    + std::to_string(static_cast<std::int64_t>(values[i])) + " ";
            }
            return out + t.unit;
        }
    }
    return "no such counter";
}

std::uint64_t counted(const model::Trace& trace, const std::string& kind)
{
    const m::Ledger ledger = trace.ledger();
    for (const m::LedgerEntry& e : ledger.entries()) {
        if (e.kind == kind) {
            return e.count;
        }
    }
    return 0;
}

} // namespace longpole::test
