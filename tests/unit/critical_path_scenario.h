// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Hand-written runs for tests of the critical path. Times in microseconds.
#pragma once

#include "core/analysis/critical_path/joined_runs.h"
#include "core/analysis/critical_path/path_model.h"
#include "core/analysis/critical_path/what_if_model.h"

#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace longpole::test {

inline constexpr std::int64_t kUs = 1000;

struct Span
{
    double begin;
    double end;
};

// Builds an input call by call, and asks the model about it by name.
class Scenario
{
public:
    Scenario();

    critical_path::Options options;
    critical_path::Input input;

    // Threads, streams, devices are made on first use. thread: 0 …
    Scenario& kernel(const std::string& name, int stream, Span op, double api, int thread = 0,
                     double apiEnd = -1);
    Scenario& copy(const std::string& name, int stream, Span op, Span api, bool blocking,
                   critical_path::CopyKind kind, int thread = 0);
    Scenario& graph(double api, int stream,
                    std::initializer_list<std::pair<std::string, Span>> nodes, int thread = 0);
    Scenario& record(int event, int stream, double api, int thread = 0);
    Scenario& wait(int stream, int event, double api, int thread = 0);
    Scenario& streamSync(int stream, Span api, int thread = 0);
    Scenario& deviceSync(Span api, int thread = 0);
    Scenario& eventSync(int event, Span api, int thread = 0);
    Scenario& query(int event, Span api, critical_path::QueryAnswer answer, int thread = 0);
    Scenario& other(critical_path::CallKind kind, Span api, int thread = 0);
    Scenario& cpu(Span span, int thread = 0);
    Scenario& handOff(int from, double fromTime, int to, double toTime);
    Scenario&
    collective(std::initializer_list<std::string> ops,
               critical_path::CollectiveShape shape = critical_path::CollectiveShape::Symmetric,
               const std::string& root = {});
    Scenario& rank(int thread, int process); // threads of other processes use other devices
    Scenario& legacy(int stream);
    Scenario& blocking(int stream);

    // Answers; each builds the model if needed.
    const critical_path::PathModel& model();
    double makespan(); // us
    double category(critical_path::Category category); // us on the path
    double gpu(); // kernels, copies, fills and transfers on the path
    double slack(const std::string& op);
    double drag(const std::string& op);
    double slackOfCall(std::size_t call); // of its begin; calls in the order they were added
    bool onPath(const std::string& op);
    // New makespan if these operations take factor times as long.
    double scaled(std::initializer_list<std::string> ops, double factor);
    double allScaled(double factor);
    // New makespan if those of these operations that can become one do.
    struct Interval
    {
        double low;
        double high;
    };
    Interval joined(std::initializer_list<std::string> ops, critical_path::JoinAs as);
    std::uint32_t opIndex(const std::string& name);

private:
    std::uint32_t call(critical_path::CallKind kind, Span api, int thread);
    std::uint32_t threadIndex(int thread);
    std::uint32_t streamIndex(int stream, int thread = 0);
    void addOp(const std::string& name, std::uint32_t stream, Span op, std::uint32_t call,
               critical_path::OpKind kind = critical_path::OpKind::Kernel,
               critical_path::CopyKind copy = critical_path::CopyKind::Unknown);
    std::uint32_t process(int thread);

    std::map<int, std::uint32_t> m_threads;
    std::map<int, std::uint32_t> m_processOf;
    std::map<std::pair<std::uint32_t, int>, std::uint32_t> m_streams;
    std::map<std::string, std::uint32_t> m_ops; // id given to the operation
    std::shared_ptr<const critical_path::PathModel> m_model;
};

} // namespace longpole::test
