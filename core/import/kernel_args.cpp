// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/kernel_args.h"

#include "core/import/json_writer.h"

#include <algorithm>

namespace longpole::import {

std::string withProfile(std::string_view args, const std::string& member, std::string_view profile,
                        std::string_view rule)
{
    const std::size_t first = args.find_first_not_of(" \t\r\n");
    const std::size_t last = args.find_last_not_of(" \t\r\n");
    std::string out = "{";
    if (first != std::string_view::npos && last > first && args[first] == '{'
        && args[last] == '}') {
        out.assign(args, first, last - first);
    } else if (first != std::string_view::npos) {
        out += "\"args\":" + std::string(args);
    }
    const std::size_t end = out.find_last_not_of(" \t\r\n");
    out.erase(end + 1);
    if (out.size() > 1 && out.back() != ',') {
        out += ',';
    }
    out += "\"" + member + "\":{\"match\":";
    appendJsonText(out, rule);
    profile.remove_prefix(std::min<std::size_t>(profile.size(), 1)); // the opening brace
    out += (profile.size() > 1 ? "," : "") + std::string(profile.empty() ? "}" : profile);
    return out + "}";
}

} // namespace longpole::import
