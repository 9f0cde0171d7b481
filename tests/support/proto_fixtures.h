// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Small XLA profiles and Perfetto traces for tests, and large ones for benchmarks. The same call
// gives the same bytes everywhere.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace longpole::test {

struct Fixture
{
    std::string path; // below tests/golden
    std::string bytes;
};

std::vector<Fixture> xplaneFixtures();
std::vector<Fixture> perfettoFixtures();

// About that many bytes of a run like real ones.
std::string largeXplane(std::size_t bytes);
std::string largePerfetto(std::size_t bytes);

} // namespace longpole::test
