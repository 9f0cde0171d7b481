// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/cupti/process_info.h"

#include "collectors/wire/spool_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cctype>
#include <cstdlib>

namespace longpole::cupti {

namespace {

std::string readFile(const char* path)
{
    std::string out;
    const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return out;
    }
    char room[4096];
    ssize_t n = 0;
    while (out.size() < 64 * 1024 && (n = ::read(fd, room, sizeof(room))) > 0) {
        out.append(room, static_cast<std::size_t>(n));
    }
    ::close(fd);
    while (!out.empty() && (out.back() == '\n' || out.back() == 0)) {
        out.pop_back();
    }
    return out;
}

std::string hostName()
{
    char name[256] = {};
    ::gethostname(name, sizeof(name) - 1);
    return name;
}

struct Variable
{
    const char* info;
    const char* names[5]; // the first one that is set
};

constexpr Variable kVariables[] = {
    {"rank", {"RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"}},
    {"world_size", {"WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS"}},
    {"local_rank",
     {"LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"}},
    {"cuda_visible_devices", {"CUDA_VISIBLE_DEVICES"}},
    {"run", {"LONGPOLE_RUN"}},
};

} // namespace

std::string processInfo()
{
    std::string out;
    const auto line = [&](const char* name, const std::string& value) {
        if (!value.empty()) {
            wire::addLine(out, name, value);
        }
    };
    line("format", std::to_string(wire::kFormatVersion));
    line("collector_version", LONGPOLE_VERSION);
    line("pid", std::to_string(::getpid()));
    line("parent_pid", std::to_string(::getppid()));
    line("host", hostName());
    line("boot_id", readFile("/proc/sys/kernel/random/boot_id"));
    std::string command = readFile("/proc/self/cmdline");
    for (char& c : command) {
        c = c == 0 ? ' ' : c;
    }
    line("command", command);
    char exe[4096] = {};
    if (::readlink("/proc/self/exe", exe, sizeof(exe) - 1) > 0) {
        line("program", exe);
    }
    for (const Variable& v : kVariables) {
        for (const char* name : v.names) {
            if (name == nullptr) {
                break;
            }
            if (const char* const value = std::getenv(name); value != nullptr && *value != 0) {
                line(v.info, value);
                break;
            }
        }
    }
    return out;
}

std::string spoolBaseName(const std::string& folder)
{
    std::string host = hostName();
    for (char& c : host) {
        c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    }
    return folder + "/" + host + "-" + std::to_string(::getpid());
}

std::string threadName(std::uint32_t thread)
{
    return readFile(("/proc/self/task/" + std::to_string(thread) + "/comm").c_str());
}

} // namespace longpole::cupti
