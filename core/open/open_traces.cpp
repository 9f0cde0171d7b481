// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/open_traces.h"

#include "core/import/trace_sources.h"
#include "core/open/file_list.h"
#include "core/open/join_choice.h"
#include "core/open/trace_file.h"
#include "core/store/cache.h"
#include "core/store/store_reader.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>
#include <utility>

namespace longpole::open {

namespace {

using Answer = JoinChoice::Answer;
constexpr std::size_t kHeadBytes = std::size_t{1} << 20U;

// The number behind "key": in the text; -1 if there is none.
std::int32_t numberOf(std::string_view text, std::string_view key)
{
    const std::size_t at = text.find("\"" + std::string(key) + "\"");
    if (at == std::string_view::npos) {
        return -1;
    }
    text.remove_prefix(at + key.size() + 2);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n:"), text.size()));
    std::int32_t number = -1;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    return code == std::errc() && number >= 0 ? number : -1;
}

// What the beginning of a file tells, where that is cheap; reading it whole may tell more.
Result<FileFacts> glance(const NamedFile& named, const OpenOptions& options, const JobContext& job)
{
    if (const auto stamp = store::stampOf(named.path); stamp && options.useCache) {
        const auto cached = store::findCached(*stamp);
        if (const auto trace = cached ? store::load(*cached, job) : fail(Errc::Io, {}); trace) {
            return factsOf(**trace, named.path);
        }
    }
    auto file = openTraceFile(named.path, options, job);
    if (!file) {
        return fail(file.error());
    }
    if (file->isStore && file->source->container().empty()) {
        auto trace = store::load(named.path, job);
        if (!trace) {
            return fail(located(trace.error(), named.path));
        }
        return factsOf(**trace, named.path);
    }
    auto chosen = chooseImporter(*file, options, job);
    if (!chosen) {
        return fail(located(chosen.error(), named.path));
    }
    FileFacts out;
    out.name = named.path.substr(named.path.find_last_of('/') + 1);
    out.format = chosen->importer->id;
    out.rank = import::rankOfFileName(named.path);
    out.timeless = chosen->importer->timeless;
    if (chosen->importer->oneRunPerFolder) {
        out.runFolder = named.path.substr(0, named.path.find_last_of('/') + 1) + ".";
    }
    if (auto head = file->source->peek(kHeadBytes); head) {
        if (const std::size_t at = head->find("\"distributedInfo\"");
            at != std::string_view::npos) {
            const std::string_view info = head->substr(at, 65'536);
            const std::int32_t rank = numberOf(info, "rank");
            out.rank = rank >= 0 ? rank : out.rank;
            out.worldSize = numberOf(info, "world_size");
        }
    }
    return out;
}

// What the files tell before they are read; files of a folder that are no traces are left out.
Result<JoinChoice> choose(const std::vector<NamedFile>& files, const OpenOptions& options,
                          const JobContext& job)
{
    std::vector<FileFacts> facts;
    for (const NamedFile& file : files) {
        auto known = glance(file, options, job);
        if (known) {
            facts.push_back(std::move(*known));
        } else if (!file.fromFolder || known.error().code != Errc::Unsupported) {
            return fail(known.error());
        }
    }
    return chooseJoin(facts);
}

Result<OpenedTraces> joined(const OpenRequest& request, std::string why, const JobContext& job)
{
    auto trace = openTrace(request.paths, request.options, job);
    if (!trace) {
        return fail(trace.error());
    }
    OpenedTraces out(std::move(*trace));
    out.why = std::move(why);
    return out;
}

Result<OpenedTraces> apart(const OpenRequest& request, std::string why, const JobContext& job)
{
    OpenedTraces out;
    out.why = std::move(why);
    for (const std::string& path : request.paths) {
        auto trace = openTrace({path}, request.options, job);
        if (!trace) {
            return fail(trace.error());
        }
        out.traces.push_back(std::move(*trace));
    }
    out.runsBefore = 1;
    return out;
}

// The runs of one side: one per path, unless they are the ranks of one run.
Result<std::vector<std::shared_ptr<const model::Trace>>>
openSide(const std::vector<std::string>& paths, const OpenOptions& options, const JobContext& job)
{
    std::vector<std::shared_ptr<const model::Trace>> runs;
    for (const std::string& path : paths) {
        auto trace = openTrace({path}, options, job);
        if (!trace) {
            return fail(trace.error());
        }
        runs.push_back(std::move(*trace));
    }
    if (runs.size() > 1 && areRanksOfOneRun(runs)) {
        auto whole = openTrace(paths, options, job);
        if (!whole) {
            return fail(whole.error());
        }
        return std::vector{std::move(*whole)};
    }
    return runs;
}

Result<OpenedTraces> sides(const OpenRequest& request, const JobContext& job)
{
    auto before = openSide(request.paths, request.options, job);
    if (!before) {
        return fail(before.error());
    }
    auto after = openSide(request.after, request.options, job);
    if (!after) {
        return fail(after.error());
    }
    OpenedTraces out;
    out.runsBefore = before->size();
    out.traces = std::move(*before);
    out.traces.insert(out.traces.end(), after->begin(), after->end());
    return out;
}

} // namespace

bool areRanksOfOneRun(const std::vector<std::shared_ptr<const model::Trace>>& traces)
{
    std::set<std::int32_t> ranks;
    for (const auto& t : traces) {
        if (t->info().rank < 0 || t->info().worldSize != traces.front()->info().worldSize) {
            return false;
        }
        ranks.insert(t->info().rank);
    }
    return ranks.size() == traces.size();
}

Result<OpenedTraces> openTraces(const OpenRequest& request, const JobContext& job)
{
    if (!request.after.empty()) {
        return sides(request, job);
    }
    const bool two = request.paths.size() == 2;
    if (request.intent == Intent::Compare) {
        if (!two) {
            return fail(Errc::Unsupported,
                        "comparing wants two files, or two folders with the ranks of a run each");
        }
        return apart(request, {}, job);
    }
    if (request.intent == Intent::Join || request.paths.size() < 2) {
        return joined(request, {}, job);
    }
    auto files = namedFiles(request.paths);
    if (!files) {
        return fail(files.error());
    }
    auto choice = choose(*files, request.options, job);
    if (!choice) {
        return fail(choice.error());
    }
    if (choice->answer == Answer::Join || !two) {
        return joined(request, choice->why, job);
    }
    auto pair = apart(request, choice->why, job);
    if (!pair || choice->answer == Answer::Compare) {
        return pair;
    }
    const JoinChoice sure = chooseJoin(
        {factsOf(*pair->traces[0], request.paths[0]), factsOf(*pair->traces[1], request.paths[1])});
    if (sure.answer == Answer::Join) {
        return joined(request, sure.why, job);
    }
    pair->why = sure.why;
    return pair;
}

} // namespace longpole::open
