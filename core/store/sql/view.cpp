// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/sql/view.h"

#include "core/store/sql/views.h"

#include <array>

namespace longpole::store {

std::span<const View> sqlViews()
{
    static const std::array kViews{kSlicesView,   kTracksView,   kGpuOpsView,
                                   kApiCallsView, kCountersView, kLinksView,
                                   kArgsView,     kLedgerView,   kMetaView};
    return kViews;
}

} // namespace longpole::store
