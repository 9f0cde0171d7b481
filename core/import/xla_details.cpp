// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/xla_details.h"

#include "core/import/decimal_time.h"
#include "core/model/names.h"

#include <algorithm>

namespace longpole::import {

namespace {

using model::kNull32;
using model::kNull64;

std::uint32_t small(std::string_view text)
{
    const auto n = parseInteger(text);
    return n && *n >= 0 && *n < std::int64_t{kNull32} ? static_cast<std::uint32_t>(*n) : kNull32;
}

void triple(std::string_view text, std::uint32_t (&out)[3])
{
    for (std::uint32_t& v : out) {
        const std::size_t comma = std::min(text.find(','), text.size());
        v = small(text.substr(0, comma));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
}

// Calls f(key, value) for each of "key:value key:value".
template <class F>
void eachDetail(std::string_view details, F f)
{
    while (!details.empty()) {
        const std::size_t end = std::min(details.find(' '), details.size());
        const std::string_view one = details.substr(0, end);
        if (const std::size_t colon = one.find(':'); colon != std::string_view::npos) {
            f(one.substr(0, colon), one.substr(colon + 1));
        }
        details.remove_prefix(std::min(end + 1, details.size()));
    }
}

void readKernel(std::string_view details, GpuFacts& facts)
{
    eachDetail(details, [&](std::string_view key, std::string_view value) {
        if (key == "regs") {
            facts.registers = small(value);
        } else if (key == "static_shared" || key == "group_mem") {
            facts.sharedStatic = small(value); // ROCm tells the sum of both kinds only
        } else if (key == "dynamic_shared") {
            facts.sharedDynamic = small(value);
        } else if (key == "grid") {
            triple(value, facts.grid);
        } else if (key == "block") {
            triple(value, facts.block);
        }
    });
}

void readCopy(std::string_view details, GpuFacts& facts)
{
    eachDetail(details, [&](std::string_view key, std::string_view value) {
        if (key == "size" || key == "num_bytes") {
            facts.bytes = parseInteger(value).value_or(kNull64);
        }
    });
}

// what: in lower case.
bool startsLike(std::string_view name, std::string_view what)
{
    return name.size() >= what.size()
        && std::equal(what.begin(), what.end(), name.begin(),
                      [](char a, char b) { return a == (b | 0x20); });
}

} // namespace

void readXlaDetails(const XlaDetails& details, std::string_view name, GpuFacts& facts)
{
    facts.kind = details.memcpy || startsLike(name, "memcpy") ? model::GpuOpKind::Memcpy
        : details.memset || startsLike(name, "memset")        ? model::GpuOpKind::Memset
                                                              : model::kernelKind(name);
    readKernel(details.kernel.value_or(std::string_view()), facts);
    readCopy(details.memcpy.value_or(std::string_view()), facts);
    readCopy(details.memset.value_or(std::string_view()), facts);
}

bool isGpuApiName(std::string_view name)
{
    for (const std::string_view prefix : {"cuda", "cu", "hip"}) {
        if (name.starts_with(prefix) && name.size() > prefix.size()) {
            const char next = name[prefix.size()];
            if (next >= 'A' && next <= 'Z') {
                return true;
            }
        }
    }
    return false;
}

std::optional<std::uint32_t> stepNumberOf(std::optional<std::int64_t> number)
{
    const bool fits = number && *number >= 0 && *number < model::kNull32;
    return fits ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

std::optional<std::int64_t> xlaGpuNumber(std::string_view name)
{
    constexpr std::string_view kPrefix = "/device:GPU:";
    if (!name.starts_with(kPrefix)) {
        return std::nullopt;
    }
    name.remove_prefix(kPrefix.size());
    return parseInteger(name.substr(0, name.find_first_not_of("0123456789")));
}

} // namespace longpole::import
