// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What an export says of the machine and of itself: devices, names, versions, wall clock,
// diagnostics.
#pragma once

#include "core/import/nsys_sqlite/nsys_facts.h"

namespace longpole::import {

class TargetInfo
{
public:
    TargetInfo(NsysFacts& facts, TraceBuilder& builder)
        : m_facts(facts)
        , m_builder(builder)
    { }
    // The only error is Cancelled.
    Result<void> load();

private:
    Result<void> loadDeviceNumbers();
    Result<void> loadDevices();
    Result<void> loadMetadata();
    Result<void> loadStreams();
    Result<void> loadClock();
    Result<void> loadNames();
    Result<void> loadDiagnostics();

    NsysFacts& m_facts;
    TraceBuilder& m_builder;
};

} // namespace longpole::import
