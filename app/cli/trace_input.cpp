// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/trace_input.h"

#include "core/open/nsys_report.h"
#include "core/open/open_trace.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stop_token>
#include <string>

namespace longpole::cli {

namespace {

// A signal handler may only touch a lock-free atomic; the job polls it through the callback.
std::atomic<bool> g_interrupted{false};

void onInterrupt(int)
{
    if (g_interrupted.exchange(true)) {
        std::_Exit(130); // the second Ctrl+C doesn't wait
    }
}

void showProgress(const Progress& p)
{
    const double mib = static_cast<double>(p.bytes) / (1024 * 1024);
    if (p.permille >= 0) {
        std::fprintf(stderr, "\r%-10.*s %3d %%  %8.1f MiB  %10llu events\033[K",
                     static_cast<int>(p.phase.size()), p.phase.data(), p.permille / 10, mib,
                     static_cast<unsigned long long>(p.events));
    } else {
        std::fprintf(stderr, "\r%-10.*s        %8.1f MiB  %10llu events\033[K",
                     static_cast<int>(p.phase.size()), p.phase.data(), mib,
                     static_cast<unsigned long long>(p.events));
    }
}

// Asks whoever sits at the terminal; in a script nobody does.
bool agreedToConvert(const std::vector<std::string>& files)
{
    const std::vector<std::string> reports = open::reportsToConvert(files);
    const auto program = open::nsysProgram();
    if (reports.empty() || !program || ::isatty(STDIN_FILENO) != 1
        || ::isatty(STDERR_FILENO) != 1) {
        return false;
    }
    std::cerr << reports.front()
              << (reports.size() > 1 ? " and others are Nsight Systems reports"
                                     : " is a Nsight Systems report")
              << ". Convert with " << *program << "? [y/N] " << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
}

} // namespace

TerminalJob::TerminalJob()
    : m_terminal(::isatty(STDERR_FILENO) == 1)
{
    const std::stop_source stop;
    std::signal(SIGINT, onInterrupt);
    const bool terminal = m_terminal;
    m_context = JobContext(stop.get_token(), [stop, terminal](const Progress& p) mutable {
        if (g_interrupted) {
            stop.request_stop();
        }
        if (terminal) {
            showProgress(p);
        }
    });
}

TerminalJob::~TerminalJob()
{
    std::signal(SIGINT, SIG_DFL);
    if (m_terminal) {
        std::fputs("\r\033[K", stderr);
    }
}

void TraceInput::addOptions(CLI::App& app)
{
    app.add_option("FILE", files, "trace to read; - is standard input")->required();
    app.add_option("--format", format, "importer to use instead of the detected one");
    addConvert(app);
    app.add_flag("!--no-cache", useCache, "parse the file even if the viewer has cached it");
}

void TraceInput::addConvert(CLI::App& app)
{
    app.add_flag("--convert", convert,
                 "run nsys export on Nsight Systems reports (.nsys-rep) without asking");
}

Result<std::shared_ptr<const model::Trace>> TraceInput::open() const
{
    open::OpenOptions options{format, useCache, false};
    options.convertReports = convert || agreedToConvert(files);
    auto trace = [&] {
        const TerminalJob job;
        return open::openTrace(files, options, job.context());
    }();
    if (trace) {
        const model::Ledger ledger = (*trace)->ledger();
        for (const model::LedgerEntry& e : ledger.entries()) {
            if (e.severity == model::Severity::DataLoss) {
                std::cerr << "longpole: " << files.front() << ": part of the data is lost ("
                          << e.meaning << "); see: longpole ledger " << files.front() << '\n';
                break;
            }
        }
    }
    return trace;
}

} // namespace longpole::cli
