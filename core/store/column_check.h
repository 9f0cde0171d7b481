// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a column of a stranger's file must keep to, so that nobody above has to check again:
// references in range, enums known, times ascending where they are searched, parents that end.
#pragma once

#include "core/base/result.h"
#include "core/model/trace.h"
#include "core/store/dimensions.h"

#include <cstdint>
#include <vector>

namespace longpole::store {

struct ColumnLimits
{
    explicit ColumnLimits(const Dimensions& dimensions);

    std::uint64_t strings = 0;
    std::uint64_t categories = 0;
    std::uint64_t devices = 0;
    std::uint64_t slices = 0;
    std::uint64_t links = 0;
    std::uint64_t args = 0;
    std::vector<model::Track> tracks;
};

// bytes: the whole column, as many rows as the trace promises.
Result<void> checkColumn(const model::ColumnKey& key, std::span<const std::byte> bytes,
                         const ColumnLimits& limits);

} // namespace longpole::store
