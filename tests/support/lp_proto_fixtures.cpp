// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the protobuf traces of tests/support/proto_fixtures.h: `lp_proto_fixtures tests/golden`
// renews those that are committed.
#include "tests/support/proto_fixtures.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace {

bool write(const std::filesystem::path& path, const std::string& bytes)
{
    std::ofstream out(path, std::ios::binary);
    out << bytes;
    return static_cast<bool>(out.flush());
}

int usage()
{
    std::fputs("usage: lp_proto_fixtures FOLDER\n"
               "       lp_proto_fixtures xplane|perfetto MEGABYTES FILE\n",
               stderr);
    return 2;
}

} // namespace

int main(int argc, char** argv)
{
    using namespace longpole::test;
    if (argc == 4) {
        const std::size_t bytes = std::strtoull(argv[2], nullptr, 10) << 20U;
        const bool xplane = std::string_view(argv[1]) == "xplane";
        return write(argv[3], xplane ? largeXplane(bytes) : largePerfetto(bytes)) ? 0 : 1;
    }
    if (argc != 2) {
        return usage();
    }
    for (const auto& fixtures : {xplaneFixtures(), perfettoFixtures()}) {
        for (const Fixture& f : fixtures) {
            const std::filesystem::path path = std::filesystem::path(argv[1]) / f.path;
            std::filesystem::create_directories(path.parent_path());
            if (!write(path, f.bytes)) {
                std::fprintf(stderr, "%s cannot be written\n", path.c_str());
                return 1;
            }
        }
    }
    return 0;
}
