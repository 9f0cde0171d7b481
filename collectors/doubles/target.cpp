// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// A program to record: does what its arguments say, one after the other.
//   init               initialises CUDA
//   launch N [T]       N kernel launches on each of T threads (1)
//   kernel NAME N      N launches of a kernel of that name
//   by CALL NAME       a launch by that call of the driver
//   pace N US          N launches, one every US microseconds
//   nvtx N             N nested pairs of NVTX ranges, a mark and a started range
//   communicator ID RANKS RANK, nccl CALL COMMUNICATOR BYTES, ncclend, odd   see target_nccl.h
//   script FILE        records as the file says (see target_script.h)
//   replay FILE        the records of a spool, in its order
//   profile start|stop cudaProfilerStart, cudaProfilerStop
//   unload             a module is unloaded
//   module CALL        cuModuleLoadData or cuModuleUnload, which takes a quarter of a second
//   destroy            the context ends
//   ms N               sleeps
//   unwatched N        sleeps N ms where it is not recorded: recording then looks cheap
//   fork               a child launches, uses NVTX and exits; waits for it
//   forkcuda N         a child initialises CUDA for itself, launches N times and exits
//   exec ARGS…         becomes itself again, with the arguments
//   spawn ARGS…        runs itself with the arguments as a child and waits
//   exit N | _exit N | abort | segv | kill
//   delivered FILE     writes how many records the double of libcupti delivered
//   signals FILE       writes the signal mask of each of its threads
//   lateexit           the program's own exit handlers take 50 ms, after the collector's
//   threads N          N threads that launch and use NVTX until the end of the program
// Prints nothing. But for "unwatched" it runs the same whether it is recorded or not.
#include "collectors/doubles/target_device.h"
#include "collectors/doubles/target_nccl.h"
#include "collectors/doubles/target_nvtx.h"
#include "collectors/doubles/target_replay.h"
#include "collectors/doubles/target_script.h"

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using Arguments = std::vector<std::string>;

void launchMany(long count, long threads)
{
    std::vector<std::thread> all;
    for (long t = 0; t < threads; ++t) {
        all.emplace_back([count] {
            for (long i = 0; i < count; ++i) {
                target::launch("void work<float>(float*, int)");
            }
        });
    }
    for (std::thread& t : all) {
        t.join();
    }
}

void nvtxMany(long count)
{
    for (long i = 0; i < count; ++i) {
        target::nvtxPush("outer");
        target::nvtxPushWide(L"inn\u00e9r");
        target::nvtxPop();
        target::nvtxPop();
    }
    target::nvtxDomainRange("Library", "in a domain");
}

[[noreturn]] void again(const Arguments& arguments)
{
    std::vector<char*> argv;
    std::string self = "/proc/self/exe";
    argv.push_back(self.data());
    Arguments copy = arguments;
    for (std::string& a : copy) {
        argv.push_back(a.data());
    }
    argv.push_back(nullptr);
    ::execv("/proc/self/exe", argv.data());
    std::_Exit(127);
}

void forkChild()
{
    const pid_t child = ::fork();
    if (child == 0) {
        target::launch("child");
        target::nvtxPush("child");
        target::nvtxPop();
        std::exit(0); // with the parent's exit handlers
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    if (status != 0) {
        std::_Exit(99);
    }
}

void forkCuda(long count)
{
    const pid_t child = ::fork();
    if (child == 0) {
        target::initialise();
        launchMany(count, 1);
        target::nvtxPush("child");
        target::nvtxPop();
        std::exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
}

void writeSignalMasks(const std::string& file)
{
    std::ofstream out(file);
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
        std::ifstream status(task.path() / "status");
        std::string word;
        while (status >> word) {
            if (word == "SigBlk:" && status >> word) {
                out << word << '\n';
            }
        }
    }
}

// Lives as long as the names of kernels in a program do.
const char* forEver(const std::string& text)
{
    static auto* const all = new std::deque<std::string>;
    return all->emplace_back(text).c_str();
}

// "nccl" and its like: how many words were taken; 0: it is none of them.
std::size_t ncclWord(const Arguments& args, std::size_t at)
{
    const auto number = [&](std::size_t n) {
        return std::strtoull(args[at + n].c_str(), nullptr, 0);
    };
    if (args[at] == "communicator") {
        target::ncclCommunicator(number(1), static_cast<int>(number(2)),
                                 static_cast<int>(number(3)));
        return 4;
    }
    if (args[at] == "nccl") {
        target::ncclOpen(args[at + 1].c_str(), number(2), number(3));
        return 4;
    }
    if (args[at] == "ncclend") {
        target::ncclClose();
        return 1;
    }
    if (args[at] == "odd") {
        target::oddPayloads();
        return 1;
    }
    return 0;
}

int run(const Arguments& args)
{
    for (std::size_t i = 0; i < args.size(); ++i) {
        const std::string& what = args[i];
        const auto number = [&] {
            return i + 1 < args.size() ? std::strtol(args[++i].c_str(), nullptr, 10) : 0;
        };
        if (const std::size_t taken = ncclWord(args, i); taken > 0) {
            i += taken - 1;
        } else if (what == "init") {
            target::initialise();
        } else if (what == "launch") {
            const long count = number();
            const bool more = i + 1 < args.size() && std::isdigit(args[i + 1][0]) != 0;
            launchMany(count, more ? number() : 1);
        } else if (what == "kernel") {
            const char* const name = forEver(args[++i]);
            for (long n = number(); n > 0; --n) {
                target::launch(name);
            }
        } else if (what == "by") {
            const std::string& call = args[++i];
            target::launchBy(call.c_str(), forEver(args[++i]));
        } else if (what == "pace") {
            const long count = number();
            target::pace(count, number());
        } else if (what == "nvtx") {
            nvtxMany(number());
        } else if (what == "script") {
            if (!target::runScript(args[++i])) {
                return 98;
            }
        } else if (what == "replay") {
            if (!target::replay(args[++i])) {
                return 96;
            }
        } else if (what == "profile") {
            target::call(args[++i] == "start" ? "cudaProfilerStart" : "cudaProfilerStop");
        } else if (what == "unload") {
            target::unloadModule();
        } else if (what == "module") {
            target::moduleCall(args[++i].c_str());
        } else if (what == "destroy") {
            target::endContext();
        } else if (what == "ms") {
            std::this_thread::sleep_for(std::chrono::milliseconds(number()));
        } else if (what == "unwatched") {
            target::sleepUnwatched(number());
        } else if (what == "fork") {
            forkChild();
        } else if (what == "forkcuda") {
            forkCuda(number());
        } else if (what == "exec" || what == "spawn") {
            const Arguments rest(args.begin() + static_cast<long>(i) + 1, args.end());
            const pid_t child = what == "exec" ? 0 : ::fork();
            if (child == 0) {
                again(rest);
            }
            int status = 0;
            ::waitpid(child, &status, 0);
            return WEXITSTATUS(status);
        } else if (what == "threads") {
            for (long n = number(); n > 0; --n) {
                std::thread([] {
                    for (;;) {
                        target::launch("for ever");
                        target::nvtxPush("for ever");
                        target::nvtxPop();
                    }
                }).detach();
            }
        } else if (what == "exit") {
            return static_cast<int>(number());
        } else if (what == "_exit") {
            ::_exit(static_cast<int>(number()));
        } else if (what == "abort") {
            std::abort();
        } else if (what == "segv") {
            ::raise(SIGSEGV);
        } else if (what == "kill") {
            ::raise(SIGKILL);
        } else if (what == "lateexit") {
            std::atexit([] { std::this_thread::sleep_for(std::chrono::milliseconds(50)); });
        } else if (what == "signals") {
            writeSignalMasks(args[++i]);
        } else if (what == "delivered") {
            target::writeDelivered(args[++i]);
        } else {
            std::fprintf(stderr, "double_target: %s?\n", what.c_str());
            return 97;
        }
    }
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    return run(Arguments(argv + 1, argv + argc));
}
