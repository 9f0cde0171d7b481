// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Sidecar: what a user did to one trace (lanes, bookmarks, view), kept as JSON under
// XDG_DATA_HOME/longpole/traces, keyed by the trace's hash (TraceInfo::hash): it is found again
// when the file is moved, packed or turned into a store. Never in the trace itself.
#pragma once

#include "core/timeline/lane_layout.h"
#include "ui/session/session.h"

#include <QJsonObject>
#include <QString>

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

// Where the sidecar of a trace is kept; empty for a trace without a hash, which has none.
QString sidecarPath(const model::Trace& trace);
Sidecar loadSidecar(const model::Trace& trace);
// Written whole or not at all; false if that failed.
bool saveSidecar(const model::Trace& trace, const Sidecar& sidecar);
bool writeSidecar(const QString& path, const QJsonObject& json);

} // namespace longpole::window
