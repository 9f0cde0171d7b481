// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/collector/recorded.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>

namespace longpole::testing {

namespace fs = std::filesystem;

Recording::Recording()
{
    std::string name = (fs::temp_directory_path() / "longpole-record-XXXXXX").string();
    folder = ::mkdtemp(name.data());
    fs::create_directory(spoolFolder());
}

Recording::~Recording()
{
    std::error_code ignored;
    fs::remove_all(folder, ignored);
}

std::string Recording::doubles(const std::string& name)
{
    return std::string(LONGPOLE_DOUBLES) + "/" + name;
}

Recorded Recording::run(const std::vector<std::string>& arguments, const Variables& variables)
{
    std::map<std::string, std::string> environment{
        {"PATH", "/usr/bin:/bin"},
        {"CUDA_INJECTION64_PATH", LONGPOLE_COLLECTOR},
        {"NVTX_INJECTION64_PATH", LONGPOLE_COLLECTOR},
        {"LONGPOLE_SPOOL_DIR", spoolFolder().string()},
        {"LONGPOLE_CUPTI", doubles("libcupti.so.13")},
        {"LD_LIBRARY_PATH", LONGPOLE_DOUBLES},
        {"TMPDIR", folder.string()}, // where a device is locked for sampling
    };
    for (const char* kept : {"ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"}) {
        if (const char* value = std::getenv(kept); value != nullptr) {
            environment[kept] = value;
        }
    }
    for (const auto& [name, value] : variables) {
        environment[name] = value;
    }
    std::vector<std::string> strings;
    std::vector<char*> envp;
    for (const auto& [name, value] : environment) {
        if (!value.empty()) {
            strings.push_back(name + "=" + value);
        }
    }
    for (std::string& s : strings) {
        envp.push_back(s.data());
    }
    envp.push_back(nullptr);
    std::vector<std::string> args{program};
    args.insert(args.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& s : args) {
        argv.push_back(s.data());
    }
    argv.push_back(nullptr);

    const std::string errors = (folder / "stderr").string();
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = ::fork();
    if (child == 0) {
        const int fd = ::open(errors.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0644);
        ::dup2(fd, 2);
        if (inChild) {
            inChild();
        }
        ::execve(argv[0], argv.data(), envp.data());
        std::_Exit(126);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    Recorded out;
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    out.exitCode = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    std::ifstream in(errors);
    out.errors = {std::istreambuf_iterator<char>(in), {}};
    read(out);
    return out;
}

void Recording::read(Recorded& out) const
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(spoolFolder())) {
        files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        std::ifstream in(file, std::ios::binary);
        const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
        SpoolContents contents;
        wire::SpoolReader reader(contents);
        reader.feed(std::as_bytes(std::span(bytes)));
        reader.finish();
        out.damage.push_back(reader.damage());
        std::vector<std::string> names;
        for (const MadeRecord& r : contents.records) {
            if (r.kind == wire::KindKernel) {
                names.emplace_back(
                    reader.string(wire::RecordView(r.kind, r.bytes).number(wire::kernel::kName)));
            }
        }
        out.names.push_back(std::move(names));
        out.spools.push_back(std::move(contents));
    }
}

} // namespace longpole::testing
