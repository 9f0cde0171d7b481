// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/chrome_json/writer.h"

namespace longpole::exporting {

namespace op = model::gpu_op;
namespace call = model::api_call;

OpColumns::OpColumns(const model::Trace& trace)
    : slice(trace.column(op::kSlice))
    , track(trace.column(op::kTrack))
    , start(trace.column(op::kStart))
    , kind(trace.column(op::kKind))
    , context(trace.column(op::kContext))
    , stream(trace.column(op::kStream))
    , gridX(trace.column(op::kGridX))
    , gridY(trace.column(op::kGridY))
    , gridZ(trace.column(op::kGridZ))
    , blockX(trace.column(op::kBlockX))
    , blockY(trace.column(op::kBlockY))
    , blockZ(trace.column(op::kBlockZ))
    , registers(trace.column(op::kRegisters))
    , sharedStatic(trace.column(op::kSharedStatic))
    , sharedDynamic(trace.column(op::kSharedDynamic))
    , bytes(trace.column(op::kBytes))
    , graphId(trace.column(op::kGraphId))
    , graphNode(trace.column(op::kGraphNode))
    , queued(trace.column(op::kQueued))
    , submitted(trace.column(op::kSubmitted))
    , launch(trace.column(op::kLaunch))
    , collective(trace.column(op::kCollective))
    , group(trace.column(op::kGroup))
    , groupSize(trace.column(op::kGroupSize))
{ }

CallColumns::CallColumns(const model::Trace& trace)
    : slice(trace.column(call::kSlice))
    , track(trace.column(call::kTrack))
    , start(trace.column(call::kStart))
    , stream(trace.column(call::kStream))
    , returnCode(trace.column(call::kReturnCode))
{ }

} // namespace longpole::exporting
