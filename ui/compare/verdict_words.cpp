// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/verdict_words.h"

#include "ui/session/format.h"

#include <QCoreApplication>

#include <cmath>

namespace longpole::compare {

namespace {

using Tone = VerdictWords::Tone;

QString words(const char* text)
{
    return QCoreApplication::translate("VerdictWords", text);
}

QString sentence(const std::string& clause)
{
    QString out = session::text(clause);
    if (!out.isEmpty()) {
        out[0] = out[0].toUpper();
    }
    return out;
}

// 0.718 → "28.2 % less", 1.02 → "2.00 % more".
QString change(double ratio)
{
    const QString share = session::percent(std::abs(ratio - 1));
    return ratio < 1 ? words("%1 less").arg(share) : words("%1 more").arg(share);
}

QString unitWords(const std::string& unit)
{
    return unit == "run" ? words("run") : unit == "window" ? words("window") : words("iteration");
}

// Of the times: what outputs that disagree do to the verdict leaves these figures as they are.
bool effectTells(const diff::TraceDiff& d)
{
    return d.comparability.equalWork
        || (d.verdict != diff::Verdict::NotComparable && d.unit != "window");
}

QString effectOf(const diff::TraceDiff& d)
{
    if (!effectTells(d)) {
        return {};
    }
    const diff::MedianRatio& r = d.effect.ratio;
    const QString medians =
        words("median %1 %2 → %3")
            .arg(unitWords(d.unit),
                 session::humanDuration(std::llround(diff::median(d.effect.before))),
                 session::humanDuration(std::llround(diff::median(d.effect.after))));
    const QString observed =
        words("%1 and %2 observed").arg(d.effect.before.size()).arg(d.effect.after.size());
    if (!d.effect.enough()) {
        return QStringList{words("%1 time").arg(change(r.ratio)), medians, observed}.join(
            QStringLiteral(" · "));
    }
    const QString interval = r.low == r.high
        ? words("no spread")
        : words("95 %: %1 to %2").arg(change(r.low), change(r.high));
    const QString least =
        words("a change of %1 would have been seen").arg(session::percent(d.effect.detectable));
    QStringList parts{r.ratio == 1 ? words("the same time") : words("%1 time").arg(change(r.ratio)),
                      interval};
    if (d.verdict == diff::Verdict::NoDifference && d.effect.detectable > 0) {
        parts << least;
    }
    parts << medians << observed;
    return parts.join(QStringLiteral(" · "));
}

void setHeadline(VerdictWords& out, diff::Verdict verdict)
{
    switch (verdict) {
    case diff::Verdict::Faster:
        out.tone = Tone::Faster;
        out.headline = words("Faster");
        break;
    case diff::Verdict::Slower:
        out.tone = Tone::Slower;
        out.headline = words("Slower");
        break;
    case diff::Verdict::NoDifference:
        out.tone = Tone::Even;
        out.headline = words("No difference seen");
        break;
    case diff::Verdict::NotComparable:
        out.tone = Tone::Caution;
        out.headline = words("Not comparable");
        break;
    case diff::Verdict::None:
        out.tone = Tone::Caution;
        out.headline = words("No verdict");
        break;
    }
}

QString tensorWords(std::size_t count)
{
    return count == 1 ? words("1 tensor") : words("%1 tensors").arg(count);
}

QString outputsOf(const OutputCheck& check)
{
    switch (check.state) {
    case OutputCheck::State::NotChecked:
        return words("Outputs: not checked");
    case OutputCheck::State::Working:
        return words("Outputs: checking…");
    case OutputCheck::State::Checked:
        if (check.found.state == diff::Outputs::State::Disagree) {
            return words("Outputs disagree: %1 of %2, the first is %3")
                .arg(check.found.disagreeing)
                .arg(tensorWords(check.found.tensors), session::text(check.found.first));
        }
        return words("Outputs agree: %1 within tolerance").arg(tensorWords(check.found.tensors));
    case OutputCheck::State::Failed:
        return words("Outputs couldn't be checked: %1").arg(check.error);
    }
    return {};
}

} // namespace

VerdictWords verdictWords(const diff::TraceDiff& d, const OutputCheck& outputs)
{
    VerdictWords out;
    const diff::Judgement judgement = diff::judged(d, outputs.found);
    setHeadline(out, judgement.verdict);
    if (outputs.found.state == diff::Outputs::State::Disagree) {
        // Whatever the time: it isn't the same program any more.
        out.tone = Tone::Caution;
        out.headline = (judgement.verdict == d.verdict ? words("%1, and the outputs disagree")
                                                       : words("%1: the outputs disagree"))
                           .arg(out.headline);
    }
    out.effect = effectOf(d);
    out.reason = sentence(judgement.reason);
    out.sentence = sentence(d.sentence);
    for (const diff::Comparison& c : d.comparability.checks) {
        if (!c.consequence.empty()) {
            (c.blocks ? out.blocking : out.problems)
                << words("%1: %2").arg(session::text(c.title), session::text(c.consequence));
        }
    }
    for (const std::string& caution : d.cautions) {
        out.notes << sentence(caution);
    }
    if (d.perturbation) {
        out.notes << words("With the profiler the program takes %1 times as long as without")
                         .arg(session::threeDigits(*d.perturbation));
    }
    out.outputs = outputsOf(outputs);
    return out;
}

QStringList VerdictWords::findings() const
{
    // The reason of "not comparable" is what blocks: once is enough. That of "faster" is the
    // interval beside it.
    const bool clear = tone == Tone::Faster || tone == Tone::Slower;
    QStringList out = !blocking.isEmpty() ? blocking : clear ? QStringList() : QStringList{reason};
    out << notes << problems;
    if (blocking.isEmpty() && clear) {
        out << reason;
    }
    out.removeAll(QString());
    return out;
}

QString VerdictWords::text() const
{
    QStringList lines{headline, effect, sentence};
    lines << findings() << outputs;
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace longpole::compare
