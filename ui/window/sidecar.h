// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Sidecar: what a user did to one trace (lanes, bookmarks, view), kept as JSON under
// XDG_DATA_HOME/longpole/traces, keyed by the trace's files (path, size, time of change).
// Never in the trace itself.
#pragma once

#include "core/timeline/lane_layout.h"
#include "ui/session/session.h"

#include <QJsonObject>
#include <QStringList>

#include <optional>

namespace longpole::window {

struct Sidecar
{
    timeline::LaneState lanes;
    std::vector<session::Bookmark> bookmarks;
    std::optional<TimeRange> view;
    bool summaryDismissed = false;
};

QJsonObject toJson(const Sidecar& sidecar);
// What can't be understood is left at its default.
Sidecar sidecarFromJson(const QJsonObject& json);

// Where the sidecar of these files is kept.
QString sidecarPath(const QStringList& traceFiles);
Sidecar loadSidecar(const QStringList& traceFiles);
// Written whole or not at all; false if that failed.
bool saveSidecar(const QStringList& traceFiles, const Sidecar& sidecar);

} // namespace longpole::window
