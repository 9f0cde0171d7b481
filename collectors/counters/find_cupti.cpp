// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/counters/find_cupti.h"

#include <glob.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace longpole::cupti {

namespace {

void addMatches(const std::string& pattern, std::vector<std::string>& out)
{
    glob_t found{};
    if (::glob(pattern.c_str(), 0, nullptr, &found) == 0) {
        // The newest version first.
        for (std::size_t i = found.gl_pathc; i > 0; --i) {
            out.emplace_back(found.gl_pathv[i - 1]);
        }
    }
    ::globfree(&found);
}

// Files that are mapped into this process, libraries among them.
std::vector<std::string> mappedFiles()
{
    std::vector<std::string> out;
    std::FILE* const maps = std::fopen("/proc/self/maps", "re");
    if (maps == nullptr) {
        return out;
    }
    char line[4400];
    while (std::fgets(line, sizeof(line), maps) != nullptr) {
        char* const path = std::strchr(line, '/');
        if (path == nullptr) {
            continue;
        }
        path[std::strcspn(path, "\n")] = 0;
        if (out.empty() || out.back() != path) {
            out.emplace_back(path);
        }
    }
    std::fclose(maps);
    return out;
}

void addOfProcess(std::vector<std::string>& out)
{
    const std::vector<std::string> files = mappedFiles();
    for (const std::string& file : files) {
        const std::size_t name = file.rfind('/') + 1;
        if (file.compare(name, 11, "libcupti.so") == 0) {
            out.push_back(file);
        }
    }
    // Python wheels: …/nvidia/cuda_runtime/lib/libcudart.so.12 has …/nvidia/cuda_cupti beside it;
    // from CUDA 13 on all are in …/nvidia/cu13/lib.
    std::string before;
    for (const std::string& file : files) {
        const std::size_t at = file.rfind("/nvidia/");
        if (at == std::string::npos || file.find("/lib/", at) == std::string::npos) {
            continue;
        }
        const std::string root = file.substr(0, at + 8);
        if (root != before) {
            before = root;
            addMatches(root + "*/lib/libcupti.so.1*", out);
        }
    }
}

} // namespace

std::vector<std::string> cuptiCandidates(const std::string& askedFor)
{
    if (!askedFor.empty()) {
        return {askedFor};
    }
    std::vector<std::string> out;
    addOfProcess(out);
    std::vector<std::string> homes;
    for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
        if (const char* const home = std::getenv(name); home != nullptr && *home != 0) {
            homes.emplace_back(home);
        }
    }
    homes.emplace_back("/usr/local/cuda");
    for (const std::string& home : homes) {
        for (const char* folder : {"/extras/CUPTI/lib64", "/lib64", "/lib"}) {
            addMatches(home + folder + "/libcupti.so.[0-9][0-9]", out);
            addMatches(home + folder + "/libcupti.so", out);
        }
    }
    for (const char* name :
         {"libcupti.so.13", "libcupti.so.12", "libcupti.so.11.8", "libcupti.so"}) {
        out.emplace_back(name);
    }
    return out;
}

} // namespace longpole::cupti
