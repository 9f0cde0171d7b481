// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/stream_flags.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::critical_path {

namespace {

enum class Made : std::uint8_t
{
    Blocking,
    NonBlocking,
    Null,
    Contradictory
};

constexpr std::string_view kKey = "cuda_stream/";

bool parse(std::string_view text, Made& out)
{
    const std::string_view word = text.substr(0, text.find(','));
    if (word != "default" && word != "non-blocking" && word != "null") {
        return false;
    }
    out = word == "default" ? Made::Blocking : word == "null" ? Made::Null : Made::NonBlocking;
    return true;
}

} // namespace

void readStreamFlags(const model::Trace& trace, Input& input)
{
    std::map<std::string, Made, std::less<>> made; // by "CONTEXT/STREAM"
    for (const auto& [name, value] : trace.info().properties) {
        const std::size_t at = name.rfind(kKey); // joined files have a label before it
        Made how{};
        if (at == std::string::npos || !parse(value, how)) {
            continue;
        }
        const auto [it, isNew] = made.try_emplace(name.substr(at + kKey.size()), how);
        if (!isNew && it->second != how) {
            it->second = Made::Contradictory;
        }
    }
    if (made.empty()) {
        return;
    }
    // Tracks of streams needn't know their context; operations do.
    std::vector<std::int64_t> contexts(trace.tracks().size(), -1);
    const auto track = trace.column(model::gpu_op::kTrack);
    const auto context = trace.column(model::gpu_op::kContext);
    for (std::size_t i = 0; i < track.size(); ++i) {
        contexts[track[i].value] = context[i];
    }
    for (Stream& s : input.streams) {
        const auto it = made.find(std::to_string(contexts[s.track.value]) + "/"
                                  + std::to_string(trace.track(s.track).stream));
        if (it == made.end() || it->second == Made::Contradictory) {
            continue;
        }
        s.flagsKnown = true;
        s.legacyDefault = it->second == Made::Null;
        s.blocking = it->second == Made::Blocking;
    }
}

} // namespace longpole::critical_path
