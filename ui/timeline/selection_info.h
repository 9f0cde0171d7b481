// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The selected slice and what it is linked to; looked up on a worker thread, since the columns for
// it may have to be read from a store first.
#pragma once

#include "core/base/job.h"
#include "core/model/trace.h"

#include <memory>
#include <optional>
#include <vector>

namespace longpole::timeline_ui {

struct LinkEnd
{
    model::Link link;
    model::Slice other;
    bool outgoing = true; // the selection is link.from
};

struct SelectionInfo
{
    model::Slice slice;
    std::vector<LinkEnd> links; // at most kMaxLinks
    std::vector<model::Slice> others; // also selected, at most kMaxOthers
    static constexpr std::size_t kMaxLinks = 512;
    static constexpr std::size_t kMaxOthers = 2000; // outlines to draw; figures know no limit
};

struct SelectionKey
{
    std::shared_ptr<const model::Trace> trace;
    SliceId slice;
    std::vector<SliceId> others = {}; // also selected
};

std::optional<SelectionInfo> lookUpSelection(const SelectionKey& key, const JobContext& job);
// Where `[` and `]` lead: along a launch if there is one, else along any link.
const LinkEnd* linkToFollow(const SelectionInfo& info, bool forward);

} // namespace longpole::timeline_ui
