// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Deep links: longpole:///path/to/trace.json#t=START..END&sel=SLICE. Times in ns from the trace's
// zero.
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace longpole::window {

struct DeepLink
{
    QStringList paths; // absolute
    std::optional<TimeRange> view;
    SliceId selection;

    friend bool operator==(const DeepLink&, const DeepLink&) = default;
};

QString toText(const DeepLink& link);
// Nothing if the text is no link; parts that can't be understood are left out.
std::optional<DeepLink> parseDeepLink(const QString& text);

// "1ms:2.5ms", "1000:2000" (ns without a unit; ns us µs ms s), as in --range; nothing if it is no
// range.
std::optional<TimeRange> parseRange(const QString& text);

} // namespace longpole::window
