// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Every Kineto file of the corpus through info, gpu-time (both rules) and kernels.
#include "tests/corpus/corpus.h"
#include "tests/corpus/kineto_figures.h"

#include <gtest/gtest.h>

#include <cctype>
#include <sstream>

namespace {

using longpole::test::Answer;
using longpole::test::Counts;
using longpole::test::GpuTime;
using longpole::test::KinetoFigures;

class Kineto : public testing::TestWithParam<KinetoFigures>
{
};

// "a": 1, "b": 2 … as a JSON object's inside
class Fields
{
public:
    Fields& add(const char* key, std::int64_t value)
    {
        m_text << (m_text.tellp() > 0 ? ", " : "") << '"' << key << "\": " << value;
        return *this;
    }
    std::string text() const { return m_text.str(); }

private:
    std::ostringstream m_text;
};

std::string deviceRow(const GpuTime& d, std::int64_t rank)
{
    Fields f;
    f.add("device", d.device).add("ops", d.ops).add("orphans", d.orphans);
    f.add("span_ns", d.spanNs).add("busy_ns", d.busyNs).add("idle_ns", d.idleNs);
    f.add("compute_ns", d.computeNs).add("memcpy_ns", d.memcpyNs).add("comm_ns", d.commNs);
    f.add("exposed_comm_ns", d.exposedCommNs).add("exposed_memcpy_ns", d.exposedMemcpyNs);
    if (rank >= 0) {
        f.add("rank", rank);
    }
    return "{" + f.text() + "}";
}

std::string overlapDemand(std::int64_t overlaps)
{
    if (overlaps == 0) {
        return R"({"$none": {"kind": "same-stream-overlap"}})";
    }
    return R"({"$has": [{"kind": "same-stream-overlap", "count": )" + std::to_string(overlaps)
        + "}]}";
}

TEST_P(Kineto, CountsAreExact)
{
    const KinetoFigures& figures = GetParam();
    LONGPOLE_NEED_CORPUS(path, figures.path);
    const Counts& c = figures.counts;
    Fields f;
    f.add("slices", c.slices).add("gpu_ops", c.gpuOps).add("kernels", c.kernels);
    f.add("memcpys", c.memcpys).add("memsets", c.memsets).add("api_calls", c.apiCalls);
    f.add("counter_samples", c.counterSamples).add("instants", c.instants).add("span_ns", c.spanNs);
    const Answer info({"info", path, "--json"});
    EXPECT_EQ(info.mismatch(R"({"format": "kineto", )" + f.text() + "}"), "");
    // Flows other than launches and forward/backward pairs depend on how their ends are bound.
    const std::int64_t least = figures.links.launch + figures.links.forwardBackward;
    EXPECT_EQ(info.mismatch(R"({"links": {"$min": )" + std::to_string(least) + "}}"), "");
    const Answer links({"query", path, "--json",
                        "SELECT sum(kind = 'launch'), sum(kind = 'forward_backward') FROM links"});
    EXPECT_EQ(links.mismatch(R"({"rows": [[)" + std::to_string(figures.links.launch) + ", "
                             + std::to_string(figures.links.forwardBackward) + "]]}"),
              "");
    longpole::test::noteChecked(figures.path);
}

TEST_P(Kineto, LedgerTellsOverlapsAndLosesNothing)
{
    const KinetoFigures& figures = GetParam();
    LONGPOLE_NEED_CORPUS(path, figures.path);
    const Answer info({"info", path, "--json"});
    EXPECT_EQ(info.mismatch(R"({"ledger": {"$all": [{"$none": {"severity": "data loss"}}, )"
                            + overlapDemand(figures.counts.overlaps) + "]}}"),
              "");
}

TEST_P(Kineto, GpuTimeIsExactUnderBothRules)
{
    const KinetoFigures& figures = GetParam();
    LONGPOLE_NEED_CORPUS(path, figures.path);
    const Answer all({"gpu-time", path, "--json"});
    EXPECT_EQ(all.mismatch(R"({"rule": "all", "devices": [)"
                           + deviceRow(figures.all, figures.counts.rank) + "]}"),
              "");
    const Answer linked({"gpu-time", path, "--json", "--linked-only"});
    EXPECT_EQ(linked.mismatch(R"({"rule": "linked-only", "devices": [)"
                              + deviceRow(figures.linkedOnly, figures.counts.rank) + "]}"),
              "");
}

TEST_P(Kineto, KernelTableHoldsEveryKernelOnce)
{
    const KinetoFigures& figures = GetParam();
    LONGPOLE_NEED_CORPUS(path, figures.path);
    const Answer answer({"kernels", path, "--json"});
    std::int64_t count = 0;
    double share = 0;
    for (simdjson::dom::element row : simdjson::dom::array(answer.json()["kernels"])) {
        count += std::int64_t(row["count"]);
        share += double(row["share"]);
        EXPECT_LE(std::int64_t(row["min_ns"]), std::int64_t(row["p50_ns"]));
        EXPECT_LE(std::int64_t(row["p50_ns"]), std::int64_t(row["p99_ns"]));
        EXPECT_LE(std::int64_t(row["p99_ns"]), std::int64_t(row["max_ns"]));
    }
    EXPECT_EQ(count, figures.counts.kernels);
    EXPECT_NEAR(share, 1.0, 1e-6);
    std::int64_t copies = 0;
    for (simdjson::dom::element row : simdjson::dom::array(answer.json()["copies"])) {
        copies += std::int64_t(row["count"]);
    }
    EXPECT_EQ(copies, figures.counts.memcpys + figures.counts.memsets);
}

std::string caseName(const testing::TestParamInfo<KinetoFigures>& info)
{
    std::string name;
    for (const char c : std::string(info.param.path)) {
        name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    }
    return name;
}

INSTANTIATE_TEST_SUITE_P(Corpus, Kineto, testing::ValuesIn(longpole::test::kKineto), caseName);

} // namespace
