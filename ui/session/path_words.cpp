// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/path_words.h"

#include "ui/session/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace longpole::session {

namespace cp = critical_path;

namespace {

constexpr double kMostUntracked = 0.5; // host time without events, of the path

const char* limitWords(cp::Limit limit)
{
    switch (limit) {
    case cp::Limit::GpuWork:
        return "Limited by GPU work: %1 of the path.";
    case cp::Limit::HostWork:
        return "Limited by host work: %1 of the path.";
    case cp::Limit::OtherRanks:
        return "Limited by waiting for other ranks: %1 of the path.";
    case cp::Limit::LaunchesAndGaps:
        break;
    }
    return "Limited by launches and gaps: %1 of the path.";
}

QString say(const char* words)
{
    return QCoreApplication::translate("CriticalPath", words);
}

const QString& dot()
{
    static const QString text = QStringLiteral(" · ");
    return text;
}

} // namespace

QString categoryWords(cp::Category category)
{
    constexpr std::array<const char*, cp::kCategoryCount> kWords{"host code",
                                                                 "host, nothing recorded",
                                                                 "launch latency",
                                                                 "kernels",
                                                                 "copies",
                                                                 "memset",
                                                                 "kernel to kernel",
                                                                 "event wait",
                                                                 "return from a wait",
                                                                 "thread to thread",
                                                                 "waiting for ranks",
                                                                 "collective transfer",
                                                                 "full launch queue",
                                                                 "unexplained"};
    return say(kWords[cp::index(category)]);
}

QString causeWords(cp::Cause cause)
{
    constexpr std::array<const char*, cp::kCauseCount> kWords{"launch latency",
                                                              "host code",
                                                              "host, nothing recorded",
                                                              "host blocked in a wait",
                                                              "blocking copy",
                                                              "event wait",
                                                              "copy",
                                                              "waiting for ranks",
                                                              "collective transfer",
                                                              "kernel to kernel",
                                                              "full launch queue",
                                                              "unexplained"};
    return say(kWords[cp::index(cause)]);
}

QString confidenceFigures(const cp::CriticalPath& path)
{
    const cp::Confidence& c = path.confidence();
    QStringList parts{
        say("%1 unexplained").arg(percent(c.residualShare)),
        say("%1 guessed").arg(percent(c.inferredShare)),
        say("%1 unresolved waits").arg(groupedCount(static_cast<qint64>(c.unresolvedWaits))),
        say("%1 inferred and %2 dropped dependencies")
            .arg(groupedCount(static_cast<qint64>(c.inferredEdges)),
                 groupedCount(static_cast<qint64>(c.droppedEdges)))};
    if (c.clockShift.ns != 0) {
        parts << say("clock shifted by %1").arg(humanDuration(c.clockShift.ns));
    }
    return parts.join(dot());
}

QStringList confidenceWords(const cp::CriticalPath& path)
{
    QStringList out;
    for (const std::string& words : path.confidence().words) {
        QString sentence = text(words);
        if (!sentence.isEmpty()) {
            sentence[0] = sentence[0].toUpper();
        }
        out << sentence;
    }
    return out;
}

PathVerdict verdictOf(const cp::CriticalPath& path)
{
    if (path.confidence().laidOut) {
        return {false,
                say("Cannot tell: these kernels were profiled one by one, which is no timeline. "
                    "Open the profiles together with a trace of the run.")};
    }
    if (path.ops().empty()) {
        return {false,
                path.region().whole
                    ? say("Cannot tell: this trace holds no GPU operations. Record with the GPU "
                          "activity of the profiler switched on.")
                    : say("Cannot tell: no GPU operation is launched in this region.")};
    }
    const cp::Confidence& c = path.confidence();
    if (cp::doubtOf(c) > cp::kMostDoubt) {
        return {false,
                say("Cannot tell what limits this region: %1 of the path is explained by nothing "
                    "in the trace, %2 is guessed.")
                    .arg(percent(c.residualShare), percent(c.inferredShare))};
    }
    const double host =
        static_cast<double>(path.categories()[cp::index(cp::Category::HostUntracked)].ns)
        / static_cast<double>(std::max<std::int64_t>(1, path.makespan().ns));
    if (host > kMostUntracked) {
        return {false,
                say("Cannot tell what the host did: %1 of the path is host time of which nothing "
                    "is recorded. Record its activity, with Python stacks.")
                    .arg(percent(host))};
    }
    return {};
}

QString limitsWords(const cp::CriticalPath& path, const std::optional<cp::Bounds>& bounds)
{
    const cp::Confidence& c = path.confidence();
    if (c.laidOut || path.ops().empty() || cp::doubtOf(c) > cp::kMostDoubt) {
        return {};
    }
    const double whole = static_cast<double>(std::max<std::int64_t>(1, path.makespan().ns));
    const auto share = [whole](DurationNs d) { return percent(static_cast<double>(d.ns) / whole); };
    const cp::LimitShare longest = cp::limitsOf(path).front();
    const QString limit = say(limitWords(longest.limit)).arg(share(longest.duration));
    if (!bounds) {
        return limit;
    }
    return limit + QLatin1Char(' ')
        + say("To gain at most: %1 (%2) if all GPU work took no time, %3 (%4) if all host work "
              "took none.")
              .arg(humanDuration(bounds->gpu.ns), share(bounds->gpu),
                   humanDuration(bounds->host.ns), share(bounds->host));
}

QString placeWords(const model::Trace& trace, SliceId slice)
{
    if (!slice.valid()) {
        return {};
    }
    const model::Track& track = trace.track(trace.trackOf(slice));
    return track.kind == model::TrackKind::Thread ? say("host code on %1").arg(text(track.name))
                                                  : text(track.name);
}

QString gainWords(const cp::CriticalPath& path, SliceId operation)
{
    const cp::OpFigures* figures = path.op(operation);
    if (figures == nullptr || path.confidence().laidOut) {
        return {};
    }
    if (!figures->onPath) {
        return say("not on the critical path: %1 of slack").arg(humanDuration(figures->slack.ns));
    }
    const QString next = placeWords(path.trace(), figures->bindsNext);
    if (figures->drag.ns <= 0) {
        return next.isEmpty()
            ? say("on the critical path, but nothing to gain alone")
            : say("on the critical path, but nothing to gain alone: %1 binds as well").arg(next);
    }
    const QString most =
        say("on the critical path: at most %1 of %2")
            .arg(humanDuration(figures->drag.ns), humanDuration(path.makespan().ns));
    return next.isEmpty() || figures->drag == figures->duration
        ? most
        : most + say(", then %1 binds").arg(next);
}

QString regionWords(const cp::Region& region)
{
    return region.whole || region.name.empty() ? say("whole trace") : text(region.name);
}

} // namespace longpole::session
