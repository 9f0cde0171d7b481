// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/file_list.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <system_error>

namespace longpole::open {

namespace fs = std::filesystem;

namespace {

bool isDigit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// The run of digits at `at`, without leading zeros.
std::string_view digits(const std::string& s, std::size_t& at)
{
    while (at + 1 < s.size() && s[at] == '0' && isDigit(s[at + 1])) {
        ++at;
    }
    const std::size_t first = at;
    while (at < s.size() && isDigit(s[at])) {
        ++at;
    }
    return std::string_view(s).substr(first, at - first);
}

Result<std::vector<NamedFile>> filesOf(const std::string& folder)
{
    std::vector<std::string> names;
    std::error_code failed;
    for (fs::directory_iterator it(folder, failed), end; !failed && it != end;
         it.increment(failed)) {
        std::error_code ignored;
        const std::string name = it->path().filename().string();
        if (it->is_regular_file(ignored) && !name.starts_with('.')) {
            names.push_back(it->path().string());
        }
    }
    if (failed) {
        return fail(Errc::Io, "cannot be read: " + failed.message(), folder);
    }
    if (names.empty()) {
        return fail(Errc::Unsupported, "is a folder without files; name the trace files", folder);
    }
    std::sort(names.begin(), names.end(), naturalLess);
    std::vector<NamedFile> out;
    for (std::string& n : names) {
        out.push_back({std::move(n), true});
    }
    return out;
}

} // namespace

bool naturalLess(const std::string& a, const std::string& b)
{
    std::size_t i = 0;
    std::size_t k = 0;
    while (i < a.size() && k < b.size()) {
        if (isDigit(a[i]) && isDigit(b[k])) {
            const std::string_view x = digits(a, i);
            const std::string_view y = digits(b, k);
            if (x != y) {
                return x.size() != y.size() ? x.size() < y.size() : x < y;
            }
            continue;
        }
        if (a[i] != b[k]) {
            return a[i] < b[k];
        }
        ++i;
        ++k;
    }
    return a.size() - i != b.size() - k ? a.size() - i < b.size() - k : a < b;
}

Result<std::vector<NamedFile>> namedFiles(const std::vector<std::string>& paths)
{
    std::vector<NamedFile> out;
    for (const std::string& path : paths) {
        std::error_code ignored;
        if (!fs::is_directory(path, ignored)) {
            out.push_back({path, false});
            continue;
        }
        auto files = filesOf(path);
        if (!files) {
            return fail(files.error());
        }
        std::move(files->begin(), files->end(), std::back_inserter(out));
    }
    return out;
}

} // namespace longpole::open
