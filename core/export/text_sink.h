// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a large text to a file, gzipped if wanted.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <string>

namespace longpole::exporting {

enum class Packing : std::uint8_t
{
    None,
    Gzip
};

// Used by one thread.
class TextSink
{
public:
    // Writes to an existing file, from its beginning. name: what messages call it.
    static Result<TextSink> open(const std::string& path, const std::string& name, Packing packing);

    TextSink(TextSink&&) noexcept;
    TextSink& operator=(TextSink&&) noexcept;
    ~TextSink();

    // Append here, then say so with flush() now and then.
    std::string& text() { return m_text; }
    // Hands on what has gathered once it is worth it.
    Result<void> flush();
    // Everything reached the operating system when this returns.
    Result<void> finish();
    std::uint64_t bytes() const { return m_bytes; } // written so far

private:
    struct Gzip;
    TextSink(int fd, std::string name, Packing packing);

    Result<void> hand(bool last);
    Result<void> pack(bool last);
    Result<void> put(const char* data, std::size_t size);
    void close();

    std::string m_text;
    std::string m_name;
    std::unique_ptr<Gzip> m_gzip;
    std::uint64_t m_bytes = 0;
    int m_fd = -1;
};

} // namespace longpole::exporting
