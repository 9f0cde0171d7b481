// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A folder in $TMPDIR (else /tmp) that only this user can enter; removed, with what is in it, with
// the object.
#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>

namespace longpole::open {

class TemporaryFolder
{
public:
    static Result<std::shared_ptr<TemporaryFolder>> create();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::string& path() const { return m_path; }

private:
    explicit TemporaryFolder(std::string path)
        : m_path(std::move(path))
    { }

    std::string m_path;
};

} // namespace longpole::open
