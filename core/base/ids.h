// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Strong 32-bit indices. The default value is "none".
#pragma once

#include <cstdint>
#include <functional>

namespace longpole {

template <class Tag>
struct Id
{
    static constexpr std::uint32_t kNone = 0xffffffffU;

    std::uint32_t value = kNone;

    constexpr Id() = default;
    constexpr explicit Id(std::uint32_t v)
        : value(v)
    { }
    template <class Int>
    static constexpr Id of(Int v)
    {
        return Id(static_cast<std::uint32_t>(v));
    }
    constexpr bool valid() const { return value != kNone; }
    friend constexpr bool operator==(Id a, Id b) { return a.value == b.value; }
    friend constexpr bool operator!=(Id a, Id b) { return a.value != b.value; }
    friend constexpr bool operator<(Id a, Id b) { return a.value < b.value; }
};

using StringId = Id<struct StringTag>;
using TrackId = Id<struct TrackTag>;
using SliceId = Id<struct SliceTag>; // index into the trace's slices, ordered by track, row, start

} // namespace longpole

template <class Tag>
struct std::hash<longpole::Id<Tag>>
{
    std::size_t operator()(longpole::Id<Tag> id) const noexcept { return id.value; }
};
