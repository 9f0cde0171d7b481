// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/local_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace longpole::io {

namespace {

std::string temporaryFolder()
{
    const char* set = std::getenv("TMPDIR");
    return set != nullptr && *set != '\0' ? set : "/tmp";
}

std::string writeProblem(int error)
{
    const std::string folder = temporaryFolder();
    return error == ENOSPC || error == EDQUOT
        ? "has to be unpacked to a file, and no space is left in " + folder
            + "; free some or name another folder in TMPDIR"
        : "has to be unpacked to a file in " + folder + ", which fails: " + std::strerror(error);
}

} // namespace

Result<std::shared_ptr<TemporaryFile>> TemporaryFile::create()
{
    std::string path = temporaryFolder() + "/longpole-XXXXXX";
    const int fd = ::mkostemp(path.data(), O_CLOEXEC);
    if (fd < 0) {
        return fail(Errc::Io, writeProblem(errno));
    }
    return std::shared_ptr<TemporaryFile>(new TemporaryFile(std::move(path), fd));
}

TemporaryFile::~TemporaryFile()
{
    ::close(m_fd);
    ::unlink(m_path.c_str());
}

Result<void> TemporaryFile::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t n = ::write(m_fd, bytes.data(), bytes.size());
        if (n < 0 && errno != EINTR) {
            return fail(Errc::Io, writeProblem(errno));
        }
        bytes.remove_prefix(n > 0 ? static_cast<std::size_t>(n) : 0);
    }
    return {};
}

Result<std::string> localPath(ByteSource& source, const JobContext& job, std::uint64_t maxBytes)
{
    if (auto path = source.regularFile()) {
        return *path;
    }
    if (source.m_local) {
        return source.m_local->path();
    }
    auto file = TemporaryFile::create();
    if (!file) {
        return fail(file.error().code, file.error().message, source.name());
    }
    std::vector<char> buffer(std::size_t{1} << 20U);
    std::uint64_t written = 0;
    for (;;) {
        auto n = source.read(buffer);
        if (!n) {
            return fail(n.error());
        }
        if (*n == 0) {
            break;
        }
        written += *n;
        if (written > maxBytes) {
            return fail(Errc::Limit,
                        "holds over " + std::to_string(maxBytes >> 20U)
                            + " MiB, too much to unpack on the way; unpack it yourself first",
                        source.name());
        }
        if (auto done = (*file)->write({buffer.data(), *n}); !done) {
            return fail(done.error().code, done.error().message, source.name());
        }
        if (job.cancelled()) {
            return fail(Errc::Cancelled, "cancelled", source.name());
        }
        const auto total = source.total();
        job.report({"unpacking",
                    total && *total > 0 ? static_cast<int>(source.consumed() * 1000 / *total) : -1,
                    source.consumed(), 0});
    }
    source.m_local = std::move(*file);
    return source.m_local->path();
}

} // namespace longpole::io
