// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// By what kernels of different tools are compared.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace longpole::import {

// "_Z6kernelPf" → "kernel(float*)"; other names come back unchanged.
std::string demangled(std::string_view name);

// The name by which kernels of different tools are compared: demangled, without return type,
// spaces, casts of template arguments ("(int)4") and the suffixes of code objects (".kd").
std::string comparableKernelName(std::string_view name);

// Grid and block as a text; empty if one of them is not known (kNull32).
std::string launchShapeKey(const std::uint32_t (&grid)[3], const std::uint32_t (&block)[3]);

} // namespace longpole::import
