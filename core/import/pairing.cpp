// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pairing.h"

#include "core/base/time.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace longpole::import {

namespace {

using Kind = HalfRecord::Kind;

bool isAsync(const HalfRecord& h)
{
    return h.kind == Kind::AsyncBegin || h.kind == Kind::AsyncEnd;
}

std::int64_t lastTime(const RawTrace& raw)
{
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    for (const auto& chunk : raw.slices) {
        for (const SliceBody& s : chunk) {
            last = std::max(last, saturatingAdd(s.start, s.duration));
        }
    }
    for (const HalfRecord& h : raw.halves) {
        last = std::max(last, h.time);
    }
    for (const InstantRecord& i : raw.instants) {
        last = std::max(last, i.time);
    }
    for (const CounterRecord& c : raw.counters) {
        last = std::max(last, c.time);
    }
    return last;
}

// Pairs the halves of one thread or one async id.
class Pairer
{
public:
    Pairer(RawTrace& raw, std::int64_t traceEnd)
        : m_raw(raw)
        , m_traceEnd(traceEnd)
    { }

    void begin(const HalfRecord& h) { m_open.push_back(h); }

    void end(const HalfRecord& h)
    {
        const bool unnamed = m_raw.strings.get(h.name).empty();
        const auto match = std::find_if(m_open.rbegin(), m_open.rend(), [&](const HalfRecord& b) {
            return unnamed || b.name == h.name;
        });
        if (match == m_open.rend()) {
            m_raw.ledger.add("end-without-begin", model::Severity::DataLoss,
                             "an end event closes nothing that is open; it was left out",
                             std::string(m_raw.strings.get(h.name)) + " at "
                                 + std::to_string(h.time) + " ns");
            return;
        }
        SliceRecord s = slice(*match, h.time);
        if (s.args == model::kNull32) {
            s.args = h.args;
        }
        if (s.duration < 0) {
            s.duration = 0;
            s.flags |= model::SliceClamped;
            m_raw.ledger.add("end-before-begin", model::Severity::Repaired,
                             "an event ends before it begins; its duration was set to 0",
                             std::string(m_raw.strings.get(s.name)));
        }
        m_raw.slices[s.track].push_back(s);
        m_open.erase(std::next(match).base());
    }

    void finish()
    {
        for (const HalfRecord& b : m_open) {
            SliceRecord s = slice(b, std::max(b.time, m_traceEnd));
            s.flags |= model::SliceOpenEnded;
            m_raw.slices[s.track].push_back(s);
            m_raw.ledger.add("begin-without-end", model::Severity::Repaired,
                             "an event begins and never ends; it was drawn to the end of the trace",
                             m_raw.strings.get(b.name));
        }
        m_open.clear();
    }

private:
    SliceRecord slice(const HalfRecord& b, std::int64_t end) const
    {
        SliceRecord s;
        s.start = b.time;
        s.duration = saturatingSub(end, b.time);
        s.name = b.name;
        s.track = b.track;
        s.args = b.args;
        s.category = b.category;
        s.role = SliceRole::Plain;
        s.facts = m_group;
        return s;
    }

public:
    void setGroup(std::uint32_t group) { m_group = group; }

private:
    RawTrace& m_raw;
    std::int64_t m_traceEnd;
    std::vector<HalfRecord> m_open;
    std::uint32_t m_group = model::kNull32;
};

template <class SameRun>
void pairRuns(RawTrace& raw, std::vector<HalfRecord>& halves, std::int64_t traceEnd, SameRun same)
{
    std::uint32_t group = 0;
    for (std::size_t first = 0; first < halves.size(); ++group) {
        Pairer pairer(raw, traceEnd);
        pairer.setGroup(isAsync(halves[first]) ? group : model::kNull32);
        std::size_t i = first;
        for (; i < halves.size() && same(halves[first], halves[i]); ++i) {
            const bool begins = halves[i].kind == Kind::Begin || halves[i].kind == Kind::AsyncBegin;
            begins ? pairer.begin(halves[i]) : pairer.end(halves[i]);
        }
        pairer.finish();
        first = i;
    }
}

} // namespace

void pairHalves(RawTrace& raw)
{
    if (raw.halves.empty()) {
        return;
    }
    const std::int64_t traceEnd = lastTime(raw);
    const auto asyncs = std::stable_partition(raw.halves.begin(), raw.halves.end(),
                                              [](const HalfRecord& h) { return !isAsync(h); });
    std::vector<HalfRecord> threads(raw.halves.begin(), asyncs);
    std::vector<HalfRecord> async(asyncs, raw.halves.end());
    raw.halves = {};

    // File order decides between equal times.
    std::stable_sort(threads.begin(), threads.end(), [](const HalfRecord& a, const HalfRecord& b) {
        return a.track != b.track ? a.track < b.track : a.time < b.time;
    });
    pairRuns(raw, threads, traceEnd,
             [](const HalfRecord& a, const HalfRecord& b) { return a.track == b.track; });

    const auto id = [](const HalfRecord& h) {
        return std::tuple(h.track, h.category, h.idIsText, h.id);
    };
    std::stable_sort(async.begin(), async.end(), [&](const HalfRecord& a, const HalfRecord& b) {
        return id(a) != id(b) ? id(a) < id(b) : a.time < b.time;
    });
    pairRuns(raw, async, traceEnd,
             [&](const HalfRecord& a, const HalfRecord& b) { return id(a) == id(b); });
}

} // namespace longpole::import
