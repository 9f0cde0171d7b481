// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/selection_facts.h"

#include "ui/session/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace longpole::session {

namespace {

QString tr(const char* words)
{
    return QCoreApplication::translate("Selection", words);
}

} // namespace

double SelectionFacts::perSecond() const
{
    return static_cast<double>(count()) * 1e9
        / static_cast<double>(std::max<std::int64_t>(1, hull.duration().ns));
}

SelectionFacts lookUpFacts(const FactsKey& key, const JobContext& job)
{
    SelectionFacts facts;
    for (const SliceId id : key.slices) {
        if (job.cancelled() || !key.trace || !id.valid()
            || id.value >= key.trace->counts().slices) {
            return {};
        }
        const model::Slice slice = key.trace->slice(id);
        facts.hull = facts.count() == 0 ? TimeRange{slice.start, slice.end()}
                                        : TimeRange{std::min(facts.hull.begin, slice.start),
                                                    std::max(facts.hull.end, slice.end())};
        facts.sum = DurationNs{saturatingAdd(facts.sum.ns, slice.duration.ns)};
        if (facts.slice) {
            facts.others.push_back(*facts.slice);
        }
        facts.slice = slice;
    }
    return facts;
}

QString factsText(const SelectionFacts& facts, const model::Trace& trace)
{
    if (!facts.slice) {
        return {};
    }
    const QString gap = QStringLiteral("  ");
    if (facts.others.empty()) {
        const QString name = text(trace.string(facts.slice->name));
        return shortened(plainKernelName(name), 40) + gap + humanDuration(facts.slice->duration.ns);
    }
    return slicesText(groupedCount(static_cast<qint64>(facts.count()))) + gap
        + tr("total %1").arg(humanDuration(facts.sum.ns)) + gap
        + tr("%1/s").arg(humanCount(facts.perSecond()));
}

} // namespace longpole::session
