// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/export/round_trip.h"

#include "core/open/export_trace.h"
#include "core/open/open_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace longpole::test {

namespace fs = std::filesystem;

WorkFolder::WorkFolder()
{
    std::string name = (fs::temp_directory_path() / "longpole-export-XXXXXX").string();
    m_path = mkdtemp(name.data());
}

WorkFolder::~WorkFolder()
{
    std::error_code ignored;
    fs::permissions(m_path, fs::perms::owner_all, ignored);
    fs::remove_all(m_path, ignored);
}

std::string WorkFolder::put(const std::string& name, const std::string& text) const
{
    std::ofstream(*this / name, std::ios::binary) << text;
    return *this / name;
}

std::vector<std::string> WorkFolder::names() const
{
    std::vector<std::string> out;
    for (const fs::directory_entry& e : fs::directory_iterator(m_path)) {
        out.push_back(e.path().filename().string());
    }
    std::sort(out.begin(), out.end());
    return out;
}

std::string readWhole(const std::string& path)
{
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return out.str();
}

std::shared_ptr<const model::Trace> openForTest(const std::vector<std::string>& paths)
{
    open::OpenOptions options;
    options.useCache = false;
    auto trace = open::openTrace(paths, options, JobContext());
    EXPECT_TRUE(trace.has_value()) << (trace ? std::string() : trace.error().text());
    return trace ? *trace : nullptr;
}

namespace {

// How many links the export says it could not write.
std::uint64_t linksGivenUp(const std::vector<std::string>& notes)
{
    for (const std::string& note : notes) {
        if (note.find(" could not be written: a slice on top hides") != std::string::npos) {
            return std::stoull(note);
        }
    }
    return 0;
}

} // namespace

std::string lostOnTheWay(const model::Trace& trace, const std::string& file, Allowances allowed)
{
    const auto written = open::exportTrace(trace, "chrome-json", file, JobContext());
    if (!written) {
        return "not written: " + written.error().text();
    }
    if (written->bytes != fs::file_size(file)) {
        return "the size that was told is not the file's";
    }
    const auto back = openForTest({file});
    if (back == nullptr) {
        return "cannot be read back";
    }
    allowed.lostLinks = linksGivenUp(written->notes);
    return differences(trace, *back, allowed);
}

} // namespace longpole::test
