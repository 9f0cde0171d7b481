// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// What collectors/python calls: ranges of Python functions go where NVTX's go. Called with the
// interpreter's lock held, so nothing here may wait.
#include "collectors/cupti/collector.h"
#include "collectors/cupti/nvtx_hooks.h"

namespace {

using longpole::wire::NvtxEvent;
using longpole::wire::NvtxOp;

__attribute__((tls_model("initial-exec"))) thread_local int depthOfThread = 0;

void put(NvtxOp op, int depth, int name)
{
    NvtxEvent e;
    e.op = op;
    e.domain = longpole::wire::kPythonDomain;
    e.id = static_cast<std::uint64_t>(depth);
    e.textId = static_cast<std::uint32_t>(name);
    longpole::cupti::putNvtx(e);
}

} // namespace

// NOLINTBEGIN(readability-identifier-naming): these are the names that are looked up
extern "C" {

// Before all others, and again in a forked child. 0: nothing is being recorded.
__attribute__((visibility("default"))) int longpolePythonStart(void)
{
    try {
        depthOfThread = 0;
        return longpole::cupti::collector().start() ? 1 : 0;
    } catch (...) {
        return 0;
    }
}

// A number for the name of a function.
__attribute__((visibility("default"))) int longpolePythonName(const char* text)
{
    NvtxEvent e;
    e.op = NvtxOp::RegisterString;
    e.domain = longpole::wire::kPythonDomain;
    e.id = longpole::cupti::nextNvtxId();
    e.text = text != nullptr ? text : "";
    longpole::cupti::putNvtx(e);
    return static_cast<int>(e.id);
}

// One line for people.
__attribute__((visibility("default"))) void longpolePythonNote(const char* text)
{
    longpole::cupti::Collector* const c = longpole::cupti::currentCollector();
    if (c != nullptr && c->isOn() && text != nullptr) {
        c->notes().post("%s", text);
    }
}

// A function of this thread begins, or goes on after a yield.
__attribute__((visibility("default"))) void longpolePythonBegin(int name)
{
    put(NvtxOp::Push, ++depthOfThread, name);
}

// The one that began last ends.
__attribute__((visibility("default"))) void longpolePythonEnd(void)
{
    if (depthOfThread > 0) {
        put(NvtxOp::Pop, depthOfThread--, 0);
    }
}
}
// NOLINTEND(readability-identifier-naming)
