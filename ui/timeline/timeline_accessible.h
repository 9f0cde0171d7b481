// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline for screen readers: a chart whose value is the selected slice, in words.
#pragma once

namespace longpole::timeline_ui {

// Once per process, or more often; before a TimelineView is asked for its accessible interface.
void installTimelineAccessibility();

} // namespace longpole::timeline_ui
