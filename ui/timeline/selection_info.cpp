// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/selection_info.h"

namespace longpole::timeline_ui {

std::optional<SelectionInfo> lookUpSelection(const SelectionKey& key, const JobContext& job)
{
    if (!key.trace || !key.slice.valid() || key.slice.value >= key.trace->counts().slices) {
        return std::nullopt;
    }
    SelectionInfo info;
    info.slice = key.trace->slice(key.slice);
    for (const SliceId other : key.others) {
        if (job.cancelled() || info.others.size() == SelectionInfo::kMaxOthers) {
            break;
        }
        if (other != key.slice && other.valid() && other.value < key.trace->counts().slices) {
            info.others.push_back(key.trace->slice(other));
        }
    }
    const auto add = [&](const std::vector<model::Link>& links, bool outgoing) {
        for (const model::Link& link : links) {
            const SliceId other = outgoing ? link.to : link.from;
            if (info.links.size() == SelectionInfo::kMaxLinks || job.cancelled()) {
                return;
            }
            if (other.valid() && other.value < key.trace->counts().slices) {
                info.links.push_back({link, key.trace->slice(other), outgoing});
            }
        }
    };
    add(key.trace->linksFrom(key.slice), true);
    add(key.trace->linksTo(key.slice), false);
    return info;
}

const LinkEnd* linkToFollow(const SelectionInfo& info, bool forward)
{
    const LinkEnd* best = nullptr;
    for (const LinkEnd& end : info.links) {
        if (end.outgoing != forward) {
            continue;
        }
        if (end.link.kind == model::LinkKind::Launch) {
            return &end;
        }
        best = best == nullptr ? &end : best;
    }
    return best;
}

} // namespace longpole::timeline_ui
