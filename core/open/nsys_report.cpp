// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/nsys_report.h"

#include "core/open/temporary_folder.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>

namespace longpole::open {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

// A child in a process group of its own, so that what it starts ends with it.
class Child
{
public:
    static Result<Child> start(std::vector<std::string> words, const std::string& outputFile)
    {
        std::vector<char*> arguments;
        arguments.reserve(words.size() + 1);
        for (std::string& w : words) {
            arguments.push_back(w.data());
        }
        arguments.push_back(nullptr);
        posix_spawn_file_actions_t files;
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, outputFile.c_str(),
                                         O_WRONLY | O_CREAT | O_TRUNC, 0600);
        posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
        posix_spawnattr_t attributes;
        posix_spawnattr_init(&attributes);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
        pid_t pid = 0;
        const int code =
            ::posix_spawn(&pid, arguments[0], &files, &attributes, arguments.data(), environ);
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&files);
        if (code != 0) {
            return fail(Errc::Io, std::string("cannot be started: ") + std::strerror(code),
                        words[0]);
        }
        return Child(pid);
    }
    // The exit status as waitpid gives it, once the child has ended.
    std::optional<int> ended()
    {
        int status = 0;
        const pid_t done = ::waitpid(m_pid, &status, WNOHANG);
        return done == m_pid || (done < 0 && errno != EINTR) ? std::optional(status) : std::nullopt;
    }
    void end()
    {
        ::kill(-m_pid, SIGTERM);
        for (int i = 0; i < 40; ++i) {
            if (ended()) {
                ::kill(-m_pid, SIGKILL); // whatever it left behind
                return;
            }
            std::this_thread::sleep_for(milliseconds(25));
        }
        ::kill(-m_pid, SIGKILL);
        int status = 0;
        while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) { }
    }

private:
    explicit Child(pid_t pid)
        : m_pid(pid)
    { }
    pid_t m_pid;
};

// The last line that says something.
std::string lastLine(const std::string& file)
{
    std::ifstream in(file);
    std::string line;
    std::string last;
    while (std::getline(in, line)) {
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first != std::string::npos) {
            last = line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
        }
    }
    return last.substr(0, 300);
}

class FolderExport final : public NsysExport
{
public:
    FolderExport(std::shared_ptr<TemporaryFolder> folder, std::string path)
        : m_folder(std::move(folder))
        , m_path(std::move(path))
    { }
    const std::string& path() const override { return m_path; }

private:
    std::shared_ptr<TemporaryFolder> m_folder;
    std::string m_path;
};

std::string failure(int status, const std::string& said)
{
    std::string why =
        WIFSIGNALED(status) ? "was ended by signal " + std::to_string(WTERMSIG(status)) : "failed";
    why += said.empty() ? "" : ": " + said;
    return "could not be converted: nsys export " + why;
}

} // namespace

std::optional<std::string> nsysProgram()
{
    const char* const set = std::getenv("PATH");
    std::string_view rest = set != nullptr ? set : "";
    while (!rest.empty()) {
        const std::size_t colon = std::min(rest.find(':'), rest.size());
        const std::string program = std::string(rest.substr(0, colon)) + "/nsys";
        rest.remove_prefix(std::min(rest.size(), colon + 1));
        std::error_code ignored;
        // An empty or relative entry would run what lies in the current folder.
        if (program.front() == '/' && program != "/nsys" && fs::is_regular_file(program, ignored)
            && ::access(program.c_str(), X_OK) == 0) {
            return program;
        }
    }
    return std::nullopt;
}

std::vector<std::string> reportsAmong(const std::vector<std::string>& paths)
{
    std::vector<std::string> out;
    std::copy_if(paths.begin(), paths.end(), std::back_inserter(out), [](const std::string& p) {
        std::error_code ignored;
        return (p.ends_with(".nsys-rep") || p.ends_with(".qdrep")) && fs::exists(p, ignored);
    });
    return out;
}

Result<std::shared_ptr<const NsysExport>> NsysExport::make(const std::string& report,
                                                           const JobContext& job)
{
    const auto program = nsysProgram();
    if (!program) {
        return fail(
            Errc::Unsupported,
            "is a Nsight Systems report (.nsys-rep), and nsys, which converts those, is not "
            "on the PATH; install Nsight Systems, or export the report where it is "
            "installed: nsys export --type sqlite "
                + report,
            report);
    }
    auto folder = TemporaryFolder::create();
    if (!folder) {
        return fail(folder.error());
    }
    const std::string output = (*folder)->path() + "/export.sqlite";
    const std::string said = (*folder)->path() + "/output.txt";
    std::error_code ignored;
    const std::string absolute = fs::absolute(report, ignored).string();
    auto child = Child::start({*program, "export", "--type", "sqlite", "--force-overwrite", "true",
                               "--output", output, absolute},
                              said);
    if (!child) {
        return fail(child.error());
    }
    std::optional<int> status;
    while (!(status = child->ended())) {
        if (job.cancelled()) {
            child->end();
            return fail(Errc::Cancelled, "cancelled", report);
        }
        const auto bytes = fs::file_size(output, ignored);
        job.report({"converting", -1, ignored ? 0 : static_cast<std::uint64_t>(bytes), 0});
        std::this_thread::sleep_for(milliseconds(30));
    }
    if (!WIFEXITED(*status) || WEXITSTATUS(*status) != 0) {
        return fail(Errc::Unsupported, failure(*status, lastLine(said)), report);
    }
    if (!fs::exists(output, ignored)) {
        return fail(Errc::Unsupported, "could not be converted: nsys export wrote no file", report);
    }
    return std::make_shared<const FolderExport>(std::move(*folder), output);
}

} // namespace longpole::open
