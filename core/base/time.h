// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Points in time and durations: int64 nanoseconds, never a double. Arithmetic saturates at the
// int64 limits instead of overflowing, so hostile timestamps stay ordered.
// TimeNs counts from the trace's zero (see TraceInfo::startUnixNs), DurationNs may be negative.
#pragma once

#include <cstdint>
#include <limits>

namespace longpole {

inline constexpr std::int64_t saturatingAdd(std::int64_t a, std::int64_t b)
{
    std::int64_t r = 0;
    if (!__builtin_add_overflow(a, b, &r)) {
        return r;
    }
    return b > 0 ? std::numeric_limits<std::int64_t>::max()
                 : std::numeric_limits<std::int64_t>::min();
}

inline constexpr std::int64_t saturatingSub(std::int64_t a, std::int64_t b)
{
    std::int64_t r = 0;
    if (!__builtin_sub_overflow(a, b, &r)) {
        return r;
    }
    return b < 0 ? std::numeric_limits<std::int64_t>::max()
                 : std::numeric_limits<std::int64_t>::min();
}

#define LONGPOLE_ORDERED(T)                                                                        \
    friend constexpr bool operator==(T a, T b)                                                     \
    {                                                                                              \
        return a.ns == b.ns;                                                                       \
    }                                                                                              \
    friend constexpr bool operator!=(T a, T b)                                                     \
    {                                                                                              \
        return a.ns != b.ns;                                                                       \
    }                                                                                              \
    friend constexpr bool operator<(T a, T b)                                                      \
    {                                                                                              \
        return a.ns < b.ns;                                                                        \
    }                                                                                              \
    friend constexpr bool operator<=(T a, T b)                                                     \
    {                                                                                              \
        return a.ns <= b.ns;                                                                       \
    }                                                                                              \
    friend constexpr bool operator>(T a, T b)                                                      \
    {                                                                                              \
        return a.ns > b.ns;                                                                        \
    }                                                                                              \
    friend constexpr bool operator>=(T a, T b)                                                     \
    {                                                                                              \
        return a.ns >= b.ns;                                                                       \
    }

struct DurationNs
{
    std::int64_t ns = 0;
    LONGPOLE_ORDERED(DurationNs)
    friend constexpr DurationNs operator+(DurationNs a, DurationNs b)
    {
        return {saturatingAdd(a.ns, b.ns)};
    }
    friend constexpr DurationNs operator-(DurationNs a, DurationNs b)
    {
        return {saturatingSub(a.ns, b.ns)};
    }
};

struct TimeNs
{
    std::int64_t ns = 0;
    LONGPOLE_ORDERED(TimeNs)
    friend constexpr TimeNs operator+(TimeNs t, DurationNs d)
    {
        return {saturatingAdd(t.ns, d.ns)};
    }
    friend constexpr TimeNs operator-(TimeNs t, DurationNs d)
    {
        return {saturatingSub(t.ns, d.ns)};
    }
    friend constexpr DurationNs operator-(TimeNs a, TimeNs b)
    {
        return {saturatingSub(a.ns, b.ns)};
    }
};

#undef LONGPOLE_ORDERED

// Half-open [begin, end).
struct TimeRange
{
    TimeNs begin;
    TimeNs end;

    constexpr DurationNs duration() const { return end - begin; }
    constexpr bool empty() const { return end <= begin; }
    constexpr bool contains(TimeNs t) const { return begin <= t && t < end; }
    friend constexpr bool operator==(TimeRange a, TimeRange b)
    {
        return a.begin == b.begin && a.end == b.end;
    }
};

} // namespace longpole
