// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Files that hold tensors: .npy and .npz (NumPy), .safetensors. Recognised by content.
#pragma once

#include "core/base/result.h"
#include "core/diff/agreement/dtype.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace longpole::agreement {

struct Tensor
{
    std::string name; // of a .npy file: the file's name without its ending
    DType type;
    std::vector<std::uint64_t> shape; // empty: a single number
    bool bigEndian = false;
    bool fortranOrder = false; // the first index runs fastest
    std::string unreadable; // why its elements cannot be read; empty: they can

    std::uint64_t elements() const; // of a shape that was checked to not overflow
};

// The elements' bytes of one tensor, front to back, as they are stored.
class TensorBytes
{
public:
    virtual ~TensorBytes() = default;
    // Fills all of `into`; Format if the file ends before.
    virtual Result<void> read(std::span<std::byte> into) = 0;
};

// One thread at a time.
class TensorFile
{
public:
    virtual ~TensorFile() = default;
    const std::vector<Tensor>& tensors() const { return m_tensors; }
    // number: of tensors(). The file must outlive the result.
    virtual Result<std::unique_ptr<TensorBytes>> open(std::size_t number) = 0;

protected:
    std::vector<Tensor> m_tensors;
};

// A file, or a folder of such files (the shards of a model), whose tensors together are one set.
// Two of one name: Format.
Result<std::unique_ptr<TensorFile>> openTensors(const std::string& path);

} // namespace longpole::agreement
