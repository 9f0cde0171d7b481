// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TraceBuilder: where every importer delivers. It joins batches, pairs halves, nests slices in
// rows, finds launch and other links, and hands out the finished Trace.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/import/event_batch.h"
#include "core/import/track_tree.h"
#include "core/model/trace.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace longpole::import {

class TraceBuilder
{
public:
    TraceBuilder();
    ~TraceBuilder();
    TraceBuilder(const TraceBuilder&) = delete;
    TraceBuilder& operator=(const TraceBuilder&) = delete;

    // In file order, one thread at a time. The batch must be sealed.
    void append(EventBatch&& batch);
    std::uint64_t eventCount() const;

    // What follows is of a further file: another rank of the same run, or another view of it. Its
    // tracks, ids and correlation ids are its own; info(), devices(), setBaseUnixNs() and setZero()
    // are of that file. Optional for the first file. Ends the file before.
    void beginSource(const std::string& file);

    // Filled in by the importer at any time before finish(). span and extent are the builder's.
    model::TraceInfo& info();
    model::Ledger& ledger();
    std::vector<KnownDevice>& devices();
    // Absolute time (ns since 1970) of the file's time 0, if the file says; otherwise times are
    // taken for wall-clock times where they look like it.
    void setBaseUnixNs(std::int64_t ns);
    // The file's own time 0, in the units of the records, for formats that have one (Nsight
    // Systems: the capture's start; earlier events get negative times). Default: the first event.
    void setZero(std::int64_t absoluteNs);

    // Of a trace of several files: what stands for all of them (model::TraceInfo::stamp). That of a
    // single file is set in info().
    void setStamp(std::optional<model::SourceStamp> stamp);

    // Ends the building; the builder is empty afterwards.
    Result<std::shared_ptr<const model::Trace>> finish(const JobContext& job);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace longpole::import
