// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/path/category_parts.h"

#include "ui/session/path_words.h"
#include "ui/theme/theme.h"

#include <algorithm>

namespace longpole::path_ui {

std::vector<charts::WaterfallPart>
categoryParts(const std::array<DurationNs, critical_path::kCategoryCount>& sums)
{
    std::vector<charts::WaterfallPart> parts;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const auto category = static_cast<critical_path::Category>(i);
        if (sums[i].ns > 0) {
            parts.push_back(
                {session::categoryWords(category), sums[i].ns, theme::current().path(category)});
        }
    }
    std::stable_sort(parts.begin(), parts.end(),
                     [](const auto& a, const auto& b) { return a.ns > b.ns; });
    return parts;
}

} // namespace longpole::path_ui
