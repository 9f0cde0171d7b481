// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What was measured of a kernel, in the order one reads it: the figures that matter, its
// sections with their labels and units, its advice, then every other metric.
#pragma once

#include <QJsonObject>
#include <QString>

#include <vector>

namespace longpole::panels {

struct CounterRow
{
    QString label; // "Achieved Occupancy"
    QString value; // "54.3 %"; of advice: the sentences
    QString tip; // the metric's own name and its exact value, or the advice in full
};

struct CounterGroup
{
    QString title;
    std::vector<CounterRow> rows;
    bool open = false; // to begin with
    bool sentences = false; // advice to read, no figures
};

// The member of a kernel's arguments that the import adds for Nsight Compute ("ncu") or for
// `longpole record --counters` ("counters"); the first where neither is there.
QString profileMember(const QJsonObject& args);
// profile: that member. No groups if it holds no metrics.
std::vector<CounterGroup> counterGroups(const QJsonObject& profile,
                                        const QString& member = QStringLiteral("ncu"));

} // namespace longpole::panels
