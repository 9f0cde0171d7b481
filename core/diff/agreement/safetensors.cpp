// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// .safetensors: eight bytes of length, a JSON object {"name": {"dtype", "shape", "data_offsets"}},
// then the elements.
#include "core/diff/agreement/tensor_formats.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace longpole::agreement {

namespace {

namespace dom = simdjson::dom;

class SafetensorsFile final : public TensorFile
{
public:
    explicit SafetensorsFile(std::string path)
        : m_path(std::move(path))
    { }

    Result<void> readHeader()
    {
        auto bytes = FileBytes::open(m_path, 0);
        std::array<std::byte, 8> lengthBytes{};
        if (!bytes) {
            return fail(bytes.error());
        }
        if (auto done = (*bytes)->read(lengthBytes); !done) {
            return done;
        }
        std::uint64_t length = 0;
        for (std::size_t i = 0; i < lengthBytes.size(); ++i) {
            length |= std::to_integer<std::uint64_t>(lengthBytes[i]) << (8U * i);
        }
        std::error_code error;
        const std::uint64_t size = std::filesystem::file_size(m_path, error);
        constexpr std::uint64_t kLongest = 100'000'000; // the format's own limit
        if (error || length > kLongest || length + 8 > size) {
            return damaged("has a header that is longer than the file or over 100 MB");
        }
        std::string json(length, '\0');
        if (auto done = (*bytes)->read(std::as_writable_bytes(std::span(json))); !done) {
            return done;
        }
        m_dataAt = 8 + length;
        return readTensors(json, size - m_dataAt);
    }

    Result<std::unique_ptr<TensorBytes>> open(std::size_t number) override
    {
        return FileBytes::open(m_path, m_dataAt + m_offsets[number]);
    }

private:
    Result<void> damaged(const std::string& how) const
    {
        return fail(Errc::Format, how + "; copy or save it again", m_path);
    }

    Result<void> readTensors(const std::string& json, std::uint64_t dataBytes)
    {
        dom::parser parser;
        dom::object all;
        if (parser.parse(json).get(all) != simdjson::SUCCESS) {
            return damaged("has a header that is not valid JSON");
        }
        struct Found
        {
            Tensor tensor;
            std::uint64_t offset;
        };
        std::vector<Found> found;
        for (const auto& [name, description] : all) {
            if (name == "__metadata__") {
                continue;
            }
            Found f{{}, 0};
            f.tensor.name = name;
            if (auto done = readOne(description, dataBytes, f.tensor, f.offset); !done) {
                return done;
            }
            found.push_back(std::move(f));
        }
        // As they lie in the file: so they are read in one go.
        std::stable_sort(found.begin(), found.end(),
                         [](const Found& a, const Found& b) { return a.offset < b.offset; });
        for (Found& f : found) {
            m_tensors.push_back(std::move(f.tensor));
            m_offsets.push_back(f.offset);
        }
        return {};
    }

    Result<void> readOne(dom::element description, std::uint64_t dataBytes, Tensor& tensor,
                         std::uint64_t& offset) const
    {
        std::string_view type;
        dom::array shape;
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        if (description["dtype"].get(type) != simdjson::SUCCESS
            || description["shape"].get(shape) != simdjson::SUCCESS
            || description["data_offsets"].at(0).get(begin) != simdjson::SUCCESS
            || description["data_offsets"].at(1).get(end) != simdjson::SUCCESS || begin > end
            || end > dataBytes) {
            return damaged("describes tensor \"" + tensor.name
                           + "\" wrongly, or the file was cut short");
        }
        for (const dom::element extent : shape) {
            std::uint64_t n = 0;
            if (extent.get(n) != simdjson::SUCCESS) {
                return damaged("gives tensor \"" + tensor.name + "\" an impossible shape");
            }
            tensor.shape.push_back(n);
        }
        offset = begin;
        if (const auto known = dtypeOfSafetensors(type)) {
            tensor.type = *known;
        } else {
            tensor.type.name = type;
            tensor.unreadable = "Longpole does not know its type";
        }
        const auto bytes = checkedBytes(tensor, m_path);
        if (!bytes) {
            return fail(bytes.error());
        }
        return tensor.unreadable.empty() && *bytes != end - begin
            ? damaged("gives tensor \"" + tensor.name + "\" another size than its shape needs")
            : Result<void>();
    }

    std::string m_path;
    std::uint64_t m_dataAt = 0;
    std::vector<std::uint64_t> m_offsets;
};

} // namespace

Result<std::unique_ptr<TensorFile>> openSafetensors(const std::string& path)
{
    auto file = std::make_unique<SafetensorsFile>(path);
    if (auto header = file->readHeader(); !header) {
        return fail(header.error());
    }
    return std::unique_ptr<TensorFile>(std::move(file));
}

} // namespace longpole::agreement
