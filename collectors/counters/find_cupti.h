// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace longpole::cupti {

// Libraries worth trying, best first: the one asked for, else the one that is in this process
// already, the one beside other NVIDIA libraries of this process, those of the CUDA installation,
// those the loader finds by name.
std::vector<std::string> cuptiCandidates(const std::string& askedFor);

} // namespace longpole::cupti
