// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The XLA profile of the corpus; figures counted by an independent reader (Python's protobuf).
#include "tests/corpus/corpus.h"

#include <gtest/gtest.h>

namespace {

using longpole::test::Answer;

TEST(Xla, JaxConvHasItsGpuWorkAndLaunches)
{
    LONGPOLE_NEED_CORPUS(path, "xla/jax-conv.xplane.pb");
    // 235 operations, of which ROCm's 35 copy kernels count as copies; each has its launch.
    EXPECT_EQ(Answer({"info", path, "--json"}).mismatch(R"({
        "format": "xplane", "slices": 3650, "gpu_ops": 235, "kernels": 200, "memcpys": 35,
        "memsets": 0, "api_calls": 234, "devices": {"$length": 8},
        "ledger": {"$all": [{"$none": {"severity": "data loss"}},
                            {"$none": {"kind": "gpu-op-without-launch"}}]}})"),
              "");
    EXPECT_EQ(
        Answer({"query", path, "SELECT device, count(*), sum(dur_ns) FROM gpu_ops GROUP BY device",
                "--json"})
            .mismatch(R"({"rows": [[0, 60, 4000165], [1, 25, 3345845], [2, 25, 3524285],
                                         [3, 25, 3403364], [4, 25, 3493365], [5, 25, 3464884],
                                         [6, 25, 3403004], [7, 25, 3502165]]})"),
        "");
    longpole::test::noteChecked("xla/jax-conv.xplane.pb");
}

} // namespace
