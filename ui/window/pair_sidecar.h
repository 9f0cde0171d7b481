// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// PairSidecar: what a user did to the comparison of a pair, kept as JSON beside the sidecars of
// single traces, keyed by the hashes of all runs of both sides, in order.
#pragma once

#include "core/model/trace.h"
#include "ui/compare/view_state.h"

#include <QJsonObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace longpole::window {

struct PairSidecar
{
    compare::ViewState view;
    QString range; // regular expression that chose the iterations; empty: as marked

    friend bool operator==(const PairSidecar&, const PairSidecar&) = default;
};

QJsonObject toJson(const PairSidecar& sidecar);
// None for what was written by another version. What can't be understood is left at its default.
std::optional<PairSidecar> pairSidecarFromJson(const QJsonObject& json);

using Runs = std::vector<std::shared_ptr<const model::Trace>>;

// Empty where a run has no hash: nothing is kept then.
QString pairSidecarPath(const Runs& before, const Runs& after);
std::optional<PairSidecar> loadPairSidecar(const Runs& before, const Runs& after);
// Written whole or not at all; false if that failed.
bool savePairSidecar(const Runs& before, const Runs& after, const PairSidecar& sidecar);

} // namespace longpole::window
