// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of a trace that is being read, and how what was measured of one gets into its args.
#pragma once

#include "core/import/kernel_identity.h"
#include "core/import/raw_trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::import {

// Full texts added to launches, in bytes; beyond it launches get the headline figures only.
inline constexpr std::size_t kFullTextBudget = std::size_t{256} << 20U;

// Calls visit(slice, name, track) of every kernel, track by track in file order; name: as kernels
// of different tools are compared (see kernel_identity.h).
template <class Visit>
void forEachKernel(RawTrace& raw, Visit visit)
{
    std::vector<std::optional<std::string>> names(raw.strings.size());
    for (std::uint32_t track = 0; track < raw.slices.size(); ++track) {
        for (SliceBody& s : raw.slices[track]) {
            if (s.role != SliceRole::GpuOp || raw.gpu[s.facts].kind != model::GpuOpKind::Kernel) {
                continue;
            }
            auto& name = names[s.name.value];
            if (!name) {
                name = comparableKernelName(raw.strings.get(s.name));
            }
            visit(s, *name, track);
        }
    }
}

// args (JSON text, may be empty) with one more member: the object `profile`, which gets a first
// member "match" that says by what rule it was found.
std::string withProfile(std::string_view args, const std::string& member, std::string_view profile,
                        std::string_view rule);

} // namespace longpole::import
