// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Reads back args that were joined, for stages that change them.
#pragma once

#include "core/import/raw_trace.h"

#include <string>
#include <string_view>

namespace longpole::import {

// Keeps the block read last, so that reading in order of number unpacks every block once.
class ArgsReader
{
public:
    explicit ArgsReader(const RawTrace& raw)
        : m_raw(raw)
    { }
    // Empty for kNull32 and for damaged blocks. Valid until the next call.
    std::string_view read(std::uint32_t argsNumber);

private:
    const RawTrace& m_raw;
    std::uint32_t m_block = model::kNull32;
    model::ColumnBytes m_bytes;
};

// The members of a profile that matter most, of its metrics the best known: what is kept where all
// of them would take too much memory. "{}" if the text is no JSON object.
std::string headline(const std::string& profile);

} // namespace longpole::import
