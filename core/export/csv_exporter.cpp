// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/csv_exporter.h"

#include "core/export/sql_source.h"
#include "core/export/text_sink.h"
#include "core/store/sql/view.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>

namespace longpole::exporting {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEndOfRow = "\r\n"; // as RFC 4180 has it

void appendQuoted(std::string& out, std::string_view text)
{
    if (!text.empty() && text.find_first_of(",\"\r\n") == std::string_view::npos) {
        out += text;
        return;
    }
    out += '"';
    for (const char c : text) {
        out += c;
        if (c == '"') {
            out += c;
        }
    }
    out += '"';
}

template <class T>
void appendNumber(std::string& out, T value)
{
    std::array<char, 32> room{};
    const auto [end, ec] = std::to_chars(room.data(), room.data() + room.size(), value);
    out.append(room.data(), ec == std::errc() ? static_cast<std::size_t>(end - room.data()) : 0);
}

void appendValue(std::string& out, sqlite3_stmt* row, int column)
{
    switch (sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER:
        appendNumber(out, std::int64_t{sqlite3_column_int64(row, column)});
        break;
    case SQLITE_FLOAT:
        appendNumber(out, sqlite3_column_double(row, column)); // the shortest that reads back
        break;
    case SQLITE_NULL:
        break;
    default: {
        const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(row, column));
        appendQuoted(out, {text, static_cast<std::size_t>(sqlite3_column_bytes(row, column))});
    }
    }
}

void appendHead(std::string& out, const store::View& view)
{
    for (const store::ViewColumn& column : view.columns) {
        out += &column == view.columns.data() ? "" : ",";
        out += column.name;
    }
    out += kEndOfRow;
}

std::string fileName(const store::View& view)
{
    return std::string(view.name) + ".csv";
}

bool isOurFile(const std::string& name)
{
    const auto views = store::sqlViews();
    return std::any_of(views.begin(), views.end(),
                       [&](const store::View& v) { return fileName(v) == name; });
}

// What lies where the folder shall be may be replaced only if it can be nothing but an earlier
// export.
Result<void> checkTarget(const std::string& path)
{
    std::error_code ec;
    const fs::file_status there = fs::status(path, ec);
    if (!fs::exists(there)) {
        return {};
    }
    if (!fs::is_directory(there)) {
        return fail(Errc::Io, "is a file, but CSV is a folder of files; choose another name", path);
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(path, ec)) {
        if (!isOurFile(entry.path().filename().string())) {
            return fail(Errc::Io,
                        "is a folder that holds other files than an earlier export; choose another "
                        "name",
                        path);
        }
    }
    return {};
}

// The folder while it is being filled; gone unless it is put in place.
class PartFolder
{
public:
    explicit PartFolder(const std::string& target)
        : m_target(trimmed(target))
        , m_path(m_target + "." + std::to_string(getpid()) + ".part")
    { }
    ~PartFolder()
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    PartFolder(const PartFolder&) = delete;
    PartFolder& operator=(const PartFolder&) = delete;

    Result<void> create()
    {
        std::error_code ec;
        fs::remove_all(m_path, ec);
        if (!fs::create_directory(m_path, ec)) {
            return fail(Errc::Io, "cannot be created in this folder: " + ec.message(), m_target);
        }
        return {};
    }
    // An empty file in it, to be written.
    Result<std::string> file(const std::string& name)
    {
        const std::string path = m_path + "/" + name;
        const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (fd < 0) {
            return fail(Errc::Io, std::string("cannot be written: ") + std::strerror(errno),
                        m_target + "/" + name);
        }
        ::close(fd);
        return path;
    }
    Result<void> commit()
    {
        std::error_code ec;
        const std::string old = m_path + ".old";
        const bool replaces = fs::exists(m_target, ec);
        if (replaces) {
            fs::rename(m_target, old, ec);
        }
        if (!ec) {
            fs::rename(m_path, m_target, ec);
            if (ec && replaces) {
                std::error_code ignored;
                fs::rename(old, m_target, ignored);
            }
        }
        if (ec) {
            return fail(Errc::Io, "cannot be put in place: " + ec.message(), m_target);
        }
        fs::remove_all(old, ec);
        return {};
    }

private:
    static std::string trimmed(std::string path)
    {
        while (path.size() > 1 && path.back() == '/') {
            path.pop_back();
        }
        return path;
    }

    std::string m_target;
    std::string m_path;
};

Result<std::uint64_t> writeView(SqlSource& source, const store::View& view, PartFolder& folder,
                                const std::string& target, ExportJob& job)
{
    const std::string name = fileName(view);
    auto file = folder.file(name);
    if (!file) {
        return fail(file.error());
    }
    auto sink = TextSink::open(*file, target + "/" + name, Packing::None);
    if (!sink) {
        return fail(sink.error());
    }
    appendHead(sink->text(), view);
    auto done = source.rows(view.name, [&](sqlite3_stmt* row) -> Result<void> {
        std::string& out = sink->text();
        for (int c = 0; c < static_cast<int>(view.columns.size()); ++c) {
            if (c > 0) {
                out += ',';
            }
            appendValue(out, row, c);
        }
        out += kEndOfRow;
        if (job.step()) {
            return fail(Errc::Cancelled, "cancelled");
        }
        return sink->flush();
    });
    if (!done) {
        return fail(done.error());
    }
    if (auto finished = sink->finish(); !finished) {
        return fail(finished.error());
    }
    return sink->bytes();
}

std::uint64_t rowCount(const model::TraceCounts& n)
{
    return n.slices + n.gpuOps + n.apiCalls + n.counterSamples + n.links;
}

Result<Outcome> write(const model::Trace& trace, const std::string& path, const JobContext& context)
{
    if (auto free = checkTarget(path); !free) {
        return fail(free.error());
    }
    PartFolder folder(path);
    if (auto created = folder.create(); !created) {
        return fail(created.error());
    }
    ExportJob job(context, rowCount(trace.counts()));
    SqlSource source(trace, job);
    if (auto opened = source.open(); !opened) {
        return fail(opened.error());
    }
    Outcome outcome;
    for (const store::View& view : store::sqlViews()) {
        auto bytes = writeView(source, view, folder, path, job);
        if (!bytes) {
            return fail(bytes.error());
        }
        outcome.bytes += *bytes;
        job.setBytes(outcome.bytes);
    }
    if (auto done = folder.commit(); !done) {
        return fail(done.error());
    }
    return outcome;
}

} // namespace

const Exporter kCsv{"csv", "CSV files, one a table", write};

} // namespace longpole::exporting
