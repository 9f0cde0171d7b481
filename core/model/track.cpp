// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/track.h"

namespace longpole::model {

std::string_view trackKindName(TrackKind kind)
{
    switch (kind) {
    case TrackKind::Process:
        return "process";
    case TrackKind::Device:
        return "device";
    case TrackKind::Thread:
        return "thread";
    case TrackKind::Stream:
        return "stream";
    case TrackKind::Annotation:
        return "annotation";
    case TrackKind::Async:
        return "async";
    case TrackKind::Counter:
        return "counter";
    case TrackKind::Sync:
        return "sync";
    case TrackKind::Overhead:
        return "overhead";
    case TrackKind::Other:
        return "other";
    }
    return "other";
}

} // namespace longpole::model
