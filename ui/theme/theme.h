// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Theme: every colour of the viewer, read from resources/theme.json (":/longpole/theme.json").
// Colour means class, not name: eight hues of one lightness for what a GPU does, the same hues at
// a third of the saturation for the host, grey for Python.
#pragma once

#include "core/analysis/critical_path/categories.h"
#include "core/model/schema.h"

#include <QColor>
#include <QPalette>
#include <QRgb>
#include <QString>

#include <array>

class QApplication;

namespace longpole::theme {

enum class Mode
{
    Dark,
    Light
};

struct Theme
{
    Mode mode = Mode::Dark;

    QColor window; // background of the window and its panels
    QColor panel; // background of lists, tables and inputs
    QColor panelAlternate; // every other row of a table
    QColor lane; // background of timeline lanes
    QColor laneAlternate;
    QColor header; // lane headers, ruler, table headers
    QColor text;
    QColor dimText; // secondary text; still 4.5:1 on window
    QColor separator; // hairlines
    QColor highlight; // selected row of a list, buttons in use
    QColor highlightText;
    QColor accent; // amber: the critical path, nothing else
    QColor alarm; // vermilion: stalls and data loss, nothing else
    QColor caution; // repaired data, limited trust
    QColor good; // nothing lost, nothing repaired
    QColor selectionOutline; // around the selected slice
    QColor rangeFill; // selected stretch of time; has alpha
    QColor searchHit; // marks of search hits
    QColor bookmark;
    QColor counter; // line of counter lanes
    QColor counterBand; // min–max band of counter lanes; has alpha
    QColor link; // arrows launch → kernel
    QColor faster; // a comparison's two directions: told apart with any colour vision
    QColor slower;
    QColor outlier; // tick over a slice far longer than others of its name

    // Colour of a slice; opaque. `host`: drawn on a lane of the host.
    QRgb slice(model::SliceClass cls, bool host) const
    {
        return m_slices[host ? 1 : 0][static_cast<std::size_t>(cls)];
    }
    // What a stretch of the critical path is, why a GPU was idle: the same colour for the same
    // thing. Opaque; stalls are hatched with the alarm colour besides.
    QRgb path(critical_path::Category category) const
    {
        return m_path[critical_path::index(category)];
    }
    QRgb stall(critical_path::Cause cause) const { return m_stalls[critical_path::index(cause)]; }
    // Black or white, whichever reads better on `background`.
    QRgb textOn(QRgb background) const;
    QPalette palette() const;

    std::array<std::array<QRgb, model::kSliceClassCount>, 2> m_slices{}; // [host][class]
    std::array<QRgb, critical_path::kCategoryCount> m_path{};
    std::array<QRgb, critical_path::kCauseCount> m_stalls{};
};

// The two themes of the resource; loaded once. Thread-safe.
const Theme& theme(Mode mode);

// The theme in use. GUI thread.
const Theme& current();

// "dark", "light" or "system" (by the lightness of the desktop's palette).
// Sets the application's style, palette and the current theme; widgets get PaletteChange.
void apply(QApplication& application, const QString& choice);

// Names of classes for legends: "matrix multiplication", "communication" …
QString className(model::SliceClass cls);

} // namespace longpole::theme
