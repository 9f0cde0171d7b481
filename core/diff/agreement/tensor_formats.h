// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The formats behind openTensors(), one file each. `path` is a regular file of that format.
#pragma once

#include "core/diff/agreement/tensor_file.h"

#include <fstream>

namespace longpole::agreement {

Result<std::unique_ptr<TensorFile>> openNpy(const std::string& path);
Result<std::unique_ptr<TensorFile>> openNpz(const std::string& path);
Result<std::unique_ptr<TensorFile>> openSafetensors(const std::string& path);

// An element count that memory addresses could hold, and the bytes it needs; Format otherwise.
Result<std::uint64_t> checkedBytes(const Tensor& tensor, const std::string& path);

// Elements that lie in one piece of a plain file.
class FileBytes final : public TensorBytes
{
public:
    static Result<std::unique_ptr<TensorBytes>> open(const std::string& path, std::uint64_t offset);
    Result<void> read(std::span<std::byte> into) override;

private:
    FileBytes(std::string path, std::ifstream file)
        : m_path(std::move(path))
        , m_file(std::move(file))
    { }

    std::string m_path;
    std::ifstream m_file;
};

} // namespace longpole::agreement
