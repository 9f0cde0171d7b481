// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// NVTX as a program has it compiled in: the first call loads the library that NVTX_INJECTION64_PATH
// names and offers it the tables of functions to replace.
#pragma once

namespace target {

void nvtxPush(const char* text);
void nvtxPushWide(const wchar_t* text);
void nvtxPop();
// A domain, a registered string, a range with a category and a payload in it, a started range,
// a mark.
void nvtxDomainRange(const char* domain, const char* text);

// A domain, and ranges in it; payloads are NVTX's nvtxPayloadData_t.
void* nvtxDomain(const char* name);
void nvtxDomainPush(void* domain, const char* text, const void* payloads, int count);
void nvtxDomainPop(void* domain);

} // namespace target
