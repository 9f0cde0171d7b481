// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/part_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>

namespace longpole::store {

namespace {

namespace fs = std::filesystem;

std::string folderOf(const std::string& path)
{
    const std::string folder = fs::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

// "PREFIX<digits>.part"
bool isPartName(std::string_view name, std::string_view prefix)
{
    constexpr std::string_view kSuffix = ".part";
    if (name.size() <= prefix.size() + kSuffix.size() || name.substr(0, prefix.size()) != prefix
        || name.substr(name.size() - kSuffix.size()) != kSuffix) {
        return false;
    }
    const std::string_view middle = name.substr(0, name.size() - kSuffix.size());
    const std::string_view pid = middle.substr(middle.rfind('.') + 1);
    return !pid.empty() && std::all_of(pid.begin(), pid.end(), [](unsigned char c) {
        return std::isdigit(c) != 0;
    });
}

// The lock is only worth something while the name still leads to the locked file.
bool stillNamed(int fd, const std::string& path)
{
    struct stat byFd = {};
    struct stat byName = {};
    return fstat(fd, &byFd) == 0 && stat(path.c_str(), &byName) == 0 && byFd.st_ino == byName.st_ino
        && byFd.st_dev == byName.st_dev;
}

} // namespace

void removeStaleParts(const std::string& folder, const std::string& prefix)
{
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        if (!isPartName(entry.path().filename().string(), prefix)
            || !entry.is_regular_file(ignored)) {
            continue;
        }
        const int fd = open(entry.path().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
        if (fd < 0) {
            continue;
        }
        if (flock(fd, LOCK_EX | LOCK_NB) == 0 && stillNamed(fd, entry.path().string())) {
            unlink(entry.path().c_str());
        }
        close(fd);
    }
}

Result<PartFile> PartFile::create(const std::string& target)
{
    // Renaming would put a file in the place of a device or a pipe.
    std::error_code ignored;
    if (const fs::file_status there = fs::status(target, ignored);
        fs::exists(there) && !fs::is_regular_file(there)) {
        return fail(Errc::Io, "is no regular file; choose another name", target);
    }
    removeStaleParts(folderOf(target), fs::path(target).filename().string() + ".");
    const std::string path = target + "." + std::to_string(getpid()) + ".part";
    // Another process may take the new file for a left-over before it is locked: try again then.
    for (int attempt = 0; attempt < 10; ++attempt) {
        const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (fd < 0 && errno == EEXIST) {
            return fail(Errc::Io, "is already being written by this program", target);
        }
        if (fd < 0) {
            return fail(Errc::Io,
                        std::string("cannot be created in this folder: ") + std::strerror(errno),
                        target);
        }
        if (flock(fd, LOCK_EX | LOCK_NB) == 0 && stillNamed(fd, path)) {
            return PartFile(path, target, fd);
        }
        close(fd);
    }
    return fail(Errc::Io, "cannot be locked for writing", target);
}

PartFile::PartFile(std::string path, std::string target, int fd)
    : m_path(std::move(path))
    , m_target(std::move(target))
    , m_fd(fd)
{ }

PartFile::PartFile(PartFile&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_target(std::move(other.m_target))
    , m_fd(std::exchange(other.m_fd, -1))
{ }

PartFile::~PartFile()
{
    if (m_fd >= 0) {
        unlink(m_path.c_str());
        close(m_fd);
    }
}

Result<void> PartFile::commit()
{
    if (fsync(m_fd) != 0) {
        return fail(Errc::Io, std::string("cannot be written: ") + std::strerror(errno), m_target);
    }
    if (rename(m_path.c_str(), m_target.c_str()) != 0) {
        return fail(Errc::Io, std::string("cannot be put in place: ") + std::strerror(errno),
                    m_target);
    }
    close(std::exchange(m_fd, -1));
    // The file is complete under its name; a folder that can't be synced doesn't change that.
    if (const int folder = open(folderOf(m_target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        folder >= 0) {
        fsync(folder);
        close(folder);
    }
    return {};
}

} // namespace longpole::store
