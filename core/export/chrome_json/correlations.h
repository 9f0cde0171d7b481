// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Correlation ids tie GPU operations to the calls that launched them. In a trace of several ranks
// or processes the same id can mean different things; a file has room for one meaning only.
#pragma once

#include "core/model/trace.h"

#include <cstdint>
#include <set>
#include <vector>

namespace longpole::exporting {

class Correlations
{
public:
    explicit Correlations(const model::Trace& trace);

    // By row of the tables; kNull64 where there is none.
    std::int64_t ofOp(std::size_t row) const { return m_ops[row]; }
    std::int64_t ofCall(std::size_t row) const { return m_calls[row]; }
    std::int64_t firstFree() const { return m_next; } // no id is as high
    std::uint64_t renumbered() const { return m_renumbered; } // GPU operations with a new id

private:
    void renumber(const model::Trace& trace, const std::set<std::int64_t>& shared);

    std::int64_t m_next = 1;
    std::vector<std::int64_t> m_ops;
    std::vector<std::int64_t> m_calls;
    std::uint64_t m_renumbered = 0;
};

} // namespace longpole::exporting
