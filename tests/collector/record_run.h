// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// `longpole record` as a user has it, with the doubles of libcuda and libcupti in place of a GPU.
#pragma once

#include "tests/golden/run_program.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace longpole::test {

class RecordRun : public ::testing::Test
{
protected:
    RecordRun()
    {
        ::setenv("LD_LIBRARY_PATH", doubles().c_str(), 1);
        for (const char* v : {"CUDA_INJECTION64_PATH", "NVTX_INJECTION64_PATH", "RANK",
                              "WORLD_SIZE", "DOUBLE_FAIL", "DOUBLE_NODE_MS", "DOUBLE_OTHER"}) {
            ::unsetenv(v);
        }
    }
    ~RecordRun() override
    {
        for (const char* v : {"LD_LIBRARY_PATH", "DOUBLE_FAIL"}) {
            ::unsetenv(v);
        }
    }

    static std::string doubles() { return LONGPOLE_DOUBLES; }
    static std::string target() { return doubles() + "/double_target"; }
    std::string out() const { return folder.file("run.longpole"); }
    Outcome record(const std::vector<std::string>& options,
                   const std::vector<std::string>& command) const
    {
        std::vector<std::string> all{"record", "-o", out(), "--cupti",
                                     doubles() + "/libcupti.so.13"};
        all.insert(all.end(), options.begin(), options.end());
        all.emplace_back("--");
        all.insert(all.end(), command.begin(), command.end());
        return runLongpole(all);
    }
    // The first column of a query on the trace, as JSON.
    std::vector<std::string> query(const std::string& sql) const
    {
        std::vector<std::string> out;
        simdjson::dom::parser parser;
        for (const std::string& row : rows(sql)) {
            out.push_back(simdjson::minify(parser.parse(row).at(0)));
        }
        return out;
    }
    // All columns, a JSON array a row.
    std::vector<std::string> rows(const std::string& sql) const
    {
        const Outcome o = runLongpole({"query", out(), sql, "--json"});
        EXPECT_EQ(o.exitCode, 0) << o.err;
        std::vector<std::string> out;
        simdjson::dom::parser parser;
        for (const auto row : parser.parse(o.out)["rows"].get_array()) {
            out.push_back(simdjson::minify(row));
        }
        return out;
    }
    // Empty where the trace has no such property.
    std::string property(const std::string& name) const
    {
        const auto rows =
            query("SELECT value FROM meta WHERE key = 'property.recording." + name + "'");
        return rows.empty() ? "" : rows[0].substr(1, rows[0].size() - 2);
    }

    TempFolder folder;
};

// The same of the program that acts by its arguments.
class RecordTarget : public RecordRun
{
protected:
    Outcome record(const std::vector<std::string>& options,
                   const std::vector<std::string>& words) const
    {
        std::vector<std::string> command{target()};
        command.insert(command.end(), words.begin(), words.end());
        return RecordRun::record(options, command);
    }
};

} // namespace longpole::test
