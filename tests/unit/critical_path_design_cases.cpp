// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "critical_path_cases.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace longpole::test {

namespace {

using namespace critical_path;

void gpuBound(Checks& c)
{
    Scenario s = c.scenario();
    s.kernel("A", 0, {5, 105}, 0).kernel("B", 0, {106, 206}, 4).kernel("C", 0, {207, 307}, 8);
    s.streamSync(0, {12, 309});
    c.equal("T", s.makespan(), 309);
    c.equal("launch", s.category(Category::Launch), 5);
    c.equal("kernels", s.category(Category::Kernel), 300);
    c.equal("gaps", s.category(Category::KernelGap), 2);
    c.equal("return", s.category(Category::SyncReturn), 2);
    c.equal("unexplained", s.category(Category::Unexplained), 0);
    c.equal("B x 0.5", s.scaled({"B"}, 0.5), 259);
    c.equal("slack A", s.slack("A"), 0);
    c.equal("slack B", s.slack("B"), 0);
    c.equal("slack C", s.slack("C"), 0);
    c.equal("slack launch B", s.slackOfCall(1), 97);
    c.equal("slack sync", s.slackOfCall(3), 296);
}

void launchBound(Checks& c)
{
    Scenario s = c.scenario();
    s.kernel("A", 0, {5, 8}, 0).kernel("B", 0, {25, 28}, 20).kernel("C", 0, {45, 48}, 40);
    s.streamSync(0, {60, 61});
    c.equal("T", s.makespan(), 61);
    c.equal("host", s.category(Category::Cpu) + s.category(Category::HostUntracked), 61);
    c.equal("slack A", s.slack("A"), 43);
    c.equal("slack B", s.slack("B"), 27);
    c.equal("slack C", s.slack("C"), 11);
    c.equal("all x 0", s.allScaled(0), 61);
    c.equal("C x 8", s.scaled({"C"}, 8), 71);
}

void launchBeatsFifo(Checks& c)
{
    Scenario s = c.scenario();
    s.kernel("A", 0, {5, 98}, 0).kernel("B", 0, {101, 111}, 95).streamSync(0, {103, 113});
    c.equal("T", s.makespan(), 113);
    c.equal("host", s.category(Category::Cpu) + s.category(Category::HostUntracked), 95);
    c.equal("launch", s.category(Category::Launch) + s.category(Category::Unexplained), 6);
    c.equal("kernels", s.category(Category::Kernel), 10);
    c.equal("A x 0.5", s.scaled({"A"}, 0.5), 113);
    c.equal("slack A", s.slack("A"), 1);
    c.equal("A + 10", s.scaled({"A"}, 103.0 / 93.0), 122);
}

void eventWait(Checks& c)
{
    Scenario s = c.scenario();
    s.kernel("A", 0, {5, 55}, 0).record(1, 0, 4).wait(1, 1, 6).kernel("B", 1, {56, 96}, 8);
    s.kernel("C", 0, {56, 76}, 12).deviceSync({16, 98});
    c.equal("T", s.makespan(), 98);
    c.equal("kernels", s.category(Category::Kernel), 90);
    c.equal("event wait", s.category(Category::EventWait), 1);
    c.equal("slack C", s.slack("C"), 20);
    c.equal("B x 0.5", s.scaled({"B"}, 0.5), 78);
    c.equal("B x 0.25", s.scaled({"B"}, 0.25), 78);
    c.equal("C x 3", s.scaled({"C"}, 3), 118);
    c.equal("C x 1.5", s.scaled({"C"}, 1.5), 98);
    c.equal("drag B", s.drag("B"), 20);
}

void twoWaits(Checks& c)
{
    Scenario s = c.scenario();
    s.kernel("A", 0, {5, 55}, 0).record(1, 0, 2).kernel("B", 1, {9, 89}, 4).record(2, 1, 6);
    s.wait(2, 2, 8).wait(2, 1, 9).kernel("C", 2, {90, 100}, 10).deviceSync({14, 102});
    c.equal("T", s.makespan(), 102);
    c.equal("host", s.category(Category::Cpu) + s.category(Category::HostUntracked), 4);
    c.equal("kernels", s.category(Category::Kernel), 90);
    c.equal("slack A", s.slack("A"), 34);
    c.equal("B x 0.5", s.scaled({"B"}, 0.5), 68);
}

void blockingCopy(Checks& c)
{
    Scenario s = c.scenario();
    s.kernel("A", 0, {5, 105}, 0);
    s.copy("copy", 0, {106, 116}, {4, 118}, true, CopyKind::DeviceToHost);
    s.kernel("D", 0, {155, 165}, 150).streamSync(0, {152, 167});
    c.equal("T", s.makespan(), 167);
    c.equal("host", s.category(Category::Cpu) + s.category(Category::HostUntracked), 32);
    c.equal("copy", s.category(Category::Memcpy), 10);
    c.equal("A x 0.5", s.scaled({"A"}, 0.5), 117);
    c.equal("copy x 0", s.scaled({"copy"}, 0), 157);
}

void trailingCopy(Checks& c)
{
    Scenario s = c.scenario();
    s.copy("copy", 1, {10, 60}, {4, 5}, false, CopyKind::HostToDevicePinned);
    s.kernel("A", 0, {13, 33}, 8).streamSync(0, {12, 35});
    s.input.extent = {TimeNs{0}, TimeNs{60 * kUs}};
    c.equal("T", s.makespan(), 60);
    c.equal("host", s.category(Category::Cpu) + s.category(Category::HostUntracked), 4);
    c.equal("launch", s.category(Category::Launch) + s.category(Category::Unexplained), 6);
    c.equal("copy", s.category(Category::Memcpy), 50);
    c.equal("slack A", s.slack("A"), 25);
    c.equal("copy x 0.2", s.scaled({"copy"}, 0.2), 35);
}

void legacyStream(Checks& c)
{
    Scenario s = c.scenario();
    s.kernel("k1", 1, {5, 55}, 0).kernel("k2", 0, {56, 66}, 2).kernel("k3", 1, {67, 97}, 4);
    s.kernel("nb", 2, {11, 31}, 6).deviceSync({10, 99});
    s.legacy(0).blocking(1);
    c.equal("T", s.makespan(), 99);
    c.equal("kernels", s.category(Category::Kernel), 90);
    c.equal("unexplained", s.category(Category::Unexplained), 0);
    c.equal("slack nb", s.slack("nb"), 66);
    c.equal("k2 x 0", s.scaled({"k2"}, 0), 89);
}

// The default stream is the one that is waited for: two blocking streams follow it.
void legacyStreamFansOut(Checks& c)
{
    Scenario s = c.scenario();
    s.kernel("d", 0, {5, 45}, 0).kernel("p", 1, {46, 66}, 2).kernel("q", 2, {46, 86}, 4);
    s.kernel("e", 0, {87, 97}, 6).deviceSync({8, 99});
    s.legacy(0).blocking(1).blocking(2);
    c.equal("T", s.makespan(), 99);
    c.equal("unexplained", s.category(Category::Unexplained), 0);
    c.equal("slack p", s.slack("p"), 20);
    c.equal("d x 0.5", s.scaled({"d"}, 0.5), 79);
    c.equal("q x 0.25", s.scaled({"q"}, 0.25), 79);
}

void twoThreads(Checks& c, bool isExplicit)
{
    Scenario s = c.scenario();
    s.options.inferHandOffs = !isExplicit;
    s.kernel("A", 0, {5, 12}, 0).cpu({0, 20}).cpu({22, 55}, 1).cpu({57, 60});
    s.kernel("C", 0, {65, 75}, 60).streamSync(0, {64, 77});
    if (isExplicit) {
        s.handOff(0, 20, 1, 22).handOff(1, 55, 0, 57);
    }
    c.equal("T", s.makespan(), 77);
    c.equal("hand-off", s.category(Category::HandOff), 4);
    c.equal("host", s.category(Category::Cpu), 56);
    c.equal("kernels", s.category(Category::Kernel), 10);
    c.equal("launch", s.category(Category::Launch), 5);
    c.equal("return", s.category(Category::SyncReturn), 2);
    const PathModel& m = s.model();
    c.hold("enters the other thread",
           std::any_of(m.path.begin(), m.path.end(),
                       [&](std::uint32_t p) { return m.threadOf(p) == 1; }));
}

void straggler(Checks& c)
{
    Scenario s = c.scenario();
    s.rank(1, 1);
    s.kernel("A0", 0, {5, 55}, 0).kernel("coll0", 0, {56, 128}, 2).streamSync(0, {4, 130});
    s.kernel("A1", 0, {5, 105}, 0, 1).kernel("coll1", 0, {106, 128}, 2, 1);
    s.streamSync(0, {4, 130}, 1).collective({"coll0", "coll1"});
    c.equal("T", s.makespan(), 130);
    c.equal("kernels", s.category(Category::Kernel), 100);
    c.equal("transfer", s.category(Category::CollectiveTransfer), 22);
    c.hold("through rank 1", s.onPath("A1"));
    c.equal("slack A0", s.slack("A0"), 50);
    c.equal("slack A1", s.slack("A1"), 0);
    c.equal("A1 x 0.5", s.scaled({"A1"}, 0.5), 80);
    c.equal("A1 x 0.1", s.scaled({"A1"}, 0.1), 80);
    c.equal("transfer x 0.5", s.scaled({"coll0", "coll1"}, 0.5), 119);
}

// A collective that takes no time once all are there: its points tie.
void zeroTransfer(Checks& c)
{
    Scenario s = c.scenario();
    s.rank(1, 1);
    s.kernel("A0", 0, {5, 55}, 0).kernel("coll0", 0, {56, 106}, 2).streamSync(0, {4, 108});
    s.kernel("A1", 0, {5, 105}, 0, 1).kernel("coll1", 0, {106, 106}, 2, 1);
    s.streamSync(0, {4, 108}, 1).collective({"coll0", "coll1"});
    c.equal("T", s.makespan(), 108);
    c.equal("unexplained", s.category(Category::Unexplained), 0);
    c.equal("dropped", static_cast<double>(s.model().graph.dropped), 0);
    c.equal("A1 x 0.5", s.scaled({"A1"}, 0.5), 58);
}

void cudaGraph(Checks& c)
{
    Scenario s = c.scenario();
    s.graph(0, 0, {{"G1", {6, 26}}, {"G2", {27, 57}}, {"G3", {27, 47}}, {"G4", {58, 68}}});
    s.streamSync(0, {10, 70});
    c.equal("T", s.makespan(), 70);
    c.equal("kernels", s.category(Category::Kernel), 60);
    c.equal("gaps", s.category(Category::KernelGap), 2);
    c.equal("slack G3", s.slack("G3"), 10);
    c.equal("G2 x 0.5", s.scaled({"G2"}, 0.5), 60);
}

void fullQueue(Checks& c)
{
    Scenario s = c.scenario();
    s.options.queueDepth = 3;
    s.kernel("K1", 0, {5, 105}, 0).kernel("K2", 0, {106, 206}, 2).kernel("K3", 0, {207, 307}, 4);
    s.kernel("K4", 0, {308, 408}, 6, 0, 107).streamSync(0, {108, 410});
    c.equal("T", s.makespan(), 410);
    c.equal("x 0.5", s.allScaled(0.5), 210);
    c.equal("x 0.1", s.allScaled(0.1), 50);
}

// Host work behind the blocked launch is what ends the run.
void fullQueueHoldsTheHost(Checks& c)
{
    Scenario s = c.scenario();
    s.options.queueDepth = 2;
    s.kernel("K1", 0, {5, 105}, 0).kernel("K2", 0, {106, 116}, 2);
    s.kernel("K3", 0, {117, 127}, 4, 0, 107).cpu({107, 207}).streamSync(0, {207, 208});
    c.equal("T", s.makespan(), 208);
    c.equal("queue full", s.category(Category::QueueFull), 2);
    c.equal("kernels", s.category(Category::Kernel), 100);
    c.equal("K1 x 0.5", s.scaled({"K1"}, 0.5), 158);
    c.equal("drag K1", s.drag("K1"), 100);
}

void clockSkew(Checks& c)
{
    Scenario s = c.scenario();
    s.kernel("A", 0, {5, 55}, 0).kernel("B", 0, {57, 67}, 60).streamSync(0, {70, 71});
    c.equal("T", s.makespan(), 71);
    c.equal("dropped", static_cast<double>(s.model().graph.dropped), 1);
    std::int64_t at = s.model().window.begin;
    for (const PathStep& step : s.model().steps) {
        c.hold("contiguous", step.begin == at && step.end > at);
        at = step.end;
    }
    c.equal("end", static_cast<double>(at), 71'000);
}

void eventSyncMidStream(Checks& c)
{
    Scenario s = c.scenario();
    s.kernel("A", 0, {5, 45}, 0).record(1, 0, 2).kernel("B", 0, {46, 96}, 4);
    s.eventSync(1, {6, 47}).kernel("C", 1, {85, 88}, 80).deviceSync({84, 98});
    c.equal("T", s.makespan(), 98);
    c.equal("kernels", s.category(Category::Kernel), 90);
    c.equal("A x 0.5", s.scaled({"A"}, 0.5), 78);
    c.equal("B x 0", s.scaled({"B"}, 0), 90);
}

void hostGap(Checks& c)
{
    Scenario s = c.scenario();
    s.kernel("A", 0, {5, 10}, 0).streamSync(0, {3, 12});
    s.kernel("B", 0, {117, 122}, 112).streamSync(0, {115, 124});
    c.equal("T", s.makespan(), 124);
    c.equal("untracked", s.category(Category::HostUntracked), 100);
    c.equal("x 0", s.allScaled(0), 114);
}

} // namespace

std::vector<Case> designCases()
{
    return {{"S1 GPU-bound chain", gpuBound},
            {"S2 launch-bound", launchBound},
            {"S3 launch beats stream order", launchBeatsFifo},
            {"S4 event wait", eventWait},
            {"S5 two waits, one kernel", twoWaits},
            {"S6 blocking copy", blockingCopy},
            {"S7 trailing asynchronous copy", trailingCopy},
            {"S8 legacy default stream", legacyStream},
            {"S8b legacy stream fans out", legacyStreamFansOut},
            {"S9 two threads, known hand-off", [](Checks& c) { twoThreads(c, true); }},
            {"S9 two threads, inferred hand-off", [](Checks& c) { twoThreads(c, false); }},
            {"S10 straggler rank", straggler},
            {"S10b collective without transfer time", zeroTransfer},
            {"S11 graph", cudaGraph},
            {"S12 full launch queue", fullQueue},
            {"S12b full queue holds the host", fullQueueHoldsTheHost},
            {"S13 clock skew", clockSkew},
            {"S14 event sync mid-stream", eventSyncMidStream},
            {"S15 host gap", hostGap}};
}

} // namespace longpole::test
