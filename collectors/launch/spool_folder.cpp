// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/launch/spool_folder.h"

#include "collectors/wire/spool_reader.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <span>
#include <utility>

namespace longpole::launch {

namespace {

namespace fs = std::filesystem;

const std::vector<std::uint16_t> kMayBeOfGraphs{wire::KindKernel, wire::KindMemcpy,
                                                wire::KindMemset, wire::KindGraphTrace};

bool isOfGraph(const wire::RecordView& r)
{
    switch (r.kind()) {
    case wire::KindKernel:
        return r.number(wire::kernel::kGraph) != 0;
    case wire::KindMemcpy:
        return r.number(wire::copy::kGraph) != 0;
    case wire::KindMemset:
        return r.number(wire::fill::kGraph) != 0;
    default:
        return r.kind() == wire::KindGraphTrace;
    }
}

// What is asked about a spool as a whole.
class Facts : public wire::SpoolVisitor
{
public:
    void info(std::string_view name, const std::string& value) override
    {
        if (name == "pid") {
            pid = static_cast<pid_t>(std::atol(value.c_str()));
        } else if (name.starts_with("name.")) {
            graphs = graphs || value.starts_with("cudaGraphLaunch")
                || value.starts_with("cuGraphLaunch");
        }
    }
    void note(std::string_view text) override { notes.emplace_back(text); }
    void record(const wire::RecordView& r) override { graphs = graphs || isOfGraph(r); }
    void nvtx(std::uint32_t thread, const wire::NvtxEvent& e) override
    {
        if (e.domain == wire::kPythonDomain) {
            return; // no ranges of NVTX, and only there where Python is recorded
        }
        switch (e.op) {
        case wire::NvtxOp::RegisterString:
            m_texts[e.id] = e.text;
            break;
        case wire::NvtxOp::Push:
        case wire::NvtxOp::Start: {
            const std::string text = e.textId != 0 ? m_texts[e.textId] : std::string(e.text);
            if (e.op == wire::NvtxOp::Push) {
                m_stacks[{thread, e.domain}].emplace_back(text == wanted, e.time);
            } else if (text == wanted) {
                m_started[e.id] = e.time;
            }
            break;
        }
        case wire::NvtxOp::Pop:
            if (auto& stack = m_stacks[{thread, e.domain}]; !stack.empty()) {
                if (stack.back().first) {
                    durations.push_back(static_cast<double>(e.time - stack.back().second));
                }
                stack.pop_back();
            }
            break;
        case wire::NvtxOp::End:
            if (const auto it = m_started.find(e.id); it != m_started.end()) {
                durations.push_back(static_cast<double>(e.time - it->second));
                m_started.erase(it);
            }
            break;
        default:
            break;
        }
    }
    void clock(const wire::ClockRow&) override { }
    void stat(std::string_view name, std::uint64_t value) override
    {
        stats[std::string(name)] = value;
    }
    void end() override { ended = true; }

    std::string wanted;
    std::vector<std::string> notes;
    std::vector<double> durations;
    std::map<std::string, std::uint64_t> stats;
    pid_t pid = 0;
    bool ended = false;
    bool graphs = false;

private:
    std::map<std::uint64_t, std::string> m_texts;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::pair<bool, std::uint64_t>>>
        m_stacks;
    std::map<std::uint64_t, std::uint64_t> m_started;
};

void readFacts(const std::string& path, Facts& facts, bool nvtx = false,
               const std::vector<std::uint16_t>& kinds = {})
{
    std::ifstream in(path, std::ios::binary);
    wire::SpoolReader reader(facts);
    reader.decodeOnly(kinds, nvtx);
    std::vector<char> piece(1U << 20U);
    while (in) {
        in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        reader.feed(std::as_bytes(std::span(piece.data(), static_cast<std::size_t>(in.gcount()))));
    }
    reader.finish();
}

// Its first chunk only.
pid_t pidOf(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    Facts facts;
    wire::SpoolReader reader(facts);
    std::vector<char> piece(64 * 1024);
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    reader.feed(std::as_bytes(std::span(piece.data(), static_cast<std::size_t>(in.gcount()))));
    return facts.pid;
}

// End is the last chunk and short.
bool hasEnded(const std::string& path, std::uint64_t bytes)
{
    constexpr std::uint64_t kTail = 4096;
    std::ifstream in(path, std::ios::binary);
    in.seekg(static_cast<std::streamoff>(bytes > kTail ? bytes - kTail : 0));
    std::vector<char> tail(kTail);
    in.read(tail.data(), static_cast<std::streamsize>(tail.size()));
    Facts facts;
    wire::SpoolReader reader(facts);
    reader.feed(std::as_bytes(std::span(tail.data(), static_cast<std::size_t>(in.gcount()))));
    return facts.ended;
}

} // namespace

std::vector<SpoolEntry> spoolsIn(const std::string& folder)
{
    std::vector<SpoolEntry> out;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (it->path().extension() != wire::kSpoolSuffix) {
            continue;
        }
        SpoolEntry e;
        e.path = it->path().string();
        std::error_code ignored;
        e.bytes = it->file_size(ignored);
        e.pid = pidOf(e.path);
        e.ended = hasEnded(e.path, e.bytes);
        out.push_back(std::move(e));
    }
    std::sort(out.begin(), out.end(),
              [](const SpoolEntry& a, const SpoolEntry& b) { return a.path < b.path; });
    return out;
}

void removeSpools(const std::string& folder, bool alsoFolder)
{
    std::error_code ignored;
    for (const SpoolEntry& e : spoolsIn(folder)) {
        fs::remove(e.path, ignored);
    }
    if (alsoFolder) {
        fs::remove(folder, ignored);
    }
}

std::vector<pid_t> writersOf(const std::string& folder)
{
    std::vector<pid_t> out;
    for (const SpoolEntry& e : spoolsIn(folder)) {
        if (!e.ended && e.pid > 0 && ::kill(e.pid, 0) == 0) {
            out.push_back(e.pid);
        }
    }
    return out;
}

std::vector<std::string> notesIn(const std::string& folder)
{
    std::vector<std::string> out;
    for (const SpoolEntry& e : spoolsIn(folder)) {
        Facts facts;
        readFacts(e.path, facts);
        for (const std::string& n : facts.notes) {
            if (std::find(out.begin(), out.end(), n) == out.end()) {
                out.push_back(n);
            }
        }
    }
    return out;
}

std::vector<double> rangeDurations(const std::string& folder, const std::string& name)
{
    std::vector<double> out;
    for (const SpoolEntry& e : spoolsIn(folder)) {
        Facts facts;
        facts.wanted = name;
        readFacts(e.path, facts, true);
        out.insert(out.end(), facts.durations.begin(), facts.durations.end());
    }
    return out;
}

bool usesGraphs(const std::string& folder)
{
    for (const SpoolEntry& e : spoolsIn(folder)) {
        Facts facts;
        readFacts(e.path, facts, false, kMayBeOfGraphs);
        if (facts.graphs) {
            return true;
        }
    }
    return false;
}

std::uint64_t statSum(const std::string& folder, const std::string& name)
{
    std::uint64_t sum = 0;
    for (const SpoolEntry& e : spoolsIn(folder)) {
        Facts facts;
        readFacts(e.path, facts);
        for (const auto& [key, value] : facts.stats) {
            if (key == name || key.starts_with(name + ".")) {
                sum += value;
            }
        }
    }
    return sum;
}

} // namespace longpole::launch
