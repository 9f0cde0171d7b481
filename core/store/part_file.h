// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// NAME.<pid>.part: where a store is written until it is complete. It is locked (flock) while its
// writer lives, so whoever finds an unlocked one may remove it. All Linux calls of the store
// are here.
#pragma once

#include "core/base/result.h"

#include <string>

namespace longpole::store {

class PartFile
{
public:
    // Creates the file next to `target`; left-overs of crashed writers of the same target go.
    static Result<PartFile> create(const std::string& target);

    PartFile(PartFile&& other) noexcept;
    PartFile& operator=(PartFile&& other) = delete;
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;
    ~PartFile(); // removes the file unless it was committed

    const std::string& path() const { return m_path; }
    // Syncs the file, puts it in the target's place and syncs the folder.
    Result<void> commit();

private:
    PartFile(std::string path, std::string target, int fd);
    std::string m_path;
    std::string m_target;
    int m_fd = -1;
};

// Removes the unlocked .part files of `folder` whose names begin with `prefix`.
void removeStaleParts(const std::string& folder, const std::string& prefix);

} // namespace longpole::store
