// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Renders a trace's timeline into a file, without a window.
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/model/trace.h"

#include <QSize>
#include <QString>

#include <memory>
#include <optional>

namespace longpole::window {

struct RenderRequest
{
    QString output; // ends in .png or .svg
    QSize size{1920, 1080};
    std::optional<TimeRange> range; // none: everything
};

// "1920x1080"; nothing if it is no size or beyond what a picture can hold.
std::optional<QSize> parseSize(const QString& text);

Result<void> render(std::shared_ptr<const model::Trace> trace, const RenderRequest& request);

} // namespace longpole::window
