// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/launch/process.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

namespace longpole::launch {

namespace {

// What a signal handler may touch.
std::atomic<pid_t> theChild{0};

// What the terminal sends, it sends to the program, too.
void passOn(int signal, siginfo_t* from, void*)
{
    const int saved = errno;
    if (const pid_t child = theChild.load(); child > 0 && from->si_code != SI_KERNEL) {
        ::kill(child, signal);
    }
    errno = saved;
}

constexpr int kPassed[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

class PassingSignals
{
public:
    PassingSignals()
    {
        struct sigaction action
        {
        };
        action.sa_sigaction = passOn;
        action.sa_flags = SA_RESTART | SA_SIGINFO;
        for (std::size_t i = 0; i < std::size(kPassed); ++i) {
            ::sigaction(kPassed[i], nullptr, &m_before[i]);
            if (m_before[i].sa_handler != SIG_IGN) { // as under nohup: the program ignores it, too
                ::sigaction(kPassed[i], &action, nullptr);
            }
        }
    }
    ~PassingSignals()
    {
        for (std::size_t i = 0; i < std::size(kPassed); ++i) {
            ::sigaction(kPassed[i], &m_before[i], nullptr);
        }
        theChild.store(0);
    }
    PassingSignals(const PassingSignals&) = delete;
    PassingSignals& operator=(const PassingSignals&) = delete;

private:
    struct sigaction m_before[std::size(kPassed)] = {};
};

std::vector<std::string> environmentWith(const Variables& variables)
{
    std::vector<std::string> out;
    for (char** e = environ; *e != nullptr; ++e) {
        const std::string entry(*e);
        const std::string name = entry.substr(0, entry.find('='));
        const bool replaced = std::any_of(variables.begin(), variables.end(),
                                          [&](const auto& v) { return v.first == name; });
        if (!replaced) {
            out.push_back(entry);
        }
    }
    for (const auto& [name, value] : variables) {
        if (!value.empty()) {
            out.push_back(name + "=" + value);
        }
    }
    return out;
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

Result<Ended> runProgram(const std::vector<std::string>& command, const Variables& variables,
                         const std::function<void(pid_t)>& onTick)
{
    std::vector<std::string> arguments = command;
    std::vector<std::string> environment = environmentWith(variables);
    const PassingSignals signals;
    const auto begin = std::chrono::steady_clock::now();
    pid_t child = 0;
    const int rc = ::posix_spawnp(&child, arguments[0].c_str(), nullptr, nullptr,
                                  pointers(arguments).data(), pointers(environment).data());
    if (rc != 0) {
        return fail(Errc::Io, std::string("cannot be started: ") + std::strerror(rc), command[0]);
    }
    theChild.store(child);
    int status = 0;
    auto pause = std::chrono::milliseconds(1);
    for (;;) {
        const pid_t ended = ::waitpid(child, &status, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR)) {
            break;
        }
        std::this_thread::sleep_for(pause);
        // Short programs are measured exactly, long ones watched at leisure.
        pause = std::min(pause * 2, std::chrono::milliseconds(16));
        if (onTick) {
            onTick(child);
        }
    }
    Ended out;
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    out.exitCode = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return out;
}

} // namespace longpole::launch
