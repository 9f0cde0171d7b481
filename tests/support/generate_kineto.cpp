// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/generate_kineto.h"

#include "tests/support/kineto_training.h"

#include <string>
#include <utility>

namespace longpole::test {

namespace {

constexpr std::int64_t kStartNs = 2'419'200'123'456'789; // since the base time below

std::string header(const KinetoOptions& options)
{
    std::string text = "{\n  \"schemaVersion\": 1,\n  \"deviceProperties\": [";
    for (int device = 0; device < 8; ++device) {
        text += device == 0 ? "\n" : ",\n";
        text += "    {\n      \"id\": " + std::to_string(device)
            + ", \"name\": \"NVIDIA H100 80GB HBM3\", \"totalGlobalMem\": 84929347584,\n"
              "      \"computeMajor\": 9, \"computeMinor\": 0,\n"
              "      \"maxThreadsPerBlock\": 1024, \"maxThreadsPerMultiprocessor\": 2048,\n"
              "      \"regsPerBlock\": 65536, \"warpSize\": 32,\n"
              "      \"sharedMemPerBlock\": 49152, \"numSms\": 132\n"
              "      , \"regsPerMultiprocessor\": 65536, \"sharedMemPerBlockOptin\": 232448,"
              " \"sharedMemPerMultiprocessor\": 233472\n    }";
    }
    text += "\n  ],\n  \"cupti_version\": 26,\n  \"cuda_runtime_version\": 12060,\n"
            "  \"cuda_driver_version\": 12080,\n  \"record_shapes\": 1,\n"
            "  \"profile_memory\": 1,\n  \"with_stack\": "
        + std::to_string(options.pythonStack ? 1 : 0)
        + ",\n  \"distributedInfo\": {\"backend\": \"nccl\", \"rank\": "
        + std::to_string(options.rank)
        + ", \"world_size\": 8, \"pg_count\": 1, \"pg_config\": [{\"pg_name\": \"0\", \"pg_desc\": "
          "\"default_pg\", \"backend_config\": \"cuda:nccl\", \"pg_size\": 8, \"ranks\": "
          "[0, 1, 2, 3, 4, 5, 6, 7]}], \"nccl_version\": \"2.21.5\"},\n"
          "  \"displayTimeUnit\": \"ms\",\n  \"baseTimeNanoseconds\": 1767225600000000000,\n"
          "  \"trace_id\": \"4C4F4E47504F4C45000000000000000"
        + std::to_string(options.slowLoader ? 1 : 2) + "\",\n  \"traceEvents\": [";
    return text;
}

void writeProcess(KinetoWriter& writer, std::string_view pid, std::string_view label,
                  std::int64_t order)
{
    writer.metadata("process_name", kStartNs, pid, 0, "\"name\": \"python3\"");
    writer.metadata("process_labels", kStartNs, pid, 0,
                    "\"labels\": \"" + std::string(label) + "\"");
    writer.metadata("process_sort_index", kStartNs, pid, 0,
                    "\"sort_index\": " + std::to_string(order));
}

void writeThread(KinetoWriter& writer, std::string_view pid, std::int64_t tid,
                 const std::string& name)
{
    writer.metadata("thread_name", kStartNs, pid, tid, "\"name\": \"" + name + "\"");
    writer.metadata("thread_sort_index", kStartNs, pid, tid,
                    "\"sort_index\": " + std::to_string(tid));
}

std::string micros(std::int64_t ns)
{
    std::string text;
    appendMicroseconds(text, ns);
    return text;
}

void writeMetadata(KinetoWriter& writer, std::int64_t endNs)
{
    const std::string pid = std::to_string(kProcessId);
    writeProcess(writer, pid, "CPU", kProcessId);
    writeProcess(writer, "0", "GPU 0", 5'000'000);
    for (const std::int64_t stream : kStreamIds) {
        writeThread(writer, "0", stream, "stream " + std::to_string(stream) + " ");
    }
    writeThread(writer, pid, kProcessId, "thread " + pid + " (python3)");
    writeThread(writer, pid, 48977, "thread 48977 (pt_autograd_0)");
    const std::string start = micros(kStartNs);
    writer.raw("  {\n    \"ph\": \"X\", \"cat\": \"Trace\", \"ts\": " + start
               + ", \"dur\": " + micros(endNs - kStartNs)
               + ",\n    \"pid\": \"Spans\", \"tid\": \"PyTorch Profiler\",\n"
                 "    \"name\": \"PyTorch Profiler (0)\",\n    \"args\": {\n"
                 "      \"Op count\": 0\n    }\n  }");
    writer.metadata("process_sort_index", kStartNs, "\"Spans\"", 0, "\"sort_index\": 536870912");
    writer.raw("  {\n    \"name\": \"Iteration Start: PyTorch Profiler\", \"ph\": \"i\", \"s\": "
               "\"g\",\n    \"pid\": \"Traces\", \"tid\": \"Trace PyTorch Profiler\", \"ts\": "
               + start + "\n  }");
    writer.raw("  {\n    \"name\": \"Record Window End\", \"ph\": \"i\", \"s\": \"g\",\n"
               "    \"pid\": \"\", \"tid\": \"\", \"ts\": "
               + micros(endNs) + "\n  }");
}

} // namespace

KinetoOptions sampleBefore()
{
    return {};
}

KinetoOptions sampleAfter()
{
    KinetoOptions options;
    options.seed = 2;
    options.slowLoader = false;
    options.fused = true;
    options.graphOptimizer = true;
    return options;
}

KinetoOptions sizedTrace(std::uint64_t bytes, std::uint64_t seed)
{
    KinetoOptions options;
    options.seed = seed;
    options.firstStep = 0;
    options.layers = 24;
    options.graphOptimizer = true;
    options.pythonStack = true;
    options.bytes = bytes;
    return options;
}

std::uint64_t generateKineto(const KinetoOptions& options, KinetoWriter::Sink sink)
{
    KinetoWriter writer(std::move(sink));
    writer.begin(header(options));
    Training training(options, kStartNs + 1'000'000);
    for (int step = 0; options.bytes == 0 ? step < options.steps : writer.bytes() < options.bytes;
         ++step) {
        training.step(options.firstStep + step);
        training.machine().flush(writer);
    }
    training.finish();
    training.machine().flush(writer);
    writeMetadata(writer, training.endNs());
    writer.end("\n  ],\n  \"traceName\": \"trace.json\"\n}\n");
    return writer.events();
}

} // namespace longpole::test
