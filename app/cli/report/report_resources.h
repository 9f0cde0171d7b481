// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Files of resources/ that reports are made of.
#pragma once

namespace longpole::cli {

extern const char* const kDiffHtml; // resources/report/diff.html, with {{places}}
extern const char* const kDiffCss; // resources/report/diff.css
extern const char* const kThemeJson; // resources/theme.json

} // namespace longpole::cli
