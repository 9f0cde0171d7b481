// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Tour: walks the window through its states and saves a picture of each, for people to look at.
#pragma once

#include "core/base/result.h"

#include <QString>
#include <QStringList>

namespace longpole::window {

// Writes PNGs named after what they show into `folder`. Blocks; needs a running QApplication.
Result<int> takeTour(const QStringList& traces, const QString& folder);

// The same of two recordings side by side: pictures whose names begin with "compare-".
Result<int> takeComparisonTour(const QStringList& pair, const QString& folder);

} // namespace longpole::window
