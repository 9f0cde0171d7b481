// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/run_program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace longpole::test {

namespace {

using Clock = std::chrono::steady_clock;

struct Pipe
{
    int read = -1;
    int write = -1;
    Pipe()
    {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) {
            throw std::runtime_error("no pipe");
        }
        read = ends[0];
        write = ends[1];
    }
    ~Pipe()
    {
        closeRead();
        closeWrite();
    }
    void closeRead()
    {
        if (read >= 0) {
            close(read);
            read = -1;
        }
    }
    void closeWrite()
    {
        if (write >= 0) {
            close(write);
            write = -1;
        }
    }
};

// Reads what is there; false at the end.
bool drain(int fd, std::string& into)
{
    char buffer[65536];
    const ssize_t n = ::read(fd, buffer, sizeof buffer);
    if (n > 0) {
        into.append(buffer, static_cast<std::size_t>(n));
    }
    return n > 0;
}

// Feeds and drains the three pipes until the program closed them or the time is over.
bool pump(Pipe& in, Pipe& out, Pipe& err, std::string_view input, Outcome& outcome,
          Clock::time_point deadline)
{
    while (out.read >= 0 || err.read >= 0) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
        if (left.count() <= 0) {
            return false;
        }
        pollfd fds[3] = {{out.read, POLLIN, 0}, {err.read, POLLIN, 0}, {in.write, POLLOUT, 0}};
        poll(fds, 3, static_cast<int>(left.count()));
        if (fds[0].revents != 0 && !drain(out.read, outcome.out)) {
            out.closeRead();
        }
        if (fds[1].revents != 0 && !drain(err.read, outcome.err)) {
            err.closeRead();
        }
        if (in.write >= 0 && fds[2].revents != 0) {
            const ssize_t n = ::write(in.write, input.data(), input.size());
            input.remove_prefix(n > 0 ? static_cast<std::size_t>(n) : input.size());
            if (input.empty()) {
                in.closeWrite();
            }
        }
    }
    return true;
}

} // namespace

Outcome runProgram(const std::vector<std::string>& argv, std::string_view input, int limitSeconds)
{
    signal(SIGPIPE, SIG_IGN);
    Pipe in;
    Pipe out;
    Pipe err;
    std::vector<char*> raw;
    for (const std::string& argument : argv) {
        raw.push_back(const_cast<char*>(argument.c_str()));
    }
    raw.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        dup2(in.read, 0);
        dup2(out.write, 1);
        dup2(err.write, 2);
        execv(raw[0], raw.data());
        _exit(127);
    }
    in.closeRead();
    out.closeWrite();
    err.closeWrite();
    if (input.empty()) {
        in.closeWrite();
    } else {
        fcntl(in.write, F_SETFL, O_NONBLOCK);
    }
    Outcome outcome;
    if (!pump(in, out, err, input, outcome, Clock::now() + std::chrono::seconds(limitSeconds))) {
        outcome.timedOut = true;
        kill(child, SIGKILL);
    }
    int status = 0;
    waitpid(child, &status, 0);
    outcome.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return outcome;
}

Outcome runLongpole(const std::vector<std::string>& arguments, std::string_view input,
                    int limitSeconds)
{
    std::vector<std::string> argv{LONGPOLE_CLI};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    return runProgram(argv, input, limitSeconds);
}

std::string readFile(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw std::runtime_error("cannot read " + path);
    }
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

void writeFile(const std::string& path, std::string_view bytes)
{
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file) {
        throw std::runtime_error("cannot write " + path);
    }
}

TempFolder::TempFolder()
{
    std::string name = std::filesystem::temp_directory_path() / "longpole-test-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) {
        throw std::runtime_error("no temporary folder");
    }
    m_path = name;
}

TempFolder::~TempFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

} // namespace longpole::test
