// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/agreement/npy_header.h"
#include "core/diff/agreement/tensor_formats.h"
#include "core/io/byte_source.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>

namespace longpole::agreement {

namespace {

namespace fs = std::filesystem;

std::string stemOf(const std::string& path)
{
    return fs::path(path).stem().string();
}

class NpyFile final : public TensorFile
{
public:
    NpyFile(std::string path, Tensor tensor, std::uint64_t offset)
        : m_path(std::move(path))
        , m_offset(offset)
    {
        m_tensors.push_back(std::move(tensor));
    }
    Result<std::unique_ptr<TensorBytes>> open(std::size_t /*number*/) override
    {
        return FileBytes::open(m_path, m_offset);
    }

private:
    std::string m_path;
    std::uint64_t m_offset;
};

class TensorFolder final : public TensorFile
{
public:
    Result<void> add(std::unique_ptr<TensorFile> file, const std::string& path)
    {
        for (std::size_t i = 0; i < file->tensors().size(); ++i) {
            const Tensor& tensor = file->tensors()[i];
            if (!m_names.insert(tensor.name).second) {
                return fail(Errc::Format,
                            "holds a tensor \"" + tensor.name
                                + "\", which another file of the folder holds too; compare the "
                                  "files one by one",
                            path);
            }
            m_tensors.push_back(tensor);
            m_places.emplace_back(m_files.size(), i);
        }
        m_files.push_back(std::move(file));
        return {};
    }
    Result<std::unique_ptr<TensorBytes>> open(std::size_t number) override
    {
        const auto [file, at] = m_places[number];
        return m_files[file]->open(at);
    }

private:
    std::vector<std::unique_ptr<TensorFile>> m_files;
    std::vector<std::pair<std::size_t, std::size_t>> m_places; // file, number there
    std::set<std::string> m_names;
};

Result<std::unique_ptr<TensorFile>> openOne(const std::string& path)
{
    auto source = io::openFile(path);
    if (!source) {
        return fail(source.error());
    }
    const auto head = (*source)->peek(16);
    if (!head) {
        return fail(head.error());
    }
    if (head->starts_with(kNpyMagic)) {
        return openNpy(path);
    }
    if (head->starts_with("PK\x03\x04") || head->starts_with("PK\x05\x06")) {
        return openNpz(path);
    }
    if (head->size() > 8 && (*head)[8] == '{') {
        return openSafetensors(path);
    }
    return fail(Errc::Unsupported,
                "is no file of tensors that Longpole reads; save .npy, .npz or .safetensors", path);
}

bool looksLikeTensors(const fs::path& path)
{
    return path.extension() == ".npy" || path.extension() == ".npz"
        || path.extension() == ".safetensors";
}

Result<std::unique_ptr<TensorFile>> openFolder(const std::string& path)
{
    std::vector<std::string> files;
    std::error_code error;
    for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
        if (it->is_regular_file(error) && looksLikeTensors(it->path())) {
            files.push_back(it->path().string());
        }
    }
    if (error) {
        return fail(Errc::Io, "cannot be read: " + error.message(), path);
    }
    if (files.empty()) {
        return fail(Errc::Format, "is a folder without .npy, .npz or .safetensors files", path);
    }
    std::sort(files.begin(), files.end());
    auto folder = std::make_unique<TensorFolder>();
    for (const std::string& file : files) {
        auto opened = openOne(file);
        if (!opened) {
            return opened;
        }
        if (auto added = folder->add(std::move(*opened), file); !added) {
            return fail(added.error());
        }
    }
    return std::unique_ptr<TensorFile>(std::move(folder));
}

} // namespace

std::uint64_t Tensor::elements() const
{
    std::uint64_t n = 1;
    for (const std::uint64_t extent : shape) {
        n *= extent;
    }
    return n;
}

Result<std::uint64_t> checkedBytes(const Tensor& tensor, const std::string& path)
{
    std::uint64_t n = 1;
    bool fits = true;
    for (const std::uint64_t extent : tensor.shape) {
        fits = fits && (extent == 0 || n <= std::numeric_limits<std::uint64_t>::max() / extent);
        n *= extent;
    }
    const auto bytes = fits ? tensor.type.bytesFor(n) : std::nullopt;
    if (!bytes) {
        return fail(Errc::Format, "gives tensor \"" + tensor.name + "\" an impossible shape", path);
    }
    return *bytes;
}

Result<std::unique_ptr<TensorBytes>> FileBytes::open(const std::string& path, std::uint64_t offset)
{
    std::ifstream file(path, std::ios::binary);
    if (!file || !file.seekg(static_cast<std::streamoff>(offset))) {
        return fail(Errc::Io, "cannot be read", path);
    }
    return std::unique_ptr<TensorBytes>(new FileBytes(path, std::move(file)));
}

Result<void> FileBytes::read(std::span<std::byte> into)
{
    m_file.read(reinterpret_cast<char*>(into.data()), static_cast<std::streamsize>(into.size()));
    if (static_cast<std::size_t>(m_file.gcount()) != into.size()) {
        return fail(Errc::Format, "ends in the middle of a tensor; copy or save it again", m_path);
    }
    return {};
}

Result<std::unique_ptr<TensorFile>> openNpy(const std::string& path)
{
    auto bytes = FileBytes::open(path, 0);
    if (!bytes) {
        return fail(bytes.error());
    }
    Tensor tensor;
    tensor.name = stemOf(path);
    std::uint64_t headerBytes = 0;
    const auto read = [&](std::span<std::byte> into) { return (*bytes)->read(into); };
    if (auto header = readNpyHeader(read, path, tensor, headerBytes); !header) {
        return fail(header.error());
    }
    if (auto checked = checkedBytes(tensor, path); !checked) {
        return fail(checked.error());
    }
    return std::make_unique<NpyFile>(path, std::move(tensor), headerBytes);
}

Result<std::unique_ptr<TensorFile>> openTensors(const std::string& path)
{
    std::error_code ignored;
    return fs::is_directory(path, ignored) ? openFolder(path) : openOne(path);
}

} // namespace longpole::agreement
