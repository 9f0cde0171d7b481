// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/byte_source.h"

namespace longpole::io {

Result<std::unique_ptr<ByteSource>> openUnpacked(const std::string& path)
{
    constexpr int kMaxNesting = 8;
    auto source = openFile(path);
    for (int level = 0; source && level < kMaxNesting; ++level) {
        auto head = (*source)->peek(4);
        if (!head) {
            return fail(head.error());
        }
        if (head->starts_with("\x1f\x8b")) {
            source = makeGzipSource(std::move(*source));
        } else if (head->starts_with("\x28\xb5\x2f\xfd")) {
            source = makeZstdSource(std::move(*source));
        } else if (head->starts_with("PK\x03\x04")) {
            source = makeZipSource(std::move(*source));
        } else {
            return source;
        }
    }
    if (!source) {
        return source;
    }
    return fail(Errc::Limit, "has more than 8 containers inside each other; unpack it first", path);
}

} // namespace longpole::io
