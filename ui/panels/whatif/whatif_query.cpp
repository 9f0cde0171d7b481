// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/whatif/whatif_query.h"

#include "ui/session/format.h"
#include "ui/session/path_words.h"
#include "ui/session/slice_reader.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>

namespace longpole::panels {

namespace {

namespace cp = critical_path;

constexpr std::size_t kMostTargets = 300; // further ones can be typed

QString say(const char* words)
{
    return QCoreApplication::translate("WhatIf", words);
}

// A pattern that finds this very name and nothing else.
std::string exactly(const std::string& name)
{
    std::string out = "^";
    for (const char c : name) {
        if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos) {
            out += '\\';
        }
        out += c;
    }
    return out + "$";
}

// Names by a weight, heaviest first.
std::vector<Target> ranked(const model::Trace& trace,
                           const std::unordered_map<std::uint32_t, std::int64_t>& weights)
{
    std::vector<std::pair<std::int64_t, std::uint32_t>> order;
    for (const auto& [name, weight] : weights) {
        order.emplace_back(-weight, name);
    }
    std::sort(order.begin(), order.end());
    std::vector<Target> out;
    for (std::size_t i = 0; i < std::min(order.size(), kMostTargets); ++i) {
        Target target;
        target.name = std::string(trace.string(StringId(order[i].second)));
        target.words = session::shortened(session::plainKernelName(session::text(target.name)), 80);
        out.push_back(std::move(target));
    }
    return out;
}

std::vector<Target> annotationsOf(const model::Trace& trace, TimeRange region,
                                  const JobContext& job)
{
    std::unordered_map<std::uint32_t, std::int64_t> weights;
    for (const model::Track& track : trace.tracks()) {
        if (track.kind != model::TrackKind::Thread || job.cancelled()) {
            continue;
        }
        const auto cls = trace.column(model::slice::kClass, track.id);
        const auto name = trace.column(model::slice::kName, track.id);
        const auto start = trace.column(model::slice::kStart, track.id);
        const auto duration = trace.column(model::slice::kDuration, track.id);
        for (std::size_t i = 0; i < cls.size(); ++i) {
            if (cls[i] == model::SliceClass::Annotation && region.contains(start[i])) {
                weights[name[i].value] += duration[i].ns;
            }
        }
    }
    return ranked(trace, weights);
}

} // namespace

QString wishWords(Wish wish)
{
    constexpr std::array<const char*, kWishCount> kWords{
        "Operations of one name take",
        "The selected operation takes",
        "All operations of a stream take",
        "Operations launched in an annotation take",
        "Host code takes",
        "Launching takes",
        "These calls don't wait",
        "Runs of this operation become one",
        "Runs of this launch become one graph",
        "This rank is like the median of all"};
    return say(kWords[static_cast<std::size_t>(wish)]);
}

bool takesTarget(Wish wish)
{
    return wish != Wish::ScaleSelected && wish != Wish::ScaleHost && wish != Wish::ScaleLaunch;
}

bool takesFactor(Wish wish)
{
    return wish <= Wish::ScaleLaunch;
}

const std::vector<Target>& Targets::of(Wish wish) const
{
    static const std::vector<Target> kNone;
    switch (wish) {
    case Wish::ScaleNames:
    case Wish::Fuse:
    case Wish::Graph:
        return names;
    case Wish::ScaleStream:
        return streams;
    case Wish::ScaleAnnotation:
        return annotations;
    case Wish::RemoveWait:
        return waits;
    case Wish::MedianRank:
        return ranks;
    case Wish::ScaleSelected:
    case Wish::ScaleHost:
    case Wish::ScaleLaunch:
        break;
    }
    return kNone;
}

Targets findTargets(const session::PathAnswerPtr& answer, const JobContext& job)
{
    const model::Trace& trace = *answer->trace;
    Targets out;
    session::SliceReader slices(trace);
    std::unordered_map<std::uint32_t, std::int64_t> names;
    std::map<std::uint32_t, std::int64_t> streams;
    for (const cp::OpFigures& op : answer->path.ops()) {
        if (job.cancelled()) {
            return out;
        }
        // What is on the path counts first, whatever else there is.
        const std::int64_t weight = op.duration.ns / 1024 + (op.onPath ? op.duration.ns : 0);
        names[slices.name(op.slice).value] += weight;
        streams[trace.trackOf(op.slice).value] += weight;
    }
    out.names = ranked(trace, names);
    std::vector<std::pair<std::int64_t, std::uint32_t>> order;
    for (const auto& [track, weight] : streams) {
        order.emplace_back(-weight, track);
    }
    std::sort(order.begin(), order.end());
    for (const auto& [weight, track] : order) {
        Target target;
        target.stream = TrackId(track);
        target.words = session::text(trace.track(target.stream).name);
        out.streams.push_back(std::move(target));
    }
    out.annotations = annotationsOf(trace, answer->path.region().range, job);
    std::unordered_map<std::uint32_t, std::int64_t> waits;
    const auto calls = trace.column(model::api_call::kSlice);
    const auto callNames = trace.column(model::api_call::kName);
    for (std::size_t i = 0; i < calls.size() && !job.cancelled(); ++i) {
        const std::string_view name = trace.string(callNames[i]);
        if (name.find("Synchronize") != std::string_view::npos) {
            const TimeRange range = slices.range(calls[i]);
            waits[callNames[i].value] += std::max<std::int64_t>(1, range.duration().ns);
        }
    }
    out.waits = ranked(trace, waits);
    std::set<std::int32_t> ranks;
    for (const model::Device& device : trace.devices()) {
        ranks.insert(device.rank);
    }
    if (ranks.size() > 1) {
        for (const std::int32_t rank : ranks) {
            Target target;
            target.rank = rank;
            target.words = say("rank %1").arg(rank);
            out.ranks.push_back(std::move(target));
        }
    }
    return out;
}

cp::Change changeFor(Wish wish, const Target& target, bool typed, SliceId selected, double factor)
{
    cp::Change change;
    change.factor = takesFactor(wish) ? factor : 1.0;
    const std::string name = typed || target.name.empty() ? target.name : exactly(target.name);
    switch (wish) {
    case Wish::ScaleNames:
        change.select.name = name;
        break;
    case Wish::ScaleSelected:
        change.select.slices = {selected};
        break;
    case Wish::ScaleStream:
        change.select.stream = target.stream;
        break;
    case Wish::ScaleAnnotation:
        change.select.annotation = target.name;
        break;
    case Wish::ScaleHost:
        change.kind = cp::ChangeKind::ScaleCpu;
        break;
    case Wish::ScaleLaunch:
        change.kind = cp::ChangeKind::ScaleLaunch;
        break;
    case Wish::RemoveWait:
        change.kind = cp::ChangeKind::RemoveSync;
        change.select.name = name;
        break;
    case Wish::Fuse:
        change.kind = cp::ChangeKind::Fuse;
        change.select.name = name;
        break;
    case Wish::Graph:
        change.kind = cp::ChangeKind::Graph;
        change.select.name = name;
        break;
    case Wish::MedianRank:
        change.kind = cp::ChangeKind::MedianRank;
        change.rank = target.rank;
        break;
    }
    return change;
}

QString changeWords(Wish wish, const Target& target, double factor, const QString& selectedName)
{
    const QString what = target.name.empty() ? target.words : session::text(target.name);
    const QString by = QString::number(factor, 'g', 3);
    switch (wish) {
    case Wish::ScaleNames:
        return QStringLiteral("--scale %1=%2").arg(what, by);
    case Wish::ScaleSelected:
        return say("the one operation %1 × %2").arg(selectedName, by);
    case Wish::ScaleStream:
        return QStringLiteral("--scale .*=%2 --stream %1").arg(what, by);
    case Wish::ScaleAnnotation:
        return QStringLiteral("--scale .*=%2 --annotation %1").arg(what, by);
    case Wish::ScaleHost:
        return QStringLiteral("--cpu %1").arg(by);
    case Wish::ScaleLaunch:
        return QStringLiteral("--launch %1").arg(by);
    case Wish::RemoveWait:
        return QStringLiteral("--remove-sync %1").arg(what);
    case Wish::Fuse:
        return QStringLiteral("--fuse %1").arg(what);
    case Wish::Graph:
        return QStringLiteral("--graph %1").arg(what);
    case Wish::MedianRank:
        return QStringLiteral("--median-rank %1").arg(target.rank);
    }
    return {};
}

ResultWords wordsOf(const cp::WhatIf& result, const model::Trace& trace)
{
    const auto interval = [](std::int64_t low, std::int64_t high) {
        const QString a = session::humanDuration(low);
        const QString b = session::humanDuration(high);
        return a == b ? a : say("%1 to %2").arg(a, b);
    };
    const std::int64_t least = std::max<std::int64_t>(0, result.makespan.ns - result.high.ns);
    const std::int64_t most = result.makespan.ns - result.low.ns;
    const double whole = static_cast<double>(std::max<std::int64_t>(1, result.makespan.ns));
    QString gain = say("no gain");
    if (most > 0) {
        gain =
            say("gain %1 (%2)")
                .arg(interval(least, most), session::percent(static_cast<double>(least) / whole));
    } else if (result.high > result.makespan) {
        gain = say("longer by %1").arg(interval(-most, result.high.ns - result.makespan.ns));
    }
    ResultWords words;
    words.after = interval(result.low.ns, result.high.ns);
    words.headline =
        say("%1 → %2, %3").arg(session::humanDuration(result.makespan.ns), words.after, gain);
    QStringList next{session::categoryWords(result.bindsNext)};
    if (const SliceId slice = result.bindsNextSlice; slice.valid()) {
        const QString name = session::text(trace.string(trace.slice(slice).name));
        next << session::shortened(session::plainKernelName(name), 60)
             << session::text(trace.track(trace.trackOf(slice)).name);
    }
    words.next = say("Then binds: %1").arg(next.join(QStringLiteral(" · ")));
    QStringList assumed;
    for (const std::string& sentence : result.assumptions) {
        assumed << session::text(sentence);
    }
    words.why = say("%1 changed. Assumes: %2")
                    .arg(session::groupedCount(static_cast<qint64>(result.changed)),
                         assumed.join(QStringLiteral("; ")));
    return words;
}

} // namespace longpole::panels
