// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/cupti/stride_probe.h"

#include <cstring>
#include <vector>

namespace longpole::cupti {

Strides probeStrides(const CuptiApi& api)
{
    constexpr std::size_t kRoom = 8192;
    Strides out{};
    std::vector<std::uint64_t> room(kRoom / 8);
    auto* const bytes = reinterpret_cast<std::uint8_t*>(room.data());
    for (std::uint32_t kind = 1; kind < wire::kMaxKind; ++kind) {
        // The kind at every place where a second record could begin.
        for (std::size_t at = 0; at < kRoom; at += 8) {
            std::memcpy(bytes + at, &kind, sizeof(kind));
        }
        void* record = nullptr;
        if (api.nextRecord(bytes, kRoom, &record) != StatusOk || record != bytes
            || api.nextRecord(bytes, kRoom, &record) != StatusOk) {
            continue;
        }
        const auto stride = static_cast<std::uint8_t*>(record) - bytes;
        if (stride >= 8 && stride <= static_cast<std::ptrdiff_t>(kRoom / 2) && stride % 8 == 0) {
            out[kind] = static_cast<std::uint32_t>(stride);
        }
    }
    return out;
}

} // namespace longpole::cupti
