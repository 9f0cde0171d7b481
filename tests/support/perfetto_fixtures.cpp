// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/proto_fixtures.h"
#include "tests/support/proto_writer.h"

namespace longpole::test {

namespace {

using W = ProtoWriter;

constexpr int kBegin = 1;
constexpr int kEnd = 2;
constexpr int kInstant = 3;
constexpr int kCounter = 4;
constexpr std::uint64_t kBase = 5'000'000'000; // ns of the boot clock

// Packets of one writer.
class Trace
{
public:
    Trace& packet(std::uint32_t sequence, std::uint64_t timestamp, const W& fields)
    {
        W p;
        p.natural(8, timestamp);
        m_trace.message(1, joined(p.natural(10, sequence), fields));
        return *this;
    }
    // Without a time stamp.
    Trace& packet(std::uint32_t sequence, const W& fields)
    {
        W p;
        m_trace.message(1, joined(p.natural(10, sequence), fields));
        return *this;
    }
    const std::string& bytes() const { return m_trace.str(); }

    static W joined(const W& a, const W& b)
    {
        W both = a;
        both.append(b);
        return both;
    }

private:
    W m_trace;
};

W event(int type, std::uint64_t track, const W& more = {})
{
    return Trace::joined(W().number(9, type).natural(11, track), more);
}
W named(int type, std::uint64_t track, const std::string& name, const W& more = {})
{
    return event(type, track, Trace::joined(W().text(23, name), more));
}
W trackEvent(const W& e)
{
    return W().message(11, e);
}
W interned(std::uint64_t iid, const std::string& text)
{
    return W().natural(1, iid).text(2, text);
}
W descriptor(std::uint64_t uuid, std::uint64_t parent, const std::string& name, const W& more = {})
{
    W d = W().natural(1, uuid);
    if (parent != 0) {
        d.natural(5, parent);
    }
    if (!name.empty()) {
        d.text(2, name);
    }
    return W().message(60, Trace::joined(d, more));
}
W clock(std::uint32_t id, std::uint64_t timestamp)
{
    return W().natural(1, id).natural(2, timestamp);
}

void processAndThread(Trace& t, std::uint32_t sequence)
{
    t.packet(sequence, descriptor(10, 0, "", W().message(3, W().number(1, 42).text(6, "train"))));
    t.packet(
        sequence,
        descriptor(11, 10, "", W().message(4, W().number(1, 42).number(2, 43).text(5, "main"))));
}

// Slices that nest, interned names, arguments, flows, counters, a clock of the writer's own.
std::string trackEvents()
{
    Trace t;
    W own = clock(64, kBase / 1000);
    own.number(3, 1).natural(4, 1000); // counts on, in microseconds
    t.packet(1,
             W().natural(13, 1).natural(87, 1).natural(42, 1).message(
                 6,
                 W().message(1, clock(6, kBase))
                     .message(1, clock(1, 1'700'000'000'000'000'000))
                     .message(1, own)));
    processAndThread(t, 1);
    t.packet(1, descriptor(12, 10, "requests"));
    t.packet(1, descriptor(13, 12, "request 1"));
    t.packet(1, descriptor(14, 10, "memory", W().message(8, W().number(3, 3).number(4, 1024))));
    t.packet(1, descriptor(15, 11, "allocations", W().message(8, W().number(5, 1))));
    t.packet(1, W().message(59, W().natural(58, 64).message(11, W().natural(11, 11))));
    const W nested =
        W().text(10, "shape").message(12, W().number(4, 8)).message(12, W().text(6, "a\"b"));
    t.packet(1, 100,
             W().message(12,
                         W().message(2, interned(1, "step"))
                             .message(1, interned(1, "train"))
                             .message(3, interned(1, "batch")))
                 .message(11,
                          W().number(9, kBegin)
                              .natural(10, 1)
                              .natural(3, 1)
                              .fixed64(47, 7)
                              .message(4, W().natural(1, 1).number(4, 3))
                              .message(4, nested)));
    t.packet(1, 50, trackEvent(W().number(9, kBegin).text(23, "inner")));
    t.packet(1, 10, trackEvent(W().number(9, kInstant).text(23, "mark")));
    t.packet(1, 40, trackEvent(W().number(9, kEnd)));
    t.packet(1, 100,
             trackEvent(W().number(9, kEnd).message(4, W().text(10, "loss").real(5, 0.25))));
    t.packet(1, 10, trackEvent(named(kBegin, 13, "serve", W().fixed64(48, 7))));
    t.packet(1, 90, trackEvent(event(kEnd, 13)));
    t.packet(1, 0, trackEvent(event(kCounter, 14, W().number(30, 100))));
    t.packet(1, 50, trackEvent(event(kCounter, 14, W().number(30, 200))));
    t.packet(1, 0, trackEvent(event(kCounter, 15, W().number(30, 5))));
    t.packet(1, 10, trackEvent(event(kCounter, 15, W().number(30, -2))));
    t.packet(1, 40, trackEvent(named(kBegin, 99, "of a track nobody describes")));
    return t.bytes();
}

W counterSample(double value)
{
    return W().message(52, W().message(2, W().natural(1, 1).real(3, value)).number(3, 1));
}

// Render stages on a queue, the submit that starts one, a counter, other data sources.
std::string gpuWork()
{
    Trace t;
    t.packet(1,
             W().natural(13, 1).message(
                 128, W().message(1, W().text(1, "first")).message(1, W().text(3, "second"))));
    processAndThread(t, 1);
    t.packet(
        2,
        W().natural(13, 1).message(
            12,
            W().message(24, interned(1, "compute queue")).message(24, interned(2, "dispatch"))));
    const W launch = W().message(1, W().natural(1, 8).natural(2, 4))
                         .message(2, W().natural(1, 256))
                         .message(3, W().text(2, "registers_per_thread").number(3, 48));
    const auto stage = [](std::uint64_t id, std::uint64_t duration, const W& more) {
        return Trace::joined(W().natural(13, 2),
                             W().message(53,
                                         Trace::joined(W().natural(1, id)
                                                           .natural(2, duration)
                                                           .natural(13, 1)
                                                           .natural(14, 2)
                                                           .number(11, 1),
                                                       more)));
    };
    t.packet(2, kBase + 30'000,
             stage(1, 20'000, W().natural(10, 100).text(17, "gemm").message(21, launch)));
    t.packet(2, kBase + 60'000, stage(2, 5'000, W().text(17, "Memcpy HtoD")));
    t.packet(2, kBase + 70'000, stage(3, 1'000, {}));
    t.packet(
        3, kBase + 10'000,
        W().message(
            65,
            W().message(2, W().natural(1, 4'000).natural(2, 42).natural(3, 43).natural(6, 100))));
    t.packet(4, kBase,
             W().message(
                 52,
                 W().number(3, 1).message(
                     1,
                     W().message(
                         1, W().natural(1, 1).text(2, "DRAM read").number(7, 7).number(8, 22)))));
    for (std::uint64_t i = 1; i <= 3; ++i) {
        t.packet(4, kBase + i * 20'000, counterSample(10.0 * static_cast<double>(i)));
    }
    t.packet(5, kBase, W().text(39, ""));
    t.packet(5, kBase, W().text(1, ""));
    return t.bytes();
}

// A writer that lost packets: what builds on them is left out until it starts anew.
std::string losses()
{
    Trace t;
    processAndThread(t, 1);
    t.packet(2,
             W().natural(13, 1).natural(87, 1).message(12, W().message(2, interned(1, "before"))));
    const auto pair = [&](std::uint64_t at, const W& begin, const W& envelope) {
        t.packet(2, kBase + at, Trace::joined(envelope, W().natural(13, 2).message(11, begin)));
        t.packet(2, kBase + at + 1'000, W().natural(13, 2).message(11, event(kEnd, 11)));
    };
    const W one = event(kBegin, 11, W().natural(10, 1));
    pair(0, one, {});
    pair(10'000, one, W().natural(42, 1)); // both are left out
    t.packet(2, W().natural(13, 1).message(12, W().message(2, interned(1, "after"))));
    pair(20'000, one, {});
    pair(30'000, event(kBegin, 11, W().natural(10, 9)), {}); // a number nobody explains
    t.packet(2, kBase + 40'000, W().natural(58, 70).message(11, named(kInstant, 11, "odd clock")));
    t.packet(2, W().message(11, named(kInstant, 11, "without time")));
    return t.bytes();
}

// Events in the manner of the Chrome JSON format.
std::string legacyEvents()
{
    Trace t;
    t.packet(1, W().natural(13, 1).message(43, W().number(1, 42).text(6, "browser")));
    t.packet(1, W().message(44, W().number(1, 42).number(2, 43).text(5, "main").number(6, 5'000)));
    t.packet(1, W().message(12, W().message(2, interned(3, "paint"))));
    const auto phase = [](char p, const W& more) {
        return W().message(6, Trace::joined(W().natural(1, 3).number(2, p), more));
    };
    t.packet(1, W().message(11, Trace::joined(W().number(1, 100), phase('X', W().number(3, 50)))));
    t.packet(1, W().message(11, Trace::joined(W().number(1, 100), phase('B', {}))));
    t.packet(1, W().message(11, Trace::joined(W().number(1, 20), phase('E', {}))));
    t.packet(1,
             W().message(11, Trace::joined(W().number(16, 5'400), phase('b', W().natural(6, 9)))));
    t.packet(1,
             W().message(11, Trace::joined(W().number(16, 5'500), phase('e', W().natural(6, 9)))));
    t.packet(1, W().message(11, Trace::joined(W().number(16, 5'600), phase('Z', {}))));
    return t.bytes();
}

} // namespace

std::vector<Fixture> perfettoFixtures()
{
    const std::string events = trackEvents();
    const std::string packed = W().message(1, W().text(50, zlibPacked(events))).str();
    return {{"perfetto/track-events/input.pftrace", events},
            {"perfetto/gpu-work/input.pftrace", gpuWork()},
            {"perfetto/losses/input.pftrace", losses()},
            {"perfetto/legacy/input.pftrace", legacyEvents()},
            {"perfetto/packed/input.pftrace", packed},
            {"perfetto/packed-damaged/input.pftrace",
             events + W().message(1, W().text(50, zlibPacked(events).substr(0, 150))).str()},
            {"perfetto/cut/input.pftrace", events.substr(0, events.size() - 20)}};
}

std::string largePerfetto(std::size_t bytes)
{
    Trace t;
    processAndThread(t, 1);
    W names;
    for (std::uint64_t i = 1; i <= 97; ++i) {
        names.message(2, interned(i, "operator_" + std::to_string(i)));
    }
    names.message(3, interned(1, "shape"));
    t.packet(1, W().natural(13, 1).message(12, names));
    for (std::uint64_t i = 0; t.bytes().size() < bytes; ++i) {
        const std::uint64_t at = kBase + i * 10'000;
        const W args = W().natural(1, 1).number(4, static_cast<std::int64_t>(i % 512));
        t.packet(1, at,
                 W().natural(13, 2).message(
                     11, event(kBegin, 11, W().natural(10, i % 97 + 1).message(4, args))));
        t.packet(1, at + 8'000, W().natural(13, 2).message(11, event(kEnd, 11)));
    }
    return t.bytes();
}

} // namespace longpole::test
