// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/agreement/npy_header.h"

#include <array>
#include <charconv>
#include <optional>

namespace longpole::agreement {

namespace {

// What stands behind 'key': in the literal of a Python dict.
std::optional<std::string_view> valueOf(std::string_view dict, std::string_view key)
{
    for (const char quote : {'\'', '"'}) {
        const std::string quoted = quote + std::string(key) + quote;
        const std::size_t at = dict.find(quoted);
        if (at == std::string_view::npos) {
            continue;
        }
        const std::size_t from = dict.find_first_not_of(" :\t\n", at + quoted.size());
        return from == std::string_view::npos ? std::nullopt : std::optional(dict.substr(from));
    }
    return std::nullopt;
}

std::optional<std::string_view> textOf(std::string_view value)
{
    if (value.empty() || (value.front() != '\'' && value.front() != '"')) {
        return std::nullopt;
    }
    const std::size_t end = value.find(value.front(), 1);
    return end == std::string_view::npos ? std::nullopt : std::optional(value.substr(1, end - 1));
}

// "(3, 4)", "(3,)", "()".
std::optional<std::vector<std::uint64_t>> shapeOf(std::string_view value)
{
    const std::size_t close = value.find(')');
    if (!value.starts_with('(') || close == std::string_view::npos) {
        return std::nullopt;
    }
    std::vector<std::uint64_t> out;
    for (std::size_t i = 1; i < close;) {
        const char c = value[i];
        if (c == ' ' || c == ',' || c == 'L') {
            ++i;
            continue;
        }
        std::uint64_t n = 0;
        const auto [end, error] = std::from_chars(value.data() + i, value.data() + close, n);
        if (error != std::errc()) {
            return std::nullopt;
        }
        out.push_back(n);
        i = static_cast<std::size_t>(end - value.data());
    }
    return out;
}

} // namespace

Result<void> readNpyHeader(const std::function<Result<void>(std::span<std::byte>)>& read,
                           const std::string& where, Tensor& tensor, std::uint64_t& headerBytes)
{
    constexpr std::uint32_t kLongest = 1U << 20U;
    std::array<std::byte, 8> start{};
    if (auto done = read(start); !done) {
        return done;
    }
    const unsigned version = std::to_integer<unsigned>(start[6]);
    std::array<std::byte, 4> lengthBytes{};
    const std::size_t lengthSize = version == 1 ? 2 : 4;
    if (version < 1 || version > 3) {
        return fail(Errc::Unsupported,
                    "is a .npy file of version " + std::to_string(version)
                        + ", which Longpole does not know; save it with a current NumPy",
                    where);
    }
    if (auto done = read(std::span(lengthBytes).first(lengthSize)); !done) {
        return done;
    }
    std::uint32_t length = 0;
    for (std::size_t i = 0; i < lengthSize; ++i) {
        length |= std::to_integer<std::uint32_t>(lengthBytes[i]) << (8U * i);
    }
    if (length > kLongest) {
        return fail(Errc::Format, "has a .npy header of over 1 MiB, which no array needs", where);
    }
    std::string dict(length, '\0');
    if (auto done = read(std::as_writable_bytes(std::span(dict))); !done) {
        return done;
    }
    headerBytes = start.size() + lengthSize + length;
    const auto descr = valueOf(dict, "descr");
    const auto order = valueOf(dict, "fortran_order");
    const auto shapeText = valueOf(dict, "shape");
    const auto shape = shapeText ? shapeOf(*shapeText) : std::nullopt;
    if (!descr || !order || !shape) {
        return fail(Errc::Format,
                    "has a .npy header without a readable descr, fortran_order or shape; save the "
                    "array again",
                    where);
    }
    tensor.shape = *shape;
    tensor.fortranOrder = order->starts_with("True");
    const auto text = textOf(*descr);
    const auto type = text ? dtypeOfNumpy(*text, tensor.bigEndian) : std::nullopt;
    if (type) {
        tensor.type = *type;
    } else {
        tensor.type.name = text ? std::string(*text) : "a record";
        tensor.unreadable = "its elements are Python objects or records";
    }
    return {};
}

} // namespace longpole::agreement
