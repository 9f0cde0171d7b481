// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/doubles/target_script.h"

#include "collectors/doubles/fake_cupti_tables.h"
#include "collectors/doubles/record_bytes.h"
#include "collectors/doubles/target_device.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>
#include <vector>

namespace target {

namespace {

class Script
{
public:
    bool line(const std::string& text)
    {
        std::istringstream in(text);
        std::string word;
        m_words.clear();
        while (in >> word && word[0] != '#') {
            m_words.push_back(word);
        }
        if (m_words.empty()) {
            return true;
        }
        const std::string& what = m_words[0];
        if (what == "call" || what == "driver") {
            return call(what == "call");
        }
        if (what == "kernel") {
            return kernel();
        }
        if (what == "copy" || what == "fill" || what == "graph") {
            return device(what);
        }
        if (what == "event" || what == "sync") {
            return what == "event" ? event() : sync();
        }
        return rest(what);
    }

private:
    std::uint64_t number(std::size_t at) const
    {
        return at < m_words.size() ? std::strtoull(m_words[at].c_str(), nullptr, 0) : 0;
    }
    std::uint64_t time(std::size_t at) const { return m_base + number(at); }
    // NAME=VALUE among the words.
    std::uint64_t option(const char* name, std::uint64_t fallback) const
    {
        const std::size_t length = std::strlen(name);
        for (const std::string& w : m_words) {
            if (w.compare(0, length, name) == 0 && w[length] == '=') {
                return std::strtoull(w.c_str() + length + 1, nullptr, 0);
            }
        }
        return fallback;
    }
    // Lives as long as the program, as names of kernels do.
    static const char* kept(const std::string& text)
    {
        static auto* const all = new std::set<std::string>;
        return all->insert(text).first->c_str();
    }
    static bool put(const RecordBytes& r)
    {
        emit(r.data(), r.size());
        return true;
    }

    bool call(bool runtime)
    {
        const std::uint32_t id = doubles::callNumber(runtime ? 2 : 1, m_words[1].c_str());
        RecordBytes r(runtime ? wire::KindRuntime : wire::KindDriver, 40);
        r.set(wire::api::kCbid, id)
            .set(wire::api::kStart, time(2))
            .set(wire::api::kEnd, time(3))
            .set(wire::api::kCorrelation, number(4))
            .set(wire::api::kProcess, static_cast<std::uint64_t>(::getpid()))
            .set(wire::api::kThread, threadId() + option("thread", 0));
        return id != 0 && put(r);
    }
    bool kernel()
    {
        RecordBytes r(wire::KindKernel, 216);
        r.set(wire::kernel::kName, reinterpret_cast<std::uintptr_t>(kept(m_words[1])))
            .set(wire::kernel::kStart, number(2) == 0 ? 0 : time(2))
            .set(wire::kernel::kEnd, number(3) == 0 ? 0 : time(3))
            .set(wire::kernel::kContext, 1)
            .set(wire::kernel::kStream, number(4))
            .set(wire::kernel::kCorrelation, number(5))
            .set(wire::kernel::kRegisters, 32)
            .set(wire::kernel::kDynamicShared, 1024)
            .set(wire::kernel::kGraph, option("graph", 0))
            .set(wire::kernel::kGraphNode, option("node", 0));
        if (option("queued", 0) != 0) {
            r.set(wire::kernel::kQueued, m_base + option("queued", 0));
        }
        for (int i = 0; i < 3; ++i) {
            r.set(wire::kernel::kGrid[i], i == 0 ? 108 : 1)
                .set(wire::kernel::kBlock[i], i == 0 ? 256 : 1);
        }
        return put(r);
    }
    bool device(const std::string& what)
    {
        if (what == "copy") {
            RecordBytes r(wire::KindMemcpy, 96);
            return put(r.set(wire::copy::kCopyKind, number(1))
                           .set(wire::copy::kSourceKind, number(2))
                           .set(wire::copy::kTargetKind, number(3))
                           .set(wire::copy::kBytes, number(4))
                           .set(wire::copy::kStart, time(5))
                           .set(wire::copy::kEnd, time(6))
                           .set(wire::copy::kContext, 1)
                           .set(wire::copy::kStream, number(7))
                           .set(wire::copy::kCorrelation, number(8))
                           .set(wire::copy::kCopyCount, 1));
        }
        if (what == "fill") {
            RecordBytes r(wire::KindMemset, 88);
            return put(r.set(wire::fill::kBytes, number(1))
                           .set(wire::fill::kStart, time(2))
                           .set(wire::fill::kEnd, time(3))
                           .set(wire::fill::kContext, 1)
                           .set(wire::fill::kStream, number(4))
                           .set(wire::fill::kCorrelation, number(5))
                           .set(wire::fill::kMemoryKind, 3));
        }
        RecordBytes r(wire::KindGraphTrace, 56);
        return put(r.set(wire::graph_trace::kGraph, number(1))
                       .set(wire::graph_trace::kStart, time(2))
                       .set(wire::graph_trace::kEnd, time(3))
                       .set(wire::graph_trace::kContext, 1)
                       .set(wire::graph_trace::kStream, number(4))
                       .set(wire::graph_trace::kCorrelation, number(5)));
    }
    bool event()
    {
        RecordBytes r(wire::KindCudaEvent, 56);
        return put(r.set(wire::cuda_event::kEvent, number(1))
                       .set(wire::cuda_event::kStream, number(2))
                       .set(wire::cuda_event::kEventSync, number(3))
                       .set(wire::cuda_event::kCorrelation, number(4))
                       .set(wire::cuda_event::kContext, 1));
    }
    bool sync()
    {
        RecordBytes r(wire::KindSync, 56);
        return put(r.set(wire::sync::kType, number(1))
                       .set(wire::sync::kStart, time(2))
                       .set(wire::sync::kEnd, time(3))
                       .set(wire::sync::kStream, number(4))
                       .set(wire::sync::kCorrelation, number(5))
                       .set(wire::sync::kContext, 1)
                       .set(wire::sync::kEvent, option("event", 0xffffffff))
                       .set(wire::sync::kEventSync, option("sync", 0)));
    }
    bool rest(const std::string& what)
    {
        if (what == "overhead") {
            RecordBytes r(wire::KindOverhead, 56);
            return put(r.set(wire::overhead::kOverheadKind, number(1))
                           .set(wire::overhead::kObjectKind, 2)
                           .set(wire::overhead::kProcess, static_cast<std::uint64_t>(::getpid()))
                           .set(wire::overhead::kThread, threadId())
                           .set(wire::overhead::kStart, time(2))
                           .set(wire::overhead::kEnd, time(3)));
        }
        if (what == "device") {
            RecordBytes r(wire::KindDevice, 184);
            return put(
                r.set(wire::device::kId, number(1))
                    .set(wire::device::kMultiprocessors, 132)
                    .set(wire::device::kMajor, 9)
                    .set(wire::device::kUuid, 0x1122334455667788)
                    .set(wire::device::kName, reinterpret_cast<std::uintptr_t>(kept(m_words[2]))));
        }
        if (what == "memory") {
            RecordBytes r(wire::KindMemory, 128);
            return put(r.set(wire::memory::kOperation, number(1))
                           .set(wire::memory::kMemoryKind, 3)
                           .set(wire::memory::kAddress, number(2))
                           .set(wire::memory::kBytes, number(3))
                           .set(wire::memory::kTime, time(4))
                           .set(wire::memory::kCorrelation, number(5))
                           .set(wire::memory::kProcess, static_cast<std::uint64_t>(::getpid())));
        }
        if (what == "other") {
            RecordBytes r(static_cast<std::uint32_t>(number(1)), number(2));
            for (std::uint16_t at = 8; at + std::uint64_t{8} <= number(2); at += 8) {
                r.set({at, 8}, 0x0101010101010101ULL * at);
            }
            return put(r);
        }
        return false;
    }

    std::uint64_t m_base = doubles::now();
    std::vector<std::string> m_words;
};

} // namespace

bool runScript(const std::string& path)
{
    std::ifstream in(path);
    Script script;
    std::string line;
    bool good = static_cast<bool>(in);
    while (std::getline(in, line)) {
        if (!script.line(line)) {
            std::fprintf(stderr, "double_target: %s: %s?\n", path.c_str(), line.c_str());
            good = false;
        }
    }
    return good;
}

} // namespace target
