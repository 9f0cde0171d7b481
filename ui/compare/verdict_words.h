// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison says, in words. Pure.
#pragma once

#include "ui/compare/comparison.h"

#include <QString>
#include <QStringList>

namespace longpole::compare {

struct VerdictWords
{
    enum class Tone : std::uint8_t
    {
        Faster,
        Slower,
        Even, // no difference seen
        Caution // nothing can be said, or the outputs disagree
    };
    Tone tone = Tone::Caution;
    QString headline; // "Faster", "Not comparable: the outputs disagree"
    QString effect; // "28.2 % less time (95 %: 2.3 % to 32 % less) · median iteration …"
    QString reason; // why this verdict
    QString sentence; // what happened
    QStringList blocking; // problems of comparability, each with what follows
    QStringList problems; // the others
    QStringList notes; // odd iterations, drift, what recording costs
    QString outputs; // "Outputs: not checked"

    // What to know besides, the most important first: what blocks (or the reason), odd iterations
    // and the like, other differences between the runs.
    QStringList findings() const;
    QString text() const; // all of it, to be copied
};

VerdictWords verdictWords(const diff::TraceDiff& diff, const OutputCheck& outputs);

} // namespace longpole::compare
