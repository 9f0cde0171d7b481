// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "critical_path_cases.h"

#include <cstdint>
#include <vector>

namespace longpole::test {

namespace {

using namespace critical_path;

// An idle helper thread owns the last event of the run.
void idleHelper(Checks& c)
{
    Scenario s = c.scenario();
    s.kernel("A", 0, {5, 105}, 0).streamSync(0, {4, 107}).cpu({107, 110});
    s.cpu({0, 1}, 1).cpu({109, 112}, 1);
    s.options.inferHandOffs = false;
    c.equal("T", s.makespan(), 112);
    c.hold("A is on the path", s.onPath("A"));
    c.equal("kernels", s.category(Category::Kernel), 100);
}

// The thread that launches most falls silent, another waits for the work: the run does not last
// because of that silence. T = 5 + 50 + 1 + 50 + R 2 + 2 of the host.
void anchorFallsSilent(Checks& c)
{
    Scenario s = c.scenario();
    s.options.inferHandOffs = false;
    s.kernel("A", 0, {5, 55}, 0, 1).kernel("B", 0, {56, 106}, 2, 1);
    s.deviceSync({10, 108}).cpu({108, 110});
    c.equal("T", s.makespan(), 110);
    c.equal("kernels", s.category(Category::Kernel), 100);
    c.equal("A x 0.5", s.scaled({"A"}, 0.5), 85);
    c.equal("drag B", s.drag("B"), 50);
}

// A watchdog asks about events until long after the work is done: the time of its last question is
// the run's end, but no reason why the run lasts. T = 5 + 100 + R 2 + silence until 203.
void watchdogLooksOn(Checks& c)
{
    Scenario s = c.scenario();
    s.options.inferHandOffs = false;
    s.kernel("A", 0, {5, 105}, 0).streamSync(0, {4, 107});
    for (const double t : {40.0, 80.0, 120.0, 160.0, 200.0}) {
        s.query(-1, {t, t + 3}, QueryAnswer::Unknown, 1);
    }
    c.equal("T", s.makespan(), 203);
    c.equal("kernels", s.category(Category::Kernel), 100);
    c.equal("A x 0.5", s.scaled({"A"}, 0.5), 153);
    c.equal("drag A", s.drag("A"), 100);
}

void pollLoop(Checks& c)
{
    Scenario s = c.scenario();
    s.kernel("A", 0, {5, 45}, 0).record(1, 0, 2);
    s.query(1, {6, 7}, QueryAnswer::NotReady).query(1, {20, 21}, QueryAnswer::NotReady);
    s.query(1, {46, 47}, QueryAnswer::Ready).kernel("B", 1, {55, 65}, 50).deviceSync({52, 67});
    c.equal("T", s.makespan(), 67);
    c.equal("kernels", s.category(Category::Kernel), 50);
    c.equal("A x 0.5", s.scaled({"A"}, 0.5), 47);
}

void implicitSync(Checks& c)
{
    Scenario s = c.scenario();
    s.kernel("A", 0, {5, 105}, 0).other(CallKind::ImplicitSync, {10, 107});
    s.kernel("B", 0, {115, 125}, 110).streamSync(0, {112, 127});
    c.equal("T", s.makespan(), 127);
    c.equal("kernels", s.category(Category::Kernel), 110);
    c.equal("A x 0.5", s.scaled({"A"}, 0.5), 77);
}

void unresolvedWait(Checks& c)
{
    Scenario s = c.scenario();
    s.kernel("A", 0, {5, 55}, 0).wait(1, -1, 6).kernel("B", 1, {56, 96}, 8);
    s.deviceSync({16, 98});
    c.equal("T", s.makespan(), 98);
    c.equal("unresolved", static_cast<double>(s.model().counts.unresolvedWaits), 1);
    c.hold("inferred", s.model().graph.inferred > 0);
    c.equal("kernels", s.category(Category::Kernel), 90);
    c.equal("inferred time", static_cast<double>(s.model().inferredNs), 51'000);
}

void dependentLaunch(Checks& c)
{
    Scenario s = c.scenario();
    s.kernel("A", 0, {5, 55}, 0).kernel("B", 0, {53, 80}, 2).streamSync(0, {4, 82});
    c.equal("T", s.makespan(), 82);
    c.equal("kernels", s.category(Category::Kernel), 75);
    c.equal("unexplained", s.category(Category::Unexplained), 0);
    c.equal("dropped", static_cast<double>(s.model().graph.dropped), 0);
    c.equal("A x 0.5", s.scaled({"A"}, 0.5), 58);
    c.equal("B x 0", s.scaled({"B"}, 0), 57);
}

void rootedCollectives(Checks& c)
{
    for (const CollectiveShape shape : {CollectiveShape::Broadcast, CollectiveShape::Reduce}) {
        Scenario s = c.scenario();
        s.rank(1, 1);
        const bool broadcast = shape == CollectiveShape::Broadcast;
        // Who waits begins early and ends late; the other side begins late.
        s.kernel("wait", 0, {5, 128}, 0).streamSync(0, {4, 130});
        s.kernel("A", 0, {5, 105}, 0, 1).kernel("late", 0, {106, 120}, 2, 1);
        s.streamSync(0, {4, 122}, 1);
        s.collective({"wait", "late"}, shape, broadcast ? "late" : "wait");
        c.equal("T", s.makespan(), 130);
        c.equal("transfer", s.category(Category::CollectiveTransfer), 22);
        c.equal("A x 0.5", s.scaled({"A"}, 0.5), 80);
    }
}

// The woken thread did work of its own before it waited: that stays work.
void wokenThreadHadWork(Checks& c)
{
    Scenario s = c.scenario();
    s.options.inferHandOffs = false;
    s.cpu({0, 100}).kernel("A", 0, {6, 9}, 1);
    s.kernel("B", 1, {7, 10}, 2, 1).cpu({2, 40}, 1);
    s.kernel("C", 1, {107, 117}, 102, 1).streamSync(1, {104, 119}, 1);
    s.input.handOffs.push_back({0, 1, 100'000, 102'000, false, 40'000});
    c.equal("T", s.makespan(), 119);
    c.equal("host", s.category(Category::Cpu) + s.category(Category::HostUntracked), 100);
    c.equal("hand-off", s.category(Category::HandOff), 2);
    // Its own 38 us may grow by 62 before the hand-off no longer counts.
    c.equal("slack of its launch", s.slackOfCall(1), 62);
}

// A graph whose edges are recorded: D needs B only, whatever ran beside it.
void knownGraphEdges(Checks& c)
{
    Scenario s = c.scenario();
    s.graph(0, 0, {{"A", {5, 15}}, {"B", {16, 26}}, {"C", {16, 46}}, {"D", {47, 57}}});
    s.streamSync(0, {4, 59});
    const std::uint32_t a = 0;
    s.input.graphEdges = {{a, a + 1}, {a, a + 2}, {a + 1, a + 3}};
    c.equal("T", s.makespan(), 59);
    c.equal("inferred", static_cast<double>(s.model().graph.inferred), 0);
    // D started late for no recorded reason: the path goes through B, the rest is unexplained.
    c.hold("C is not on the path", !s.onPath("C"));
    c.equal("unexplained", s.category(Category::Unexplained), 20);
    c.equal("slack C", s.slack("C"), 11);
}

} // namespace

std::vector<Case> furtherCases()
{
    return {{"idle helper thread", idleHelper},
            {"anchor falls silent", anchorFallsSilent},
            {"watchdog looks on", watchdogLooksOn},
            {"poll loop", pollLoop},
            {"implicit sync", implicitSync},
            {"unresolved wait", unresolvedWait},
            {"dependent launch", dependentLaunch},
            {"rooted collectives", rootedCollectives},
            {"woken thread had work", wokenThreadHadWork},
            {"known graph edges", knownGraphEdges}};
}

} // namespace longpole::test
