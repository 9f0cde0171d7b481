// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

namespace longpole::io {

namespace {

class FileSource final : public ByteSource
{
public:
    FileSource(std::string name, int fd, std::optional<std::uint64_t> size, bool owned)
        : ByteSource(std::move(name))
        , m_fd(fd)
        , m_size(size)
        , m_owned(owned)
    { }
    ~FileSource() override
    {
        if (m_owned) {
            ::close(m_fd);
        }
    }
    std::uint64_t consumed() const override { return m_consumed; }
    std::optional<std::uint64_t> total() const override { return m_size; }
    std::optional<std::string> regularFile() const override
    {
        return m_size && m_owned ? std::optional(name()) : std::nullopt;
    }

protected:
    Result<std::size_t> readSome(std::span<char> buffer) override
    {
        for (;;) {
            const ssize_t n = ::read(m_fd, buffer.data(), buffer.size());
            if (n >= 0) {
                m_consumed += static_cast<std::uint64_t>(n);
                return static_cast<std::size_t>(n);
            }
            if (errno != EINTR) {
                return fail(Errc::Io, std::string("cannot be read: ") + std::strerror(errno),
                            name());
            }
        }
    }

private:
    int m_fd;
    std::optional<std::uint64_t> m_size;
    bool m_owned;
    std::atomic<std::uint64_t> m_consumed{0};
};

std::string openProblem(int error)
{
    switch (error) {
    case ENOENT:
        return "no such file";
    case EACCES:
        return "no permission to read it";
    default:
        return std::string("cannot be opened: ") + std::strerror(error);
    }
}

} // namespace

Result<std::unique_ptr<ByteSource>> openFile(const std::string& path)
{
    if (path == "-") {
        return std::make_unique<FileSource>("standard input", STDIN_FILENO, std::nullopt, false);
    }
    // O_NONBLOCK: opening a FIFO nobody writes to must not hang; regular files ignore it.
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return fail(Errc::Io, openProblem(errno), path);
    }
    struct stat info = {};
    const bool known = ::fstat(fd, &info) == 0;
    if (known && S_ISDIR(info.st_mode)) {
        ::close(fd);
        return fail(Errc::Unsupported, "is a folder; name the trace file in it", path);
    }
    if (known && !S_ISREG(info.st_mode)) {
        ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    }
    std::optional<std::uint64_t> size;
    if (known && S_ISREG(info.st_mode)) {
        size = static_cast<std::uint64_t>(info.st_size);
    }
    return std::make_unique<FileSource>(path, fd, size, true);
}

} // namespace longpole::io
