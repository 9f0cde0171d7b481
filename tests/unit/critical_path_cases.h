// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Runs small enough to be worked out by hand. L = 5, G = 1, W = 1, R = 2, C0 = 1 us.
// The checks are functions of the options, so that the mutations can be tried on each.
#pragma once

#include "critical_path_scenario.h"

#include <functional>
#include <string>
#include <vector>

namespace longpole::test {

// Collects what doesn't hold: empty = all right.
class Checks
{
public:
    explicit Checks(critical_path::Mutations mutations)
        : m_mutations(mutations)
    { }
    Scenario scenario() const
    {
        Scenario s;
        s.options.mutations = m_mutations;
        return s;
    }
    void equal(const std::string& what, double got, double expected)
    {
        if (got != expected) {
            m_failed.push_back(what + ": " + std::to_string(got) + ", expected "
                               + std::to_string(expected));
        }
    }
    void hold(const std::string& what, bool condition)
    {
        if (!condition) {
            m_failed.push_back(what);
        }
    }
    const std::vector<std::string>& failed() const { return m_failed; }

private:
    critical_path::Mutations m_mutations;
    std::vector<std::string> m_failed;
};

struct Case
{
    std::string name;
    std::function<void(Checks&)> check;
};

// The fifteen scenarios of the design, S1 to S15, with second ones where one proves little.
std::vector<Case> designCases();
// What real traces taught beyond them.
std::vector<Case> furtherCases();

} // namespace longpole::test
