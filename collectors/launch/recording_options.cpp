// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/launch/recording_options.h"

#include "collectors/counters/counter_request.h"

#include <regex.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <limits>

namespace longpole::launch {

namespace {

struct KindName
{
    const char* name;
    unsigned number;
    bool byDefault;
};

constexpr KindName kKinds[] = {
    {"memcpy", 1, true},   {"memset", 2, true},           {"driver", 4, false},
    {"runtime", 5, true},  {"device", 8, true},           {"context", 9, true},
    {"kernel", 10, true},  {"overhead", 17, true},        {"environment", 20, true},
    {"memcpy2", 22, true}, {"unified-memory", 25, false}, {"cuda-event", 36, true},
    {"stream", 37, true},  {"synchronization", 38, true}, {"pcie", 46, false},
    {"memory2", 49, true}, {"memory-pool", 50, true},     {"graph-trace", 51, false},
    {"jit", 52, true},     {"mem-decompress", 54, false}};

Result<unsigned> kindNumber(const std::string& text)
{
    for (const KindName& k : kKinds) {
        if (text == k.name) {
            return k.number;
        }
    }
    char* end = nullptr;
    const unsigned long number = std::strtoul(text.c_str(), &end, 10);
    if (text.empty() || *end != 0 || number == 0 || number > 127) {
        std::string names;
        for (const KindName& k : kKinds) {
            names += (names.empty() ? "" : ", ") + std::string(k.name);
        }
        return fail(Errc::Unsupported,
                    "there is no kind of record \"" + text + "\" (there are: " + names
                        + ", or CUPTI's numbers)",
                    "--kinds");
    }
    return static_cast<unsigned>(number);
}

bool isPattern(const std::string& text)
{
    regex_t pattern{};
    const bool good =
        text.empty() || ::regcomp(&pattern, text.c_str(), REG_EXTENDED | REG_NOSUB) == 0;
    if (good && !text.empty()) {
        ::regfree(&pattern);
    }
    return good;
}

} // namespace

Result<std::uint64_t> parseBytes(const std::string& text)
{
    char* end = nullptr;
    const std::uint64_t number = std::strtoull(text.c_str(), &end, 10);
    const std::string unit(end);
    const unsigned shift = unit.empty() ? 0
        : unit == "K"                   ? 10
        : unit == "M"                   ? 20
        : unit == "G"                   ? 30
        : unit == "T"                   ? 40
                                        : 64;
    if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0])) == 0 || shift == 64
        || number == 0 || number > std::numeric_limits<std::uint64_t>::max() >> shift) {
        return fail(Errc::Unsupported, "\"" + text + "\" is no size; write 4096, 512K, 1M or 20G");
    }
    return number << shift;
}

Result<std::string> kindNumbers(const std::string& text)
{
    std::vector<unsigned> kinds;
    std::size_t at = 0;
    bool first = true;
    while (at <= text.size()) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        std::string word = text.substr(at, comma - at);
        at = comma + 1;
        const bool set = word == "default" || word == "minimal" || word == "full";
        if (first && (set || word.empty() || word[0] == '+' || word[0] == '-')) {
            for (const KindName& k : kKinds) {
                const bool kernelOnly = word == "minimal";
                const bool all = word == "full" && k.number != 4 && k.number != 51;
                if (kernelOnly ? k.number == 10 : all || k.byDefault) {
                    kinds.push_back(k.number);
                }
            }
        }
        first = false;
        if (set || word.empty()) {
            continue;
        }
        const bool remove = word[0] == '-';
        if (word[0] == '+' || word[0] == '-') {
            word.erase(0, 1);
        }
        auto number = kindNumber(word);
        if (!number) {
            return fail(number.error());
        }
        kinds.erase(std::remove(kinds.begin(), kinds.end(), *number), kinds.end());
        if (!remove) {
            kinds.push_back(*number);
        }
    }
    std::string out;
    for (const unsigned k : kinds) {
        out += (out.empty() ? "" : ",") + std::to_string(k);
    }
    if (out.empty()) {
        return fail(Errc::Unsupported, "nothing is left to record", "--kinds");
    }
    return out;
}

Result<std::string> captureWindow(const std::string& text)
{
    if (text.empty() || text == "cudaProfilerApi") {
        return std::string(text.empty() ? "" : "profiler");
    }
    unsigned long long delayMs = 0;
    unsigned long long durationMs = 0;
    std::size_t at = 0;
    while (at <= text.size()) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        const std::string word = text.substr(at, comma - at);
        at = comma + 1;
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        char* end = nullptr;
        const std::string number = equals == std::string::npos ? "" : word.substr(equals + 1);
        const double seconds = std::strtod(number.c_str(), &end);
        if ((name != "delay" && name != "duration") || number.empty() || *end != 0
            || !(seconds >= 0) || seconds > 1e7) {
            return fail(Errc::Unsupported,
                        "\"" + text
                            + "\" is no window: write cudaProfilerApi, or "
                              "delay=SECONDS,duration=SECONDS",
                        "--capture");
        }
        (name == "delay" ? delayMs : durationMs) = static_cast<unsigned long long>(seconds * 1000);
    }
    return std::to_string(delayMs) + "," + std::to_string(durationMs);
}

Result<Variables> recordingVariables(const RecordingOptions& o)
{
    auto kinds = kindNumbers(o.kinds);
    if (!kinds) {
        return fail(kinds.error());
    }
    const std::size_t x = o.buffers.find('x');
    auto bytes = parseBytes(x == std::string::npos ? "" : o.buffers.substr(x + 1));
    auto count = parseBytes(o.buffers.substr(0, x));
    if (!bytes || !count || *count > 4096 || *bytes < 16 * 1024 || *bytes > (64U << 20U)) {
        return fail(Errc::Unsupported,
                    "\"" + o.buffers
                        + "\" is not COUNTxSIZE, such as 64x1M (at most 4096 buffers "
                          "of 16K to 64M)",
                    "--buffers");
    }
    auto most = parseBytes(o.maxSpool);
    if (!most) {
        return fail(Errc::Unsupported, most.error().message, "--max-spool");
    }
    auto capture = captureWindow(o.capture);
    if (!capture) {
        return fail(capture.error());
    }
    const counters::CounterRequest wanted = counters::parseCounterRequest(o.counters);
    if (!wanted.error.empty()) {
        return fail(Errc::Unsupported, wanted.error, "--counters");
    }
    if (!isPattern(o.kernel)) {
        return fail(Errc::Unsupported, "\"" + o.kernel + "\" is no regular expression", "--kernel");
    }
    std::error_code ignored;
    if (!o.cupti.empty() && !std::filesystem::exists(o.cupti, ignored)) {
        return fail(Errc::Io, "does not exist; --cupti takes the path of a libcupti.so", o.cupti);
    }
    std::string prefixes;
    for (const std::string& folder : o.pythonPrefixes) {
        if (!std::filesystem::is_directory(folder, ignored)) {
            return fail(Errc::Io, "is no folder; --python-prefix takes one", folder);
        }
        prefixes += std::filesystem::absolute(folder).string() + "\n";
    }
    Variables v;
    v.emplace_back("LONGPOLE_PYTHON_PREFIXES", prefixes);
    v.emplace_back("LONGPOLE_SPOOL_DIR", o.spoolFolder);
    v.emplace_back("LONGPOLE_KINDS", *kinds);
    v.emplace_back("LONGPOLE_DRIVER_API", o.driverApi);
    v.emplace_back("LONGPOLE_GRAPH", o.graph == "graph" ? "graph" : "node");
    v.emplace_back("LONGPOLE_NVTX", o.nvtx);
    v.emplace_back("LONGPOLE_BUFFERS", std::to_string(*count) + "x" + std::to_string(*bytes));
    v.emplace_back("LONGPOLE_FLUSH_MS", std::to_string(o.flushMs));
    v.emplace_back("LONGPOLE_MAX_SPOOL", std::to_string(*most));
    v.emplace_back("LONGPOLE_CUPTI",
                   o.cupti.empty() ? "" : std::filesystem::absolute(o.cupti).string());
    v.emplace_back("LONGPOLE_CAPTURE", *capture);
    v.emplace_back("LONGPOLE_COUNTERS", o.counters);
    v.emplace_back("LONGPOLE_KERNEL", o.kernel);
    const bool perKernel = wanted.perKernel();
    v.emplace_back("LONGPOLE_LAUNCH_SKIP", perKernel ? std::to_string(o.launchSkip) : "");
    v.emplace_back("LONGPOLE_LAUNCH_COUNT", perKernel ? std::to_string(o.launchCount) : "");
    v.emplace_back("LONGPOLE_HES", o.hardwareTrace ? "1" : "");
    v.emplace_back("LONGPOLE_LATENCY", o.latency ? "1" : "");
    v.emplace_back("LONGPOLE_COEXIST", o.coexist ? "1" : "");
    v.emplace_back("LONGPOLE_SUBSCRIBE", o.subscribe ? "" : "0");
    v.emplace_back("LONGPOLE_CUDA", o.cuda ? "" : "off");
    v.emplace_back("CUDA_INJECTION64_PATH", o.cuda ? o.collector : "");
    v.emplace_back("NVTX_INJECTION64_PATH", o.nvtx == "on" ? o.collector : "");
    return v;
}

} // namespace longpole::launch
