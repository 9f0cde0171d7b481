// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Takes NVTX's calls, by our own declaration of what its header offers to tools.
#pragma once

#include <cstddef>
#include <cstdint>

namespace longpole::cupti {

struct CallbackTables
{
    std::size_t structSize;
    int (*getModuleFunctionTable)(int module, void (***(*table))(), unsigned* size);
};
using GetExportTable = const void* (*)(std::uint32_t table);

// Replaces NVTX's functions by ours; false if this NVTX doesn't offer them. It may be called once
// for every library of the program that has NVTX compiled in.
bool hookNvtx(GetExportTable getTable);

} // namespace longpole::cupti
