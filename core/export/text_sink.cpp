// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/text_sink.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <isa-l.h>
#include <utility>
#include <vector>

namespace longpole::exporting {

namespace {

constexpr std::size_t kWorthWriting = std::size_t{1} << 20U;

} // namespace

struct TextSink::Gzip
{
    Gzip()
        : level(ISAL_DEF_LVL2_DEFAULT)
        , out(std::size_t{1} << 18U)
    {
        isal_deflate_init(&stream);
        stream.gzip_flag = IGZIP_GZIP;
        stream.level = 2;
        stream.level_buf = level.data();
        stream.level_buf_size = static_cast<std::uint32_t>(level.size());
    }
    isal_zstream stream{};
    std::vector<std::uint8_t> level;
    std::vector<std::uint8_t> out;
};

Result<TextSink> TextSink::open(const std::string& path, const std::string& name, Packing packing)
{
    const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd < 0) {
        return fail(Errc::Io, std::string("cannot be written: ") + std::strerror(errno), name);
    }
    return TextSink(fd, name, packing);
}

TextSink::TextSink(int fd, std::string name, Packing packing)
    : m_name(std::move(name))
    , m_gzip(packing == Packing::Gzip ? std::make_unique<Gzip>() : nullptr)
    , m_fd(fd)
{ }

TextSink::TextSink(TextSink&& other) noexcept
    : m_text(std::move(other.m_text))
    , m_name(std::move(other.m_name))
    , m_gzip(std::move(other.m_gzip))
    , m_bytes(other.m_bytes)
    , m_fd(std::exchange(other.m_fd, -1))
{ }

TextSink& TextSink::operator=(TextSink&& other) noexcept
{
    close();
    m_text = std::move(other.m_text);
    m_name = std::move(other.m_name);
    m_gzip = std::move(other.m_gzip);
    m_bytes = other.m_bytes;
    m_fd = std::exchange(other.m_fd, -1);
    return *this;
}

TextSink::~TextSink()
{
    close();
}

void TextSink::close()
{
    if (m_fd >= 0) {
        ::close(std::exchange(m_fd, -1));
    }
}

Result<void> TextSink::put(const char* data, std::size_t size)
{
    while (size > 0) {
        const ssize_t n = ::write(m_fd, data, size);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return fail(Errc::Io, std::string("cannot be written: ") + std::strerror(errno),
                        m_name);
        }
        m_bytes += static_cast<std::uint64_t>(n);
        data += n;
        size -= static_cast<std::size_t>(n);
    }
    return {};
}

Result<void> TextSink::pack(bool last)
{
    isal_zstream& s = m_gzip->stream;
    s.next_in = reinterpret_cast<std::uint8_t*>(m_text.data());
    s.avail_in = static_cast<std::uint32_t>(m_text.size());
    s.end_of_stream = last ? 1 : 0;
    do {
        s.next_out = m_gzip->out.data();
        s.avail_out = static_cast<std::uint32_t>(m_gzip->out.size());
        if (isal_deflate(&s) != COMP_OK) {
            return fail(Errc::Internal, "cannot be compressed", m_name);
        }
        const std::size_t n = m_gzip->out.size() - s.avail_out;
        if (auto done = put(reinterpret_cast<const char*>(m_gzip->out.data()), n); !done) {
            return done;
        }
    } while (s.avail_out == 0 || (last && s.internal_state.state != ZSTATE_END));
    return {};
}

Result<void> TextSink::hand(bool last)
{
    auto done = m_gzip ? pack(last) : put(m_text.data(), m_text.size());
    m_text.clear();
    return done;
}

Result<void> TextSink::flush()
{
    return m_text.size() < kWorthWriting ? Result<void>() : hand(false);
}

Result<void> TextSink::finish()
{
    if (auto done = hand(true); !done) {
        return done;
    }
    if (::close(std::exchange(m_fd, -1)) != 0) {
        return fail(Errc::Io, std::string("cannot be written: ") + std::strerror(errno), m_name);
    }
    return {};
}

} // namespace longpole::exporting
