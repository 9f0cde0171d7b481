// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A nameless temporary file for what need not stay in memory (compressed arguments, the columns of
// long traces). Gone when closed, even after a crash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace longpole::model {

// append: one thread. read: any thread.
class SpillFile
{
public:
    struct Place
    {
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
    };

    SpillFile() = default;
    ~SpillFile();
    SpillFile(const SpillFile&) = delete;
    SpillFile& operator=(const SpillFile&) = delete;

    // Where the bytes went; nothing if no file can be made or the disk is full (keep them in memory
    // then; no further attempts are made).
    std::optional<Place> append(std::span<const std::byte> bytes);
    // Fills place.size bytes; false if the file cannot be read any more.
    bool read(Place place, std::byte* to) const;

private:
    bool ready();

    int m_fd = -1;
    bool m_failed = false;
    std::uint64_t m_end = 0;
};

} // namespace longpole::model
