// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The definitions of the single views; view.cpp lists them.
#pragma once

#include "core/store/sql/view.h"

namespace longpole::store {

extern const View kSlicesView;
extern const View kGpuOpsView;
extern const View kApiCallsView;
extern const View kCountersView;
extern const View kLinksView;
extern const View kArgsView;
extern const View kTracksView;
extern const View kLedgerView;
extern const View kMetaView;

// A column that is loaded when its first value is asked for.
template <class T>
class LazyColumn
{
public:
    explicit LazyColumn(const model::ColumnSpec<T>& spec)
        : m_spec(spec)
    { }
    void enter(std::uint32_t part)
    {
        if (part != m_part) {
            m_part = part;
            m_loaded = false;
        }
    }
    const model::Column<T>& get(const model::Trace& trace)
    {
        if (!m_loaded) {
            m_column = trace.column(m_spec, m_part);
            m_loaded = true;
        }
        return m_column;
    }

private:
    const model::ColumnSpec<T>& m_spec;
    model::Column<T> m_column;
    std::uint32_t m_part = 0;
    bool m_loaded = false;
};

} // namespace longpole::store
