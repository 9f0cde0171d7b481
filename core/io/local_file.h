// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A path for a byte source, for libraries that read files and not streams (SQLite).
#pragma once

#include "core/base/job.h"
#include "core/io/byte_source.h"

#include <string>

namespace longpole::io {

// A file in $TMPDIR (else /tmp) that only this user can read; removed with the object.
class TemporaryFile
{
public:
    static Result<std::shared_ptr<TemporaryFile>> create();
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    Result<void> write(std::string_view bytes);
    const std::string& path() const { return m_path; }

private:
    TemporaryFile(std::string path, int fd)
        : m_path(std::move(path))
        , m_fd(fd)
    { }

    std::string m_path;
    int m_fd;
};

inline constexpr std::uint64_t kMaxUnpackedBytes = std::uint64_t{64} << 30U;

// The path of a regular file that holds the source's bytes: the file itself or, for containers and
// standard input, a temporary file that lives as long as the source. In the latter case the source
// is at its end afterwards; a second call gives the same path. Fails with Limit beyond maxBytes,
// with Io where the disk is full.
Result<std::string> localPath(ByteSource& source, const JobContext& job,
                              std::uint64_t maxBytes = kMaxUnpackedBytes);

} // namespace longpole::io
