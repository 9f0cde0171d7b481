// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/export/random_chrome.h"

#include <array>
#include <random>
#include <string_view>
#include <vector>

namespace longpole::test {

namespace {

class Maker
{
public:
    Maker(std::uint32_t seed, int rank)
        : m_rng(seed)
        , m_rank(rank)
        , m_origin(chance(50) ? 1'700'000'000'000'000'000 : pick(-2'000'000, 2'000'000))
    { }

    std::string make()
    {
        head();
        const auto events = pick(20, 300);
        for (std::int64_t i = 0; i < events; ++i) {
            one();
        }
        return m_out + "\n]}\n";
    }

private:
    std::int64_t pick(std::int64_t low, std::int64_t high)
    {
        return low
            + static_cast<std::int64_t>(m_rng() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool chance(int percent) { return pick(1, 100) <= percent; }
    template <std::size_t N>
    std::string one(const std::array<const char*, N>& from)
    {
        return from[static_cast<std::size_t>(pick(0, N - 1))];
    }

    void head()
    {
        m_out = "{\"schemaVersion\": 1,";
        if (m_rank >= 0) {
            m_out += "\"distributedInfo\": {\"backend\": \"nccl\", \"rank\": "
                + std::to_string(m_rank) + ", \"world_size\": 4},";
        }
        if (chance(60)) {
            m_out +=
                R"("deviceProperties": [{"id": 0, "name": "GPU \"A\""}, {"id": 1, "name": "B"}],)";
        }
        if (chance(40)) {
            m_out += "\"baseTimeNanoseconds\": 1600000000000000123,";
        }
        m_out += R"("note": "a \u00e9\n", "numbers": [1, 2.5], "traceEvents": [)";
        for (const int pid : {100, 0}) {
            if (chance(60)) {
                meta("process_name", std::to_string(pid), "0", R"({"name": "python"})");
                meta("process_labels", std::to_string(pid), "0", R"({"labels": "CPU, 7"})");
                meta("process_sort_index", std::to_string(pid), "0", R"({"sort_index": -3})");
                meta("thread_name", std::to_string(pid), "7", R"({"name": "worker"})");
                meta("thread_sort_index", std::to_string(pid), "8", R"({"sort_index": 4})");
            }
        }
    }

    void begin(char phase)
    {
        m_out += m_first ? "\n{" : ",\n{";
        m_first = false;
        m_out += "\"ph\": \"" + std::string(1, phase) + "\"";
    }
    void raw(const std::string& key, const std::string& json)
    {
        m_out += ", \"" + key + "\": " + json;
    }
    void text(const std::string& key, const std::string& value) { raw(key, "\"" + value + "\""); }
    void end() { m_out += "}"; }
    void meta(const char* name, const std::string& pid, const std::string& tid, const char* args)
    {
        begin('M');
        text("name", name);
        raw("pid", pid);
        raw("tid", tid);
        raw("args", args);
        end();
    }
    static std::string micros(std::int64_t ns)
    {
        const std::string sign = ns < 0 ? "-" : "";
        const auto n = static_cast<std::uint64_t>(ns < 0 ? -ns : ns);
        std::string rest = std::to_string(n % 1000);
        rest.insert(0, 3 - rest.size(), '0');
        return sign + std::to_string(n / 1000) + "." + rest;
    }
    // Few different times, so that slices touch, nest and coincide.
    std::int64_t someTime() { return m_origin + pick(0, 60) * (chance(70) ? 1000 : 37); }
    std::int64_t someDuration() { return chance(20) ? 0 : pick(0, 20) * (chance(70) ? 1000 : 41); }

    void thread()
    {
        raw("pid", one(std::array{"100", "100", "0", "\"some (pid)\"", "-1"}));
        raw("tid", one(std::array{"7", "8", "-1", "\"main loop\"", "100"}));
    }

    void one()
    {
        switch (pick(0, 11)) {
        case 0:
        case 1:
        case 2:
            plain();
            break;
        case 3:
        case 4:
            gpuOp();
            break;
        case 5:
            apiCall();
            break;
        case 6:
            async();
            break;
        case 7:
            flow();
            break;
        case 8:
            counter();
            break;
        case 9:
            instant();
            break;
        case 10:
            pair();
            break;
        default:
            special();
        }
    }

    void plain()
    {
        begin('X');
        text("cat",
             one(std::array{"cpu_op", "user_annotation", "python_function", "Operator", "mine",
                            ""}));
        text("name",
             one(std::array{"aten::mm", "step \\\"x\\\"", "ProfilerStep#3", "\\u00fcber", ""}));
        thread();
        raw("ts", micros(someTime()));
        raw("dur", micros(someDuration()));
        if (chance(50)) {
            raw("args",
                one(std::array{R"({"Input Dims": [[1, 2], []], "x": "\u00e9\n"})", "{}",
                               R"({"big": 123456789012345678901234567890})", R"({"nan": NaN})",
                               R"({"deep": {"a": [{}]}})"}));
        }
        end();
    }

    void gpuOp()
    {
        begin('X');
        const std::string category =
            one(std::array{"kernel", "kernel", "gpu_memcpy", "Memset", "gpu_graph"});
        text("cat", category);
        text("name",
             one(std::array{"gemm<float, 4>(int)", "ncclDevKernel_AllReduce",
                            "__amd_rocclr_copyBuffer"}));
        const std::string device = one(std::array{"0", "1"});
        const std::string stream = one(std::array{"7", "20", "0"});
        raw("pid", device);
        raw("tid", chance(80) ? stream : "\"stream 7\"");
        raw("ts", micros(someTime()));
        raw("dur", micros(someDuration()));
        std::string args = "{\"device\": " + device;
        const auto maybe = [&](int percent, const std::string& member) {
            args += chance(percent) ? ", " + member : "";
        };
        maybe(90, "\"stream\": " + stream);
        maybe(60, "\"context\": 1");
        maybe(80, "\"correlation\": " + std::to_string(pick(0, 30)));
        maybe(60, "\"grid\": [1, 2,3], \"block\": [32, 1, 1]");
        maybe(40, "\"registers per thread\": 24");
        maybe(40, "\"shared memory\": 1024");
        maybe(20, "\"dynamic shared memory\": 1000");
        maybe(30, "\"bytes\": 4096");
        maybe(20, "\"graph id\": 5, \"graph node id\": 77");
        maybe(20, "\"queued\": " + micros(someTime()));
        maybe(20,
              R"("Collective name": "all\"reduce", "Process Group Name": "0", "Group size": 8)");
        raw("args", args + "}");
        end();
    }

    void apiCall()
    {
        begin('X');
        text("cat", one(std::array{"cuda_runtime", "cuda_driver", "hip_runtime"}));
        text("name",
             one(std::array{"cudaLaunchKernel", "cudaStreamSynchronize", "hipMemcpyAsync"}));
        thread();
        raw("ts", micros(someTime()));
        raw("dur", micros(someDuration()));
        std::string args = "{\"cbid\": 211";
        args += chance(90) ? ", \"correlation\": " + std::to_string(pick(0, 30)) : "";
        args += chance(30) ? ", \"stream\": 7" : "";
        args += chance(30) ? ", \"return code\": -2" : "";
        raw("args", args + "}");
        end();
    }

    void async()
    {
        begin(chance(50) ? 'b' : 'e');
        text("cat", one(std::array{"net", "disk io"}));
        text("name", one(std::array{"request", "part"}));
        thread();
        raw("id", one(std::array{"1", "2", "\"0x3\""}));
        raw("ts", micros(someTime()));
        end();
    }

    void flow()
    {
        begin(chance(50) ? 's' : 'f');
        text("cat",
             one(std::array{"ac2g", "fwdbwd", "mine", "longpole_sync",
                            "longpole_collective_inferred"}));
        text("name", "flow");
        chance(50) ? thread() : (raw("pid", "0"), raw("tid", "7"));
        raw("id", std::to_string(pick(1, 12)));
        raw("ts", micros(someTime()));
        if (chance(70)) {
            text("bp", "e");
        }
        end();
    }

    void counter()
    {
        begin('C');
        text("name", one(std::array{"memory", "GPU busy %"}));
        raw("pid", one(std::array{"100", "0", "1"}));
        raw("ts", micros(someTime()));
        raw("args",
            one(std::array{R"({"value": 0.1})", R"({"value": -3})",
                           R"({"a": 1e300, "b": 12345678901})"}));
        end();
    }

    void instant()
    {
        begin('i');
        text("name", "mark");
        if (chance(50)) {
            text("cat", "cpu_instant_event");
        }
        thread();
        raw("ts", micros(someTime()));
        text("s", one(std::array{"t", "p", "g"}));
        raw("args", R"({"Bytes": -512})");
        end();
    }

    void pair()
    {
        const std::int64_t time = someTime();
        for (const char phase : {'B', 'E'}) {
            begin(phase);
            text("name", "section");
            text("cat", "cpu_op");
            raw("pid", "100");
            raw("tid", "8");
            raw("ts", micros(phase == 'B' ? time : time + 3000));
            end();
        }
    }

    void special()
    {
        begin('X');
        switch (pick(0, 3)) {
        case 0:
            text("cat", "gpu_user_annotation");
            text("name", "## forward ##");
            raw("pid", one(std::array{"0", "1", "2"}));
            raw("tid", one(std::array{"7", "20", "\"XLA Ops\""}));
            break;
        case 1:
            text("cat", "cuda_sync");
            text("name", "Stream Sync");
            raw("pid", "0");
            raw("tid", one(std::array{"7", "-1"}));
            break;
        case 2:
            text("cat", "overhead");
            text("name", "Buffer flush");
            raw("pid", "-1");
            raw("tid", "0");
            break;
        default:
            text("cat", "Trace");
            text("name", "PyTorch Profiler (0)");
            raw("pid", "\"Spans\"");
            raw("tid", "\"PyTorch Profiler\"");
        }
        raw("ts", micros(someTime()));
        raw("dur", micros(someDuration()));
        raw("args", R"({"External id": 3})");
        end();
    }

    std::mt19937_64 m_rng;
    int m_rank;
    std::int64_t m_origin;
    std::string m_out;
    bool m_first = true;
};

} // namespace

std::string randomChrome(std::uint32_t seed, int rank)
{
    return Maker(seed, rank).make();
}

} // namespace longpole::test
