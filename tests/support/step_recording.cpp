// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/step_recording.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>

namespace longpole::test {

namespace {

std::string number(double v)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.3f", v);
    return text;
}

} // namespace

void StepRecording::event(const std::string& category, const std::string& name, int pid,
                          const std::string& tid, double begin, double us, const std::string& args)
{
    m_events += (m_events.empty() ? "" : ",\n  ");
    m_events += R"({"ph": "X", "cat": ")" + category + R"(", "name": ")" + name + R"(", "pid": )"
        + std::to_string(pid) + R"(, "tid": )" + tid + R"(, "ts": )" + number(begin)
        + R"(, "dur": )" + number(us) + R"(, "args": {)" + args + "}}";
}

StepRecording& StepRecording::step(const std::vector<StepOp>& ops, double hostUs, double padUs)
{
    const double begin = m_now;
    double host = begin + 1;
    if (hostUs > 0) {
        event("cpu_op", "load", 100, "100", host, hostUs, "");
        host += hostUs + 1;
    }
    std::map<int, double> free;
    double end = host;
    for (const StepOp& op : ops) {
        const std::string correlation = R"("correlation": )" + std::to_string(++m_correlation);
        if (!op.range.empty()) {
            event("user_annotation", op.range, 100, "100", host, 3, "");
        }
        event("cpu_op", "aten::" + op.name, 100, "100", host + 0.5, 2,
              op.dims.empty() ? "" : R"("Input Dims": )" + op.dims);
        event("cuda_runtime", op.graph ? "cudaGraphLaunch" : "cudaLaunchKernel", 100, "100",
              host + 1, 1, correlation);
        double& at = free[op.stream];
        at = std::max(at + 1, host + 6);
        event("kernel", op.name, 0, std::to_string(op.stream), at, op.us,
              correlation + R"(, "device": 0, "context": 1, "stream": )" + std::to_string(op.stream)
                  + R"(, "grid": [)" + std::to_string(op.grid)
                  + R"(, 1, 1], "block": [128, 1, 1])");
        at += op.us;
        end = std::max(end, at);
        host += 4;
    }
    end = std::max({end + 2, host + 1, begin + padUs});
    if (!stem.empty()) {
        event("user_annotation", stem + std::to_string(m_step), 100, "100", begin, end - begin, "");
    }
    ++m_step;
    m_now = end + 1;
    return *this;
}

std::string StepRecording::text() const
{
    return "{\"schemaVersion\": 1, " + properties
        + "\"deviceProperties\": [{\"id\": 0, \"name\": \"" + gpu + "\"}],\n \"traceEvents\": [\n  "
        + m_events + "\n]}\n";
}

std::string StepRecording::write(const std::string& path) const
{
    std::ofstream(path, std::ios::binary) << text();
    return path;
}

} // namespace longpole::test
