// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Instants and samples of counters.
#include "core/export/chrome_json/writer.h"

#include <array>
#include <charconv>
#include <cmath>

namespace longpole::exporting {

using model::Track;
using model::TrackKind;

Result<void> writeInstants(Writer& w, const Track& track)
{
    if (track.instantCount == 0) {
        return {};
    }
    const auto time = w.trace.column(model::instant::kTime, track.id);
    const auto name = w.trace.column(model::instant::kName, track.id);
    const auto category = w.trace.column(model::instant::kCategory, track.id);
    const auto scope = w.trace.column(model::instant::kScope, track.id);
    const auto args = w.trace.column(model::instant::kArgs, track.id);
    const TrackPlace& place = w.places.of(track.id);
    for (std::size_t i = 0; i < time.size(); ++i) {
        EventText& e = w.event.begin('i');
        if (const auto c = w.trace.category(category[i]); !c.empty()) {
            e.category(c);
        }
        e.name(w.trace.string(name[i])).place(place.pid, place.tid).time(time[i].ns);
        e.raw("s",
              scope[i] == model::InstantScope::Global        ? "\"g\""
                  : scope[i] == model::InstantScope::Process ? "\"p\""
                                                             : "\"t\"");
        e.lane(place.needsLane || track.kind != TrackKind::Thread ? place.lane
                                                                  : std::string_view());
        w.opArgs.appendMember(e.text(), w.args.text(args[i]));
        if (auto done = e.end(); !done) {
            return done;
        }
    }
    return {};
}

Result<void> writeSamples(Writer& w, const Track& track)
{
    if (track.sampleCount == 0) {
        return {};
    }
    const auto time = w.trace.column(model::counter::kTime, track.id);
    const auto value = w.trace.column(model::counter::kValue, track.id);
    const TrackPlace& place = w.places.of(track.id);
    for (std::size_t i = 0; i < time.size(); ++i) {
        if (!std::isfinite(value[i])) {
            ++w.lostSamples;
            continue;
        }
        std::array<char, 32> room{};
        const auto [end, ec] = std::to_chars(room.data(), room.data() + room.size(), value[i]);
        const std::string_view number(room.data(), static_cast<std::size_t>(end - room.data()));
        EventText& e = w.event.begin('C');
        e.name(track.name).place(place.pid, place.tid).time(time[i].ns);
        e.lane(place.needsLane ? place.lane : std::string_view());
        e.text() += ",\"args\":{\"value\":";
        e.text() += ec == std::errc() ? number : std::string_view("0");
        e.text() += '}';
        if (auto done = e.end(); !done) {
            return done;
        }
    }
    return {};
}

} // namespace longpole::exporting
