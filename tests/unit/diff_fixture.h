// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Traces of step recordings, and two of them matched.
#pragma once

#include "core/diff/match.h"
#include "core/open/open_trace.h"
#include "tests/support/step_recording.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>

namespace longpole::test {

inline std::shared_ptr<const model::Trace> opened(const StepRecording& recording)
{
    static int number = 0;
    const std::string path = (std::filesystem::temp_directory_path()
                              / ("longpole-diff-" + std::to_string(::getpid()) + "-"
                                 + std::to_string(++number) + ".json"))
                                 .string();
    recording.write(path);
    open::OpenOptions options;
    options.useCache = false;
    auto trace = open::openTrace({path}, options, JobContext());
    std::filesystem::remove(path);
    EXPECT_TRUE(trace) << (trace ? "" : trace.error().text());
    return trace ? *trace : nullptr;
}

struct Matched
{
    diff::IdentityTable table;
    diff::Side before;
    diff::Side after;
    diff::Matching matching;

    Matched(const StepRecording& a, const StepRecording& b)
        : before(side(a))
        , after(side(b))
    {
        auto m = diff::matchOps(before, after, table, {}, JobContext());
        EXPECT_TRUE(m);
        matching = std::move(*m);
    }
    std::size_t count(diff::PairKind kind, int flag = -1) const
    {
        std::size_t n = 0;
        for (const diff::OpPair& p : matching.pairs) {
            n += p.kind == kind && (flag < 0 || (flag == 0 ? p.flags == 0 : (p.flags & flag) != 0))
                ? 1
                : 0;
        }
        return n;
    }
    std::string nameBefore(std::uint32_t row) const
    {
        return std::string(table.text(before.keys.name[row]));
    }
    std::string nameAfter(std::uint32_t row) const
    {
        return std::string(table.text(after.keys.name[row]));
    }

private:
    diff::Side side(const StepRecording& recording)
    {
        diff::Side out;
        out.trace = opened(recording);
        auto iterations = diff::findIterations(*out.trace, "", JobContext());
        EXPECT_TRUE(iterations);
        out.iterations = std::move(*iterations);
        out.keys = diff::opKeys(*out.trace, out.iterations, table);
        return out;
    }
};

} // namespace longpole::test
