// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges of Python functions: as NVTX's, but with their depth, so that events which found no room
// don't shift what comes after them.
#include "core/import/spool/spool_rows.h"

namespace longpole::import {

// What is open at this depth and above has ended by then; that was not told.
void SpoolRows::endUntold(std::vector<Range>& stack, std::uint64_t depth, std::int64_t time)
{
    while (!stack.empty() && stack.back().event.id >= depth) {
        m_batch.ledger.add("python-end-lost", model::Severity::Repaired,
                           "Python functions whose end was not recorded were ended with the next "
                           "event of their thread",
                           stack.back().text.substr(0, 80));
        range(stack.back(), time, false, false);
        stack.pop_back();
    }
}

void SpoolRows::python(std::uint32_t thread, const wire::NvtxEvent& e)
{
    const auto time = static_cast<std::int64_t>(e.time);
    auto& stack = m_stacks[{thread, e.domain}];
    if (e.op == wire::NvtxOp::Push) {
        endUntold(stack, e.id, time);
        stack.push_back({e, nvtxText(e, {}), thread, {}});
    } else if (e.op == wire::NvtxOp::Pop) {
        endUntold(stack, e.id + 1, time);
        if (!stack.empty() && stack.back().event.id == e.id) {
            range(stack.back(), time, false, false);
            stack.pop_back();
        } else {
            m_batch.ledger.add("python-begin-lost", model::Severity::DataLoss,
                               "Python functions whose beginning was not recorded were left out");
        }
    }
}

} // namespace longpole::import
