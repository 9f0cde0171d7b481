// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/spill_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace longpole::model {

SpillFile::~SpillFile()
{
    if (m_fd >= 0) {
        ::close(m_fd);
    }
}

bool SpillFile::ready()
{
    if (m_fd >= 0 || m_failed) {
        return m_fd >= 0;
    }
    // /var/tmp before /tmp: the latter is often memory, which is what is to be saved.
    const char* const chosen = std::getenv("TMPDIR");
    for (const char* folder : {chosen, "/var/tmp", "/tmp"}) {
        if (folder == nullptr) {
            continue;
        }
        m_fd = ::open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
        if (m_fd < 0) {
            std::string name = std::string(folder) + "/longpole-XXXXXX";
            m_fd = ::mkostemp(name.data(), O_CLOEXEC);
            if (m_fd >= 0) {
                ::unlink(name.c_str());
            }
        }
        if (m_fd >= 0) {
            return true;
        }
    }
    m_failed = true;
    return false;
}

std::optional<SpillFile::Place> SpillFile::append(std::span<const std::byte> bytes)
{
    if (m_failed || !ready()) {
        return std::nullopt;
    }
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t n = ::pwrite(m_fd, bytes.data() + done, bytes.size() - done,
                                   static_cast<off_t>(m_end + done));
        if (n <= 0) {
            m_failed = true; // what was written before stays readable
            return std::nullopt;
        }
        done += static_cast<std::size_t>(n);
    }
    const Place place{m_end, bytes.size()};
    m_end += bytes.size();
    return place;
}

bool SpillFile::read(Place place, std::byte* to) const
{
    std::size_t done = 0;
    while (done < place.size) {
        const ssize_t n =
            ::pread(m_fd, to + done, place.size - done, static_cast<off_t>(place.offset + done));
        if (n <= 0) {
            return false;
        }
        done += static_cast<std::size_t>(n);
    }
    return true;
}

} // namespace longpole::model
