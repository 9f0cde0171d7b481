// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/viewer_program.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace longpole::cli {

namespace {

constexpr const char* kProgram = "longpole-gui";

std::string viewerPath()
{
    std::error_code ignored;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", ignored);
    const auto beside = self.parent_path() / kProgram;
    return !self.empty() && std::filesystem::exists(beside, ignored) ? beside.string() : kProgram;
}

std::vector<char*> pointers(std::vector<std::string>& strings)
{
    std::vector<char*> out;
    for (std::string& s : strings) {
        out.push_back(s.data());
    }
    out.push_back(nullptr);
    return out;
}

} // namespace

Result<int> runViewer(const std::vector<std::string>& arguments,
                      const std::vector<std::string>& environment)
{
    const std::string path = viewerPath();
    std::vector<std::string> args{path};
    args.insert(args.end(), arguments.begin(), arguments.end());
    std::vector<std::string> env = environment;
    for (char** e = environ; *e != nullptr; ++e) {
        const std::string entry(*e);
        const bool replaced =
            std::any_of(environment.begin(), environment.end(), [&](const std::string& n) {
                return entry.compare(0, n.find('=') + 1, n, 0, n.find('=') + 1) == 0;
            });
        if (!replaced) {
            env.push_back(entry);
        }
    }
    pid_t pid = 0;
    const int rc = ::posix_spawnp(&pid, path.c_str(), nullptr, nullptr, pointers(args).data(),
                                  pointers(env).data());
    if (rc == ENOENT) {
        return fail(Errc::Unsupported,
                    "the viewer (longpole-gui) is not installed; install the package longpole-gui "
                    "or build with LONGPOLE_BUILD_GUI=ON");
    }
    if (rc != 0) {
        return fail(Errc::Io, std::string("the viewer cannot be started: ") + std::strerror(rc),
                    path);
    }
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) { }
    if (WIFSIGNALED(status)) {
        return fail(Errc::Internal,
                    "the viewer crashed (signal " + std::to_string(WTERMSIG(status)) + ")", path);
    }
    return WEXITSTATUS(status);
}

} // namespace longpole::cli
