// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/decimal_time.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>

namespace longpole::import {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

struct Decimal
{
    bool negative = false;
    std::string_view whole;
    std::string_view fraction;
    int exponent = 0;
};

std::optional<Decimal> split(std::string_view t)
{
    Decimal d;
    std::size_t i = 0;
    if (i < t.size() && (t[i] == '-' || t[i] == '+')) {
        d.negative = t[i] == '-';
        ++i;
    }
    std::size_t start = i;
    while (i < t.size() && isDigit(t[i])) {
        ++i;
    }
    d.whole = t.substr(start, i - start);
    if (i < t.size() && t[i] == '.') {
        start = ++i;
        while (i < t.size() && isDigit(t[i])) {
            ++i;
        }
        d.fraction = t.substr(start, i - start);
    }
    if (d.whole.empty() && d.fraction.empty()) {
        return std::nullopt;
    }
    if (i < t.size() && (t[i] == 'e' || t[i] == 'E')) {
        const char* from = t.data() + i + 1;
        const char* const end = t.data() + t.size();
        if (from != end && *from == '+') {
            ++from;
        }
        const auto [p, ec] = std::from_chars(from, end, d.exponent);
        if (ec != std::errc() || p != end) {
            return std::nullopt;
        }
        i = t.size();
    }
    return i == t.size() ? std::optional(d) : std::nullopt;
}

// The usual case, "1234.567": unsigned, at most 15 digits before the point and three after it.
std::optional<std::int64_t> plainMicroseconds(std::string_view text)
{
    constexpr std::size_t kMostWhole = 15; // times 1000 fits easily
    std::int64_t value = 0;
    std::size_t i = 0;
    for (; i < text.size() && isDigit(text[i]); ++i) {
        value = value * 10 + (text[i] - '0');
        if (i >= kMostWhole) {
            return std::nullopt;
        }
    }
    const std::size_t whole = i;
    if (i < text.size() && text[i] == '.') {
        ++i;
    }
    const std::size_t point = i;
    for (; i < text.size() && i < point + 3 && isDigit(text[i]); ++i) {
        value = value * 10 + (text[i] - '0');
    }
    if (whole == 0 || i != text.size()) {
        return std::nullopt;
    }
    for (std::size_t digits = i - point; digits < 3; ++digits) {
        value *= 10;
    }
    return value;
}

} // namespace

std::optional<std::int64_t> microsecondsToNs(std::string_view text)
{
    if (const auto plain = plainMicroseconds(text)) {
        return plain;
    }
    const auto d = split(text);
    if (!d) {
        return std::nullopt;
    }
    // Digit k (0 = first of whole) has weight 10^(whole.size() - 1 - k + exponent + 3) ns.
    const std::int64_t total = static_cast<std::int64_t>(d->whole.size() + d->fraction.size());
    const std::int64_t keep = static_cast<std::int64_t>(d->whole.size()) + d->exponent + 3;
    const auto digit = [&](std::int64_t k) -> int {
        if (k < 0 || k >= total) {
            return 0;
        }
        const auto u = static_cast<std::size_t>(k);
        return (u < d->whole.size() ? d->whole[u] : d->fraction[u - d->whole.size()]) - '0';
    };
    std::int64_t value = 0;
    for (std::int64_t k = 0; k < keep; ++k) {
        if (k >= total && value == 0) {
            break; // only zeros follow
        }
        if (__builtin_mul_overflow(value, 10, &value)
            || __builtin_add_overflow(value, digit(k), &value)) {
            return std::nullopt;
        }
    }
    if (keep >= 0 && digit(keep) >= 5 && __builtin_add_overflow(value, 1, &value)) {
        return std::nullopt;
    }
    return d->negative ? -value : value;
}

std::optional<std::int64_t> parseInteger(std::string_view text)
{
    constexpr std::size_t kSafeDigits = 18; // can't overflow
    if (!text.empty() && text.size() <= kSafeDigits
        && std::all_of(text.begin(), text.end(), isDigit)) {
        return std::accumulate(text.begin(), text.end(), std::int64_t{0},
                               [](std::int64_t v, char c) { return v * 10 + (c - '0'); });
    }
    std::int64_t v = 0;
    const auto [p, ec] = std::from_chars(text.data(), text.data() + text.size(), v);
    return ec == std::errc() && p == text.data() + text.size() && !text.empty() ? std::optional(v)
                                                                                : std::nullopt;
}

std::optional<double> parseReal(std::string_view text)
{
    if (!split(text)) {
        return std::nullopt; // also keeps "inf" and "nan" out
    }
    if (text.front() == '+') {
        text.remove_prefix(1);
    }
    double v = 0;
    const auto [p, ec] = std::from_chars(text.data(), text.data() + text.size(), v);
    return ec == std::errc() && p == text.data() + text.size() ? std::optional(v) : std::nullopt;
}

} // namespace longpole::import
