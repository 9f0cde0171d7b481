// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace longpole::open {

Result<std::shared_ptr<TemporaryFolder>> TemporaryFolder::create()
{
    const char* set = std::getenv("TMPDIR");
    const std::string parent = set != nullptr && *set != '\0' ? set : "/tmp";
    std::string path = parent + "/longpole-XXXXXX";
    if (::mkdtemp(path.data()) == nullptr) {
        return fail(Errc::Io,
                    std::string("a temporary folder cannot be made there (") + std::strerror(errno)
                        + "); name another one in TMPDIR",
                    parent);
    }
    return std::shared_ptr<TemporaryFolder>(new TemporaryFolder(std::move(path)));
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

} // namespace longpole::open
