// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Writes small SQLite files into folders, for the fuzz targets of the formats that are such files:
// the databases of tests/support/sqlite with small pages, whole, cut, and with turned bits.
#include "tests/support/make_database.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

namespace {

void write(const std::string& path, const std::string& bytes)
{
    std::ofstream(path, std::ios::binary) << bytes;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: make_database_inputs FOLDER\n");
        return 2;
    }
    std::mt19937 rng(1);
    for (const char* name : {"nsys_all", "nsys_2_9", "rocpd_inline", "rocpd_tracks", "rpd"}) {
        const std::string format = std::string(name).substr(0, std::string(name).find('_'));
        const std::string folder = std::string(argv[1]) + "/" + format;
        std::filesystem::create_directories(folder);
        const std::string path = folder + "/" + name;
        longpole::test::makeDatabase(path, longpole::test::databaseSql(name), 512);
        std::ifstream in(path, std::ios::binary);
        const std::string whole{std::istreambuf_iterator<char>(in), {}};
        for (int i = 0; i < 12; ++i) {
            std::string bytes = whole;
            for (int k = 0; k < 6; ++k) {
                bytes[rng() % bytes.size()] ^= static_cast<char>(1U << (rng() % 8));
            }
            write(path + "-turned" + std::to_string(i), bytes);
        }
        for (std::size_t part = 1; part < 5; ++part) {
            write(path + "-cut" + std::to_string(part), whole.substr(0, whole.size() * part / 5));
        }
    }
    return 0;
}
