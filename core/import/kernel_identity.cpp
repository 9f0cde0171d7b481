// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/kernel_identity.h"

#include "core/model/schema.h"

#include <cxxabi.h>

#include <cctype>
#include <cstdlib>
#include <memory>

namespace longpole::import {

namespace {

using model::kNull32;

void eraseAll(std::string& text, std::string_view what)
{
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
        text.erase(at, what.size());
    }
}

} // namespace

std::string demangled(std::string_view name)
{
    if (!name.starts_with("_Z")) {
        return std::string(name);
    }
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(
        abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status), std::free);
    return status == 0 && text ? std::string(text.get()) : std::string(name);
}

std::string launchShapeKey(const std::uint32_t (&grid)[3], const std::uint32_t (&block)[3])
{
    if (grid[0] == kNull32 || block[0] == kNull32) {
        return {};
    }
    std::string key;
    for (const std::uint32_t v : {grid[0], grid[1], grid[2], block[0], block[1], block[2]}) {
        key += std::to_string(v == kNull32 ? 1 : v) + ",";
    }
    return key;
}

std::string comparableKernelName(std::string_view name)
{
    std::string out = demangled(name);
    for (const std::string_view suffix : {".kd", " [clone .kd]"}) {
        if (out.ends_with(suffix)) {
            out.resize(out.size() - suffix.size());
        }
    }
    if (out.starts_with("void ")) {
        out.erase(0, 5);
    }
    for (const std::string_view cast :
         {"(int)", "(unsigned int)", "(bool)", "(long)", "(unsigned long)", "(char)"}) {
        // A list of parameters has the same form: only casts are followed by a value.
        for (std::size_t at = out.find(cast); at != std::string::npos; at = out.find(cast, at)) {
            const std::size_t after = at + cast.size();
            const bool value = after < out.size()
                && (std::isdigit(static_cast<unsigned char>(out[after])) != 0 || out[after] == '-');
            if (value) {
                out.erase(at, cast.size());
            } else {
                at = after;
            }
        }
    }
    eraseAll(out, " ");
    return out;
}

} // namespace longpole::import
