// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The header of a .npy file (NumPy Enhancement Proposal 1, versions 1 to 3).
#pragma once

#include "core/diff/agreement/tensor_file.h"

#include <functional>
#include <string_view>

namespace longpole::agreement {

inline constexpr std::string_view kNpyMagic("\x93NUMPY", 6);

// Reads the header from a stream of bytes and leaves it at the first element. Fills all of tensor
// but its name. where: for messages. headerBytes: how many were read.
Result<void> readNpyHeader(const std::function<Result<void>(std::span<std::byte>)>& read,
                           const std::string& where, Tensor& tensor, std::uint64_t& headerBytes);

} // namespace longpole::agreement
