// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The critical path in words: what its parts and the causes of idle time are called, how far an
// answer can be trusted, and what an operation could gain.
#pragma once

#include "core/analysis/critical_path/limits.h"

#include <QString>
#include <QStringList>

namespace longpole::session {

QString categoryWords(critical_path::Category category); // "kernels", "launch latency"
QString causeWords(critical_path::Cause cause); // "host code", "kernel to kernel"

// One line of figures: "0.2 % unexplained · 0 % guessed · no unresolved waits · …".
QString confidenceFigures(const critical_path::CriticalPath& path);
// Sentences: what is missing and what to record; may be empty.
QStringList confidenceWords(const critical_path::CriticalPath& path);

struct PathVerdict
{
    bool tells = true; // false: the trace has no answer
    QString sentence; // why not; empty where it tells
};
PathVerdict verdictOf(const critical_path::CriticalPath& path);

// "Limited by GPU work: 62 % of the path. To gain at most: 12 ms (60 %) if …". Empty where
// the trace cannot tell.
QString limitsWords(const critical_path::CriticalPath& path,
                    const std::optional<critical_path::Bounds>& bounds);

// "on the critical path: at most 68.0 µs of 36.0 ms, then stream 20 binds" or its slack. Empty for
// what is no GPU operation of the region, and where there is no timeline.
QString gainWords(const critical_path::CriticalPath& path, SliceId operation);
// Where a slice runs: "stream 20", "thread python".
QString placeWords(const model::Trace& trace, SliceId slice);

QString regionWords(const critical_path::Region& region); // "the whole trace", "ProfilerStep#3"

} // namespace longpole::session
