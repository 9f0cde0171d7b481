// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/record_setup.h"

#include "collectors/counters/counter_request.h"
#include "collectors/launch/python_command.h"

#include <CLI/CLI.hpp>

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <system_error>
#include <vector>

namespace longpole::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kLibrary = "liblongpole_cupti.so";

} // namespace

Result<std::string> collectorLibrary()
{
    std::error_code ignored;
    const fs::path self = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    std::vector<fs::path> places{self / kLibrary};
    for (const char* lib : {"lib", "lib64", "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu"}) {
        places.push_back(self.parent_path() / lib / "longpole" / kLibrary);
    }
    for (const fs::path& p : places) {
        if (fs::exists(p, ignored)) {
            return p.string();
        }
    }
    return fail(Errc::Unsupported,
                std::string("the library that records (") + kLibrary
                    + ") is not installed; build with LONGPOLE_CUPTI=AUTO");
}

std::string defaultOutput(const std::string& program)
{
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    ::localtime_r(&now, &local);
    char time[32];
    std::strftime(time, sizeof(time), "%Y%m%d-%H%M%S", &local);
    std::string name = "longpole-" + fs::path(program).filename().string() + "-" + time;
    for (const char* rank : {"RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"}) {
        if (const char* const value = std::getenv(rank); value != nullptr && *value != 0) {
            name += "-rank" + std::string(value);
            break;
        }
    }
    return name + ".longpole";
}

void leaveForeignTools(launch::RecordingOptions& options, bool force)
{
    for (const char* variable : {"CUDA_INJECTION64_PATH", "NVTX_INJECTION64_PATH"}) {
        const char* const set = std::getenv(variable);
        if (set == nullptr || *set == 0 || options.collector == set || force) {
            continue;
        }
        std::cerr << "longpole: " << variable << " is set to " << set
                  << ", another tool's library, and is left so: "
                  << (variable[0] == 'C' ? "CUDA work" : "NVTX ranges")
                  << " will not be recorded (--force replaces it)\n";
        if (variable[0] == 'C') {
            options.cuda = false;
        } else {
            options.nvtx = "off";
        }
    }
}

std::string remarks(const launch::RecordingOptions& options)
{
    std::string out;
    if (options.graph == "auto") {
        out += "# --graph auto: the program runs first, with and without recording\n";
    }
    if (options.python == "ranges") {
        out += "# Python runs as: python " + launch::pythonRunner(options.collector) + " SCRIPT\n";
    }
    return out;
}

std::string environmentText(const launch::Variables& variables)
{
    std::string out;
    for (const auto& [name, value] : variables) {
        if (value.empty()) {
            continue;
        }
        std::string quoted;
        for (const char c : value) {
            quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
        }
        out += "export " + name + "='" + quoted + "'\n";
    }
    return out;
}

void addCounterOptions(CLI::App& app, launch::RecordingOptions& options, std::string& chip)
{
    app.add_option("--counters", options.counters,
                   "hardware counters: of kernels, from a second run of the program (occupancy, "
                   "roofline, roofline:bf16), why they stall, from a second run too (stalls, or "
                   "stalls=2^16: a sample every 2^16 cycles), or of the GPU over time "
                   "(timeline=1ms)");
    app.add_option("--kernel", options.kernel,
                   "with --counters: only kernels whose name holds this regular expression");
    app.add_option("--launch-skip", options.launchSkip, "with --counters: not the first N of them");
    app.add_option("--launch-count", options.launchCount, "with --counters: N of them; 1000")
        ->check(CLI::Range(1U, 1'000'000'000U));
    app.add_option("--chip", chip, "with --counters and --dry-run: the chip to plan for (GH100)");
}

void addPythonOptions(CLI::App& app, launch::RecordingOptions& options)
{
    app.add_option("--python", options.python,
                   "ranges: the Python functions of the program, where COMMAND is python (3.6 or "
                   "later) with a script, -m or -c; of that process and those it forks. "
                   "Costs time on every call (--overhead counts it in)")
        ->check(CLI::IsMember({"off", "ranges"}));
    app.add_option("--python-prefix", options.pythonPrefixes,
                   "with --python: functions of files in this folder, repeatable; default: the "
                   "program's folder and the current one, without installed packages")
        ->type_name("DIR")
        ->allow_extra_args(false);
}

bool countsKernels(const std::string& counters)
{
    return counters::parseCounterRequest(counters).inSecondRun();
}

std::string purposeOfSecondRun(const std::string& counters)
{
    return counters::parseCounterRequest(counters).perKernel() ? "to measure its kernels"
                                                               : "to sample where its kernels "
                                                                 "stall";
}

Result<void> checkChoices(const RecordChoices& c)
{
    const launch::RecordingOptions& o = c.options;
    if (o.coexist && (o.hardwareTrace || !o.subscribe || !o.counters.empty())) {
        return fail(Errc::Unsupported,
                    "hardware tracing and counters need CUPTI for themselves, and sharing it takes "
                    "a subscriber; leave --hes auto, --counters and --no-subscribe out",
                    "--coexist");
    }
    std::error_code ignored;
    const std::string runner = launch::pythonRunner(o.collector);
    if (o.python == "ranges" && !fs::exists(runner, ignored)) {
        return fail(Errc::Unsupported, runner + " is not installed", "--python ranges");
    }
    if (o.hardwareTrace && o.latency) {
        return fail(Errc::Unsupported,
                    "hardware tracing doesn't tell when kernels were queued; leave --latency or "
                    "--hes auto out",
                    "--latency");
    }
    if (!c.chip.empty() && (!c.dryRun || o.counters.empty())) {
        return fail(Errc::Unsupported, "only names a chip for --counters with --dry-run", "--chip");
    }
    const launch::RecordingOptions defaults;
    const bool window = !o.kernel.empty() || o.launchSkip != defaults.launchSkip
        || o.launchCount != defaults.launchCount;
    const bool perKernel = counters::parseCounterRequest(o.counters).perKernel();
    if (window && !perKernel) {
        return fail(Errc::Unsupported,
                    "--kernel, --launch-skip and --launch-count choose kernels for --counters "
                    "occupancy or roofline");
    }
    if (o.counters.empty()) {
        return {};
    }
    if (!o.subscribe) {
        return fail(Errc::Unsupported,
                    "counters are measured by CUPTI's subscriber; leave --no-subscribe out",
                    "--counters");
    }
    if (c.overhead) {
        return fail(Errc::Unsupported,
                    "counters have a cost of their own; measure --overhead without --counters",
                    "--overhead");
    }
    if (countsKernels(o.counters) && !o.capture.empty()) {
        return fail(Errc::Unsupported,
                    perKernel ? "kernels that are measured are found in the recording by counting "
                                "its launches from the start; leave --capture out"
                              : "stalls are sampled over the whole run; leave --capture out",
                    "--capture");
    }
    return {};
}

} // namespace longpole::cli
