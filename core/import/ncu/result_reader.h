// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Results of a report (protobuf) → kernel profiles in a batch.
#pragma once

#include "core/import/event_batch.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::ncu {
class Result;
} // namespace longpole::ncu

namespace longpole::import {

class ResultReader
{
public:
    // Names of metrics; tables of all blocks count as one.
    std::vector<std::string> strings;

    // Appends one profile. False if the bytes cannot be decoded.
    bool read(std::string_view result, EventBatch& batch);

private:
    void addFacts(const ncu::Result& result, EventBatch& batch);
    std::string argsOf(const ncu::Result& result, EventBatch& batch) const;

    std::uint32_t m_order = 0;
};

} // namespace longpole::import
