// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the program of collectors/doubles with the collector in it and reads what it left.
#pragma once

#include "tests/collector/wire_records.h"

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace longpole::testing {

struct Recorded
{
    int exitCode = -1; // or 128 + signal
    std::string errors; // what the program wrote to standard error
    double seconds = 0;
    std::vector<SpoolContents> spools; // by name
    std::vector<std::vector<std::string>> names; // kernels' names of each spool, as they came
    std::vector<wire::SpoolDamage> damage;
};

using Variables = std::vector<std::pair<std::string, std::string>>;

class Recording
{
public:
    Recording();
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    // double_target with these arguments; variables are added to (or, empty, taken from) what the
    // launcher would set.
    Recorded run(const std::vector<std::string>& arguments, const Variables& variables = {});
    // In the child, before the program starts.
    std::function<void()> inChild;

    std::filesystem::path folder; // an empty one for this test
    std::filesystem::path spoolFolder() const { return folder / "spools"; }
    static std::string doubles(const std::string& name);

private:
    void read(Recorded& out) const;
};

} // namespace longpole::testing
