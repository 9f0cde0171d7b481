// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// The functions that CUDA's driver and NVTX look for. Whatever goes wrong in them, the program
// runs on.
#include "collectors/cupti/collector.h"
#include "collectors/cupti/nvtx_hooks.h"
#include "collectors/cupti/nvtx_payloads.h"

// NOLINTBEGIN(readability-identifier-naming): these are the names that are looked up
extern "C" {

__attribute__((visibility("default"))) int InitializeInjection(void)
{
    try {
        return longpole::cupti::collector().startCuda() ? 1 : 0;
    } catch (...) {
        return 0;
    }
}

__attribute__((visibility("default"))) int
InitializeInjectionNvtx2(longpole::cupti::GetExportTable getTable)
{
    try {
        longpole::cupti::Collector& c = longpole::cupti::collector();
        return getTable != nullptr && c.settings().nvtx && c.start()
                && longpole::cupti::hookNvtx(getTable)
            ? 1
            : 0;
    } catch (...) {
        return 0;
    }
}

// Once for each extension of NVTX that a library of the program uses.
__attribute__((visibility("default"))) int
InitializeInjectionNvtxExtension(longpole::cupti::ExtensionModule* module)
{
    try {
        longpole::cupti::Collector& c = longpole::cupti::collector();
        return module != nullptr && c.settings().nvtx && c.start()
                && longpole::cupti::hookNvtxPayloads(*module)
            ? 1
            : 0;
    } catch (...) {
        return 0;
    }
}
}
// NOLINTEND(readability-identifier-naming)
