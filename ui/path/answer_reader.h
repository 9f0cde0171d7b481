// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What makers of tables about a critical path read from; on a worker.
#pragma once

#include "core/base/job.h"
#include "ui/path/table_key.h"
#include "ui/session/slice_reader.h"

#include <string>

namespace longpole::path_ui {

class AnswerReader
{
protected:
    // key and job outlive it.
    AnswerReader(const TableKey& key, const JobContext& job)
        : m_answer(*key.answer)
        , m_trace(*key.answer->trace)
        , m_job(job)
        , m_theme(*key.theme)
        , m_slices(*key.answer->trace)
    { }
    std::string nameOf(SliceId slice)
    {
        return slice.valid() ? std::string(m_trace.string(m_slices.name(slice))) : std::string();
    }

    const session::PathAnswer& m_answer;
    const model::Trace& m_trace;
    const JobContext& m_job;
    const theme::Theme& m_theme;
    session::SliceReader m_slices;
};

} // namespace longpole::path_ui
