// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A stream of bytes with a name: a file, standard input, or what a container (gzip, zstd, zip)
// holds. Read once, front to back, by one thread at a time.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace longpole::io {

class TemporaryFile;

class ByteSource
{
public:
    explicit ByteSource(std::string name)
        : m_name(std::move(name))
    { }
    virtual ~ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    // Fills up to buffer.size() bytes and returns how many; 0 only at the end.
    Result<std::size_t> read(std::span<char> buffer);
    // The next bytes without consuming them: up to count (≤ 1 MiB), fewer only at the end.
    Result<std::string_view> peek(std::size_t count);

    // For messages: the path as given, or "standard input".
    const std::string& name() const { return m_name; }
    // Bytes of the outermost file read so far, and its size if known. Thread-safe.
    virtual std::uint64_t consumed() const = 0;
    virtual std::optional<std::uint64_t> total() const = 0;
    // Set once the data turned out to end early or to be damaged; what was read before is good.
    virtual std::optional<Error> damage() const { return std::nullopt; }
    // What was taken off on the way here: "gzip", "zip entry run.json"; empty for a plain file.
    virtual std::string container() const { return {}; }
    // The path, where this is a regular file as it lies on disk; see local_file.h for the others.
    virtual std::optional<std::string> regularFile() const { return std::nullopt; }

protected:
    virtual Result<std::size_t> readSome(std::span<char> buffer) = 0;

private:
    friend Result<std::string> localPath(ByteSource&, const JobContext&, std::uint64_t);

    std::string m_name;
    std::shared_ptr<const TemporaryFile> m_local; // made by localPath()
    std::string m_ahead; // peeked, not yet read
    std::size_t m_aheadPos = 0;
};

// Opens a file ("-" is standard input) without looking into it.
Result<std::unique_ptr<ByteSource>> openFile(const std::string& path);

// Opens a file and takes off gzip, zstd and zip containers, nested ones too.
Result<std::unique_ptr<ByteSource>> openUnpacked(const std::string& path);

// Containers over another source (kept alive by the result).
std::unique_ptr<ByteSource> makeGzipSource(std::unique_ptr<ByteSource> inner);
std::unique_ptr<ByteSource> makeZstdSource(std::unique_ptr<ByteSource> inner);
// Picks the entry to read: the largest that is not a folder.
Result<std::unique_ptr<ByteSource>> makeZipSource(std::unique_ptr<ByteSource> inner);

} // namespace longpole::io
