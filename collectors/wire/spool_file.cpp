// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/wire/spool_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace longpole::wire {

void addLine(std::string& lines, std::string_view name, std::string_view value)
{
    lines.append(name).push_back('=');
    for (const char c : value) {
        if (c == '\n') {
            lines += "\\n";
        } else if (c == '\\') {
            lines += "\\\\";
        } else {
            lines.push_back(c);
        }
    }
    lines.push_back('\n');
}

SpoolFile::~SpoolFile()
{
    close();
}

bool SpoolFile::create(const std::string& path, std::uint64_t maxBytes)
{
    m_fd = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_APPEND | O_CLOEXEC, 0644);
    m_maxBytes = maxBytes;
    return m_fd >= 0;
}

void SpoolFile::close()
{
    if (m_fd >= 0) {
        ::close(m_fd);
        m_fd = -1;
    }
}

bool SpoolFile::append(ChunkType type, std::span<const std::byte> payload, std::uint32_t count,
                       std::uint16_t kind, std::uint32_t stride)
{
    if (m_fd < 0 || m_stopped != 0) {
        return false;
    }
    if (m_bytes + sizeof(ChunkHeader) + payload.size() > m_maxBytes) {
        m_stopped = EFBIG;
        return false;
    }
    ChunkHeader header;
    header.type = type;
    header.kind = kind;
    header.length = static_cast<std::uint32_t>(payload.size());
    header.count = count;
    header.stride = stride;
    return write(header, payload);
}

bool SpoolFile::append(ChunkType type, std::string_view text)
{
    return append(type, std::as_bytes(std::span(text.data(), text.size())));
}

bool SpoolFile::last(ChunkType type, std::string_view text)
{
    if (m_fd < 0) {
        return false;
    }
    const int stopped = m_stopped;
    m_stopped = 0;
    ChunkHeader header;
    header.type = type;
    header.length = static_cast<std::uint32_t>(text.size());
    const bool done = write(header, std::as_bytes(std::span(text.data(), text.size())));
    m_stopped = stopped != 0 ? stopped : m_stopped;
    return done;
}

bool SpoolFile::write(ChunkHeader header, std::span<const std::byte> payload)
{
    header.sequence = m_sequence;
    header.checksum = checksumOf(header, payload);
    m_room.resize(sizeof(header) + payload.size());
    std::memcpy(m_room.data(), &header, sizeof(header));
    if (!payload.empty()) {
        std::memcpy(m_room.data() + sizeof(header), payload.data(), payload.size());
    }
    std::size_t done = 0;
    while (done < m_room.size()) {
        const ssize_t n = ::write(m_fd, m_room.data() + done, m_room.size() - done);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            m_stopped = n < 0 ? errno : ENOSPC;
            // Cut off the half, so that what may follow later begins where a reader looks for it.
            if (done > 0 && ::ftruncate(m_fd, static_cast<off_t>(m_bytes)) != 0) {
                m_bytes += done;
            }
            return false;
        }
        done += static_cast<std::size_t>(n);
    }
    m_bytes += m_room.size();
    ++m_sequence;
    return true;
}

} // namespace longpole::wire
